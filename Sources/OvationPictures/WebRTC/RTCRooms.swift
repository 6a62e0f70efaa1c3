import OvationModel
import OvationSupport

/// The numbers and secrets of rooms at Janus. They follow from the app's secret, so that a server that was started again finds its rooms.
struct RTCRooms: Sendable {
    /// By this, rooms of ours are known at Janus.
    static let description = "ovation"

    private let key: [UInt8]

    init(secret: String) { key = Digest.hmacSHA256(Array("ovation rooms of janus".utf8), key: Array(secret.utf8)) }

    /// The room of the picture of a start of a live.
    func picture(of session: LiveSessionID) -> UInt64 { number("room \(session)") }

    /// The room of the seats of a start of a live. It has other bounds and codecs than that of the picture.
    func seats(of session: LiveSessionID) -> UInt64 { number("seats \(session)") }

    /// What lets somebody into a room (`pin`), or lets them order there (`secret`). It follows from the room's number, so that a server
    /// that was started again can end the rooms that an earlier one left. No client ever has it.
    func secret(of room: UInt64, for purpose: String) -> String {
        Digest.hexadecimal(Digest.hmacSHA256(Array("\(purpose) \(room)".utf8), key: key).prefix(16))
    }

    private func number(_ text: String) -> UInt64 {
        // Numbers of JSON are exact up to 2^53.
        Digest.hmacSHA256(Array(text.utf8), key: key).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 12 | 1
    }
}
