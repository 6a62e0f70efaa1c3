import Foundation
import OvationMedia
import OvationModel

/// Takes the covers that a publisher sends on its WebSocket: a text message with `{"cover":"<base64>"}`.
///
/// What comes too early is passed over without a look, so that a publisher cannot keep the server busy with it.
struct CoverIntake {
    /// What became of a message.
    enum Outcome: String, Sendable, CaseIterable {
        /// It is the cover now.
        case taken
        /// It is no cover, or too large a one.
        case invalid
        /// The one before is too young.
        case early
        /// Too many came too early: the connection is to be closed.
        case flood
    }

    /// Messages that may come too early, one after another.
    static let earlyMax = 20

    private let limits: MediaLimits
    private var nextAt: Timestamp?
    private var earlyCount = 0

    init(limits: MediaLimits) { self.limits = limits }

    private struct Message: Decodable { let cover: String }

    /// Whether a message may be a cover by its size: four characters for three bytes, and what stands around them.
    func takes(byteCount: Int) -> Bool {
        limits.coverBytesMax > 0 && byteCount <= limits.coverBytesMax / 3 * 4 + 64
    }

    /// Takes a message.
    mutating func take(
        _ message: some Collection<UInt8>, at now: Timestamp
    ) -> (outcome: Outcome, image: CoverImage?) {
        if let nextAt, now < nextAt {
            earlyCount += 1
            return (earlyCount > Self.earlyMax ? .flood : .early, nil)
        }
        earlyCount = 0
        nextAt = now.adding(seconds: Int64(limits.coverSecondsMin))
        guard takes(byteCount: message.count),
            let read = try? JSONDecoder().decode(Message.self, from: Data(message)),
            let file = Data(base64Encoded: read.cover), file.count <= limits.coverBytesMax,
            let image = CoverImage(Array(file))
        else { return (.invalid, nil) }
        return (.taken, image)
    }
}
