import OvationModel

/// The secret with which a publisher authenticates: 1 to 64 characters of `A-Za-z0-9_-`. It must be protected like a password.
///
/// Comparing keys takes constant time. A key hides itself in descriptions, so that it never appears in a log.
public struct StreamKey: Sendable, Codable {
    /// The text of the key. Show it only to the live's owner and to operators.
    public let secret: String

    /// Makes a key from a text. Returns nil if the text is not a valid key.
    public init?(_ text: String) {
        // Keys follow the same rule as the ids of starts of lives.
        guard LiveSessionID.isValid(text) else { return nil }
        secret = text
    }

    /// Generates a key from 160 random bits: 32 characters.
    public init(using random: inout some RandomNumberGenerator) {
        secret = Self.randomText(using: &random)
    }

    /// Decodes a text and validates it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let key = StreamKey(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "A stream key is 1 to 64 characters of A-Z, a-z, 0-9, _ and -.")
        }
        self = key
    }

    /// Encodes the text of the key.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(secret)
    }

    /// Compares both keys in constant time.
    public func matches(_ other: StreamKey) -> Bool { SecretComparison.areEqual(secret.utf8, other.secret.utf8) }

    /// Generates 32 characters that are easy to read and to tell apart: digits and lower-case letters without i, l, o and u.
    static func randomText(using random: inout some RandomNumberGenerator) -> String {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
        let letters = (0..<32).map { _ in alphabet[Int(truncatingIfNeeded: random.next() & 31)] }
        return String(decoding: letters, as: UTF8.self)
    }
}

extension StreamKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder without the key.
    public var description: String { "StreamKey(hidden)" }
    /// A placeholder without the key.
    public var debugDescription: String { description }
    /// A mirror without the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Compares secrets.
package enum SecretComparison {
    /// Returns true if both are equal. The time depends on their lengths only.
    package static func areEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
