public import OvationModel

/// The signature in the address of a picture that is not public: `?t=<text>`.
///
/// It is valid for one user and one start of a live, until a point in time. The caller computes the HMAC-SHA-256, because this module
/// contains no cryptography.
public struct PlaySignature: Sendable, Hashable {
    /// The reason why a signature is not accepted.
    public enum Refusal: String, Sendable, CaseIterable {
        /// The signature is missing or damaged, or was made for another live or with another key.
        case invalid
        /// The signature was valid once and has expired.
        case expired
    }

    /// The Unix time at which the signature expires, in seconds.
    public let expirySeconds: Int64
    /// The user who may watch.
    public let user: UserID
    /// The round of the live in which the signature was made. The round increases when a viewer is removed.
    public let round: Int64
    private let code: [UInt8]

    /// Makes a signature.
    ///
    /// - Parameters:
    ///   - session: The start of the live. The signature is not valid for the next start.
    ///   - user: The user who may watch.
    ///   - round: The current round of the live.
    ///   - expiry: When the signature expires. It is rounded up to whole minutes, so that a user gets the same text within a minute.
    ///   - hmac: Computes the HMAC of a message with the server's signing key.
    public init(
        live: LiveID, session: LiveSessionID, user: UserID, round: Int64, expiry: Timestamp, hmac: ([UInt8]) -> [UInt8]
    ) {
        let minutes = (max(expiry.seconds, 0) + 59) / 60
        expirySeconds = min(minutes * 60, Self.expirySecondsMax)
        self.user = user
        self.round = min(max(round, 0), Self.roundMax)
        code = hmac(Self.message(live, session, user, self.round, expirySeconds))
    }

    /// Parses the text of a signature without verifying it. Returns nil if the text is malformed.
    public init?(_ text: String) {
        // A user id contains no dot.
        let parts = text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard parts.count == 4, let expiry = Self.number(parts[0], digitsMax: 11),
            let round = Self.number(parts[1], digitsMax: 18), parts[2].count <= 64,
            let name = String(parts[2]), UserID.isValid(name), parts[3].count == 64
        else { return nil }
        var code: [UInt8] = []
        var digits = parts[3].makeIterator()
        while let high = digits.next() {
            guard let high = Self.value(high), let low = digits.next().flatMap(Self.value) else { return nil }
            code.append(high << 4 | low)
        }
        expirySeconds = expiry
        user = UserID(unchecked: name)
        self.round = round
        self.code = code
    }

    /// The text for an address: expiry, round, user and 64 hexadecimal digits, separated by dots.
    public var text: String {
        let digits = Array("0123456789abcdef".utf8)
        let hexadecimal = code.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return "\(expirySeconds).\(round).\(user)." + String(decoding: hexadecimal, as: UTF8.self)
    }

    /// Verifies the signature. Returns nil if it permits watching, otherwise the reason. This does not check whether the user was removed
    /// later.
    public func refusal(
        live: LiveID, session: LiveSessionID, at now: Timestamp, hmac: ([UInt8]) -> [UInt8]
    ) -> Refusal? {
        // The HMAC is checked first, so that a forged signature reveals nothing about expiry.
        let expected = hmac(Self.message(live, session, user, round, expirySeconds))
        guard SecretComparison.areEqual(code, expected) else { return .invalid }
        return now.seconds < expirySeconds ? nil : .expired
    }

    /// A time in the year 5138. It has eleven digits.
    private static let expirySecondsMax: Int64 = 99_999_999_999
    /// The largest number with eighteen digits.
    private static let roundMax: Int64 = 999_999_999_999_999_999

    /// Builds the message to sign. A live's id may contain any printable character but no line break, so no field can run into the next
    /// line.
    private static func message(
        _ live: LiveID, _ session: LiveSessionID, _ user: UserID, _ round: Int64, _ expirySeconds: Int64
    ) -> [UInt8] {
        Array("ovation play 2\n\(live)\n\(session)\n\(user)\n\(round)\n\(expirySeconds)".utf8)
    }

    private static func number(_ digits: Substring.UTF8View, digitsMax: Int) -> Int64? {
        guard (1...digitsMax).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(Substring(digits))
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
