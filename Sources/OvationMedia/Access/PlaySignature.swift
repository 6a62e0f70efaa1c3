public import OvationModel

/// The signature in the address of a picture that is not public: `?t=<text>`.
///
/// It holds for one user and one start of a live, until a point in time. What computes the HMAC (SHA-256) is handed in, since this module
/// knows no cryptography.
public struct PlaySignature: Sendable, Hashable {
    /// Why a signature is not accepted.
    public enum Refusal: String, Sendable, CaseIterable {
        /// It is missing, damaged, or was made for another live or with another key.
        case invalid
        /// It was valid once.
        case expired
    }

    /// The second in which it ends, counted from 1970.
    public let expirySeconds: Int64
    /// Who may watch.
    public let user: UserID
    /// The round of the live in which it was made: it goes up when somebody is removed.
    public let round: Int64
    private let code: [UInt8]

    /// Signs.
    ///
    /// - Parameters:
    ///   - session: the start of the live. A signature is of no use for the next start.
    ///   - user: who may watch.
    ///   - round: the round of the live.
    ///   - expiry: until when it holds, rounded up to whole minutes, so that what a user is given in the same minute is the same text.
    ///   - hmac: computes the HMAC of a message with the server's key for these signatures.
    public init(
        live: LiveID, session: LiveSessionID, user: UserID, round: Int64, expiry: Timestamp, hmac: ([UInt8]) -> [UInt8]
    ) {
        let minutes = (max(expiry.seconds, 0) + 59) / 60
        expirySeconds = min(minutes * 60, Self.expirySecondsMax)
        self.user = user
        self.round = min(max(round, 0), Self.roundMax)
        code = hmac(Self.message(live, session, user, self.round, expirySeconds))
    }

    /// Reads the text of a signature, without looking whether it is a true one; nil where it cannot be one.
    public init?(_ text: String) {
        // A user's id has no point.
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

    /// The signature as it stands in an address: expiry, round, user and 64 hexadecimal digits, with points between them.
    public var text: String {
        let digits = Array("0123456789abcdef".utf8)
        let hexadecimal = code.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return "\(expirySeconds).\(round).\(user)." + String(decoding: hexadecimal, as: UTF8.self)
    }

    /// Why it does not permit watching; nil when it does. Whether its user was removed since is not known here.
    public func refusal(
        live: LiveID, session: LiveSessionID, at now: Timestamp, hmac: ([UInt8]) -> [UInt8]
    ) -> Refusal? {
        // The HMAC comes first: a forged signature learns nothing about times.
        let expected = hmac(Self.message(live, session, user, round, expirySeconds))
        guard SecretComparison.areEqual(code, expected) else { return .invalid }
        return now.seconds < expirySeconds ? nil : .expired
    }

    /// The year 5138, which has eleven digits at the most.
    private static let expirySecondsMax: Int64 = 99_999_999_999
    /// Eighteen digits.
    private static let roundMax: Int64 = 999_999_999_999_999_999

    /// What is signed. A live's id may have any printable character, and no line break, so lines cannot be shifted into each other.
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
