import OvationMedia
package import OvationModel
import OvationSupport

/// Gives users in seats what they show to send and take through Janus, and reads it. Every server of an app reads the tickets of all.
package struct SeatTickets: Sendable {
    private let key: [UInt8]
    private let seconds: Int64

    /// - Parameter secret: the app's secret, from which the key follows.
    init(_ configuration: RTCConfiguration, secret: String) {
        key = Digest.hmacSHA256(Array("ovation seat tickets".utf8), key: Array(secret.utf8))
        seconds = Int64(configuration.seatTicketSeconds)
    }

    /// A ticket for a user of a live.
    package func issue(for user: UserID, in live: LiveID, at now: Timestamp) -> String {
        SeatTicket(live, user, expiry: now.adding(seconds: seconds), hmac: hmac).text
    }

    /// Where a user in a seat sends and takes.
    package func address(of live: LiveID) -> String { RTCPath(live, .seats).text }

    /// Who shows a ticket; nil where it is none of this live, or has expired.
    func user(showing text: String, in live: LiveID, at now: Timestamp) -> UserID? {
        SeatTicket(text, of: live, at: now, hmac: hmac)?.user
    }

    private func hmac(_ message: [UInt8]) -> [UInt8] { Digest.hmacSHA256(message, key: key) }
}
