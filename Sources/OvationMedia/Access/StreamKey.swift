import OvationModel

/// What a publisher shows to be let in: 1 to 64 characters of `A-Za-z0-9_-`. It is as secret as a password.
///
/// Two keys are compared in a time that says nothing about where they differ. It does not print itself, so that no log has it.
public struct StreamKey: Sendable, Codable {
    /// The key itself, to show to the live's owner and operators only.
    public let secret: String

    /// Takes a key; nil where the text cannot be one.
    public init?(_ text: String) {
        // The rule of ids that are tokens.
        guard LiveSessionID.isValid(text) else { return nil }
        secret = text
    }

    /// Makes a key of 160 random bits: 32 characters.
    public init(using random: inout some RandomNumberGenerator) {
        secret = Self.randomText(using: &random)
    }

    /// Decodes a text and checks it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let key = StreamKey(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "A stream key is 1 to 64 characters of A-Z, a-z, 0-9, _ and -.")
        }
        self = key
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(secret)
    }

    /// Whether both are the same.
    public func matches(_ other: StreamKey) -> Bool { SecretComparison.areEqual(secret.utf8, other.secret.utf8) }

    /// 32 characters that read well and cannot be mistaken for each other: digits and small letters without i, l, o and u.
    static func randomText(using random: inout some RandomNumberGenerator) -> String {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
        let letters = (0..<32).map { _ in alphabet[Int(truncatingIfNeeded: random.next() & 31)] }
        return String(decoding: letters, as: UTF8.self)
    }
}

extension StreamKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Not the key.
    public var description: String { "StreamKey(hidden)" }
    /// Not the key.
    public var debugDescription: String { description }
    /// Without the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Comparing what strangers must not guess.
enum SecretComparison {
    /// Whether both are the same, in a time that depends on their lengths alone.
    static func areEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
