/// A textual id that was checked when it was made.
///
/// Ids are types, so that a user's id cannot be passed where a live's id is meant. An id that exists is valid: decoding a
/// text that breaks the rules of its type throws `DecodingError.dataCorrupted`.
public protocol Identifier: RawRepresentable, Hashable, Comparable, Codable, Sendable, CustomStringConvertible
where RawValue == String {
    /// What a valid id looks like, in words, for error messages.
    static var rule: String { get }

    /// Whether a text is a valid id of this type.
    static func isValid(_ text: String) -> Bool

    /// Makes an id without checking it. Only for a text that `isValid` has accepted.
    init(unchecked text: String)
}

extension Identifier {
    /// Makes an id of a text; nil where the text breaks the rules of the type.
    public init?(rawValue: String) {
        guard Self.isValid(rawValue) else { return nil }
        self.init(unchecked: rawValue)
    }

    /// Makes an id of a text; nil where the text breaks the rules of the type.
    public init?(_ text: String) { self.init(rawValue: text) }

    /// The id as text.
    public var description: String { rawValue }

    /// Byte order of the texts.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

    /// Decodes a text and checks it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard Self.isValid(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: Self.rule)
        }
        self.init(unchecked: text)
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension String {
    /// Whether the text has between 1 and `bytesMax` bytes, all of `[A-Za-z0-9_-]`.
    func isToken(bytesMax: Int) -> Bool {
        let bytes = utf8
        guard !bytes.isEmpty, bytes.count <= bytesMax else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
}

/// Who somebody is: 1 to 32 bytes of `[A-Za-z0-9_-]`, the rule of a UserSig's identifier.
public struct UserID: Identifier {
    /// The id as text.
    public let rawValue: String
    /// What a valid one looks like, in words.
    public static let rule = "A user id is 1 to 32 characters of A-Z, a-z, 0-9, _ and -."
    /// Whether a text is a valid one.
    public static func isValid(_ text: String) -> Bool { text.isToken(bytesMax: 32) }
    /// Makes one of a text that `isValid` has accepted.
    public init(unchecked text: String) { rawValue = text }
}

/// Which live: 1 to 48 bytes of printable ASCII, case-sensitive.
public struct LiveID: Identifier {
    /// The id as text.
    public let rawValue: String
    /// What a valid one looks like, in words.
    public static let rule = "A live id is 1 to 48 characters of printable ASCII."
    /// Whether a text is a valid one.
    public static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        return !bytes.isEmpty && bytes.count <= 48 && bytes.allSatisfy { (0x20...0x7E).contains($0) }
    }
    /// Makes one of a text that `isValid` has accepted.
    public init(unchecked text: String) { rawValue = text }
}

/// Which start of a live. A live id may be used again; every start has its own session, and gifts, statistics, roles and
/// mutes belong to it.
public struct LiveSessionID: Identifier {
    /// The id as text.
    public let rawValue: String
    /// What a valid one looks like, in words.
    public static let rule = "A live session id is 1 to 64 characters of A-Z, a-z, 0-9, _ and -."
    /// Whether a text is a valid one.
    public static func isValid(_ text: String) -> Bool { text.isToken(bytesMax: 64) }
    /// Makes one of a text that `isValid` has accepted.
    public init(unchecked text: String) { rawValue = text }
}

/// Which login of a client. It outlives a lost connection: the client resumes it on the next one.
public struct SessionID: Identifier {
    /// The id as text.
    public let rawValue: String
    /// What a valid one looks like, in words.
    public static let rule = "A session id is 1 to 64 characters of A-Z, a-z, 0-9, _ and -."
    /// Whether a text is a valid one.
    public static func isValid(_ text: String) -> Bool { text.isToken(bytesMax: 64) }
    /// Makes one of a text that `isValid` has accepted.
    public init(unchecked text: String) { rawValue = text }
}

/// Which gift of the catalogue: 1 to 20 bytes.
public struct GiftID: Identifier {
    /// The id as text.
    public let rawValue: String
    /// What a valid one looks like, in words.
    public static let rule = "A gift id is 1 to 20 bytes without control characters."
    /// Whether a text is a valid one.
    public static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        return !bytes.isEmpty && bytes.count <= 20 && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
    /// Makes one of a text that `isValid` has accepted.
    public init(unchecked text: String) { rawValue = text }
}

/// Which category of the gift panel: 1 to 20 bytes.
public struct GiftCategoryID: Identifier {
    /// The id as text.
    public let rawValue: String
    /// What a valid one looks like, in words.
    public static let rule = "A gift category id is 1 to 20 bytes without control characters."
    /// Whether a text is a valid one.
    public static func isValid(_ text: String) -> Bool { GiftID.isValid(text) }
    /// Makes one of a text that `isValid` has accepted.
    public init(unchecked text: String) { rawValue = text }
}

/// Which order. Made by the client, kept before it is sent, unique for its sender; the same id is charged at most once.
public struct OrderID: Identifier {
    /// The id as text.
    public let rawValue: String
    /// What a valid one looks like, in words.
    public static let rule = "An order id is 1 to 64 characters of A-Z, a-z, 0-9, _ and -."
    /// Whether a text is a valid one.
    public static func isValid(_ text: String) -> Bool { text.isToken(bytesMax: 64) }
    /// Makes one of a text that `isValid` has accepted.
    public init(unchecked text: String) { rawValue = text }
}
