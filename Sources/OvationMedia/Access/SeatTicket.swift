public import OvationModel

/// What a user in a seat shows to the server to send and take through the media server: `Authorization: Bearer <text>`.
///
/// It says who somebody is in one live, and no more: whether they are in a seat is looked at with every request. It holds for a time. The
/// caller computes the HMAC-SHA-256, because this module contains no cryptography.
public struct SeatTicket: Sendable, Hashable {
    /// Whose.
    public let user: UserID
    /// The Unix time at which it expires, in seconds.
    public let expirySeconds: Int64
    private let code: [UInt8]

    /// Makes a ticket.
    ///
    /// - Parameters:
    ///   - expiry: when it expires. It is rounded up to whole minutes.
    ///   - hmac: computes the HMAC of a message with the key of tickets.
    public init(_ live: LiveID, _ user: UserID, expiry: Timestamp, hmac: ([UInt8]) -> [UInt8]) {
        self.init(live, user, expirySeconds: (max(expiry.seconds, 0) + 59) / 60 * 60, hmac: hmac)
    }

    private init(_ live: LiveID, _ user: UserID, expirySeconds: Int64, hmac: ([UInt8]) -> [UInt8]) {
        self.user = user
        self.expirySeconds = expirySeconds
        // A live's id has no line break, so no field can run into the next line.
        code = hmac(Array("ovation seat 1\n\(live)\n\(user)\n\(expirySeconds)".utf8))
    }

    /// Reads a text; nil where it is no ticket of this live, or has expired.
    public init?(_ text: String, of live: LiveID, at now: Timestamp, hmac: ([UInt8]) -> [UInt8]) {
        // A user id contains no dot.
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, (1...11).contains(parts[0].count),
            parts[0].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let expiry = Int64(Substring(parts[0])), let name = String(parts[1]), UserID.isValid(name)
        else { return nil }
        let expected = SeatTicket(live, UserID(unchecked: name), expirySeconds: expiry, hmac: hmac)
        // The code is compared first, so that a forged ticket reveals nothing about expiry.
        guard SecretComparison.areEqual(Array(text.utf8), Array(expected.text.utf8)), now.seconds < expiry else {
            return nil
        }
        self = expected
    }

    /// The text: expiry, user and 64 hexadecimal digits, separated by dots.
    public var text: String {
        let digits = Array("0123456789abcdef".utf8)
        return "\(expirySeconds).\(user)."
            + String(decoding: code.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
