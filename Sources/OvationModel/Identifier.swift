/// A textual id that was validated when it was created.
///
/// Ids are types, so that a user id cannot be passed where a live id is expected. Every existing id is valid: decoding an invalid text
/// throws `DecodingError.dataCorrupted`.
public protocol Identifier: RawRepresentable, Hashable, Comparable, Codable, Sendable, CustomStringConvertible
where RawValue == String {
    /// The rule for valid ids, in words, for error messages.
    static var rule: String { get }

    /// Returns true if the text is a valid id of this type.
    static func isValid(_ text: String) -> Bool

    /// Makes an id without validating it. The text must have passed `isValid`.
    init(unchecked text: String)
}

extension Identifier {
    /// Makes an id from a text. Returns nil if the text is invalid.
    public init?(rawValue: String) {
        guard Self.isValid(rawValue) else { return nil }
        self.init(unchecked: rawValue)
    }

    /// Makes an id from a text. Returns nil if the text is invalid.
    public init?(_ text: String) { self.init(rawValue: text) }

    /// The id as text.
    public var description: String { rawValue }

    /// Compares the bytes of two ids.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

    /// Decodes a text and validates it.
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
    /// Returns true if the text consists of 1 to `bytesMax` characters of `[A-Za-z0-9_-]`.
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

/// The id of a user: 1 to 32 characters of `[A-Za-z0-9_-]`, like the identifier in a UserSig.
public struct UserID: Identifier {
    /// The id as text.
    public let rawValue: String
    /// The rule for valid ids, in words.
    public static let rule = "A user id is 1 to 32 characters of A-Z, a-z, 0-9, _ and -."
    /// Returns true if the text is a valid id.
    public static func isValid(_ text: String) -> Bool { text.isToken(bytesMax: 32) }
    /// Makes an id from a text that `isValid` has accepted.
    public init(unchecked text: String) { rawValue = text }
}

/// The id of a live: 1 to 48 characters of printable ASCII, case-sensitive.
public struct LiveID: Identifier {
    /// The id as text.
    public let rawValue: String
    /// The rule for valid ids, in words.
    public static let rule = "A live id is 1 to 48 characters of printable ASCII."
    /// Returns true if the text is a valid id.
    public static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        return !bytes.isEmpty && bytes.count <= 48 && bytes.allSatisfy { (0x20...0x7E).contains($0) }
    }
    /// Makes an id from a text that `isValid` has accepted.
    public init(unchecked text: String) { rawValue = text }
}

/// The id of one start of a live. A live id can be used again, and every start gets a new session id. Gifts, statistics, roles and mutes
/// belong to the start.
public struct LiveSessionID: Identifier {
    /// The id as text.
    public let rawValue: String
    /// The rule for valid ids, in words.
    public static let rule = "A live session id is 1 to 64 characters of A-Z, a-z, 0-9, _ and -."
    /// Returns true if the text is a valid id.
    public static func isValid(_ text: String) -> Bool { text.isToken(bytesMax: 64) }
    /// Makes an id from a text that `isValid` has accepted.
    public init(unchecked text: String) { rawValue = text }
}

/// The id of a client's login. It outlives a lost connection: the client resumes it on the next one.
public struct SessionID: Identifier {
    /// The id as text.
    public let rawValue: String
    /// The rule for valid ids, in words.
    public static let rule = "A session id is 1 to 64 characters of A-Z, a-z, 0-9, _ and -."
    /// Returns true if the text is a valid id.
    public static func isValid(_ text: String) -> Bool { text.isToken(bytesMax: 64) }
    /// Makes an id from a text that `isValid` has accepted.
    public init(unchecked text: String) { rawValue = text }
}

/// The id of a gift in the catalogue: 1 to 20 bytes.
public struct GiftID: Identifier {
    /// The id as text.
    public let rawValue: String
    /// The rule for valid ids, in words.
    public static let rule = "A gift id is 1 to 20 bytes without control characters."
    /// Returns true if the text is a valid id.
    public static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        return !bytes.isEmpty && bytes.count <= 20 && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
    /// Makes an id from a text that `isValid` has accepted.
    public init(unchecked text: String) { rawValue = text }
}

/// The id of a category of the gift panel: 1 to 20 bytes.
public struct GiftCategoryID: Identifier {
    /// The id as text.
    public let rawValue: String
    /// The rule for valid ids, in words.
    public static let rule = "A gift category id is 1 to 20 bytes without control characters."
    /// Returns true if the text is a valid id.
    public static func isValid(_ text: String) -> Bool { GiftID.isValid(text) }
    /// Makes an id from a text that `isValid` has accepted.
    public init(unchecked text: String) { rawValue = text }
}

/// The id of a recording. The server makes it, and nobody can guess it.
public struct RecordingID: Identifier {
    /// The id as text.
    public let rawValue: String
    /// The rule for valid ids, in words.
    public static let rule = "A recording id is 1 to 40 characters of A-Z, a-z, 0-9, _ and -."
    /// Returns true if the text is a valid id.
    public static func isValid(_ text: String) -> Bool { text.isToken(bytesMax: 40) }
    /// Makes an id from a text that `isValid` has accepted.
    public init(unchecked text: String) { rawValue = text }
}

/// The id of an order. The client creates it and stores it before it sends the order. It is unique for its sender, and the server charges
/// it at most once.
public struct OrderID: Identifier {
    /// The id as text.
    public let rawValue: String
    /// The rule for valid ids, in words.
    public static let rule = "An order id is 1 to 64 characters of A-Z, a-z, 0-9, _ and -."
    /// Returns true if the text is a valid id.
    public static func isValid(_ text: String) -> Bool { text.isToken(bytesMax: 64) }
    /// Makes an id from a text that `isValid` has accepted.
    public init(unchecked text: String) { rawValue = text }
}

/// The id of a step that two lives share: a request of one live to another, or the place of a live in a link or in a battle. The live or
/// the battle that makes it never uses it again.
public struct CoHostTicket: Identifier {
    /// The id as text.
    public let rawValue: String
    /// The rule for valid ids, in words.
    public static let rule = "A ticket is 1 to 96 characters of A-Z, a-z, 0-9, _ and -."
    /// Returns true if the text is a valid id.
    public static func isValid(_ text: String) -> Bool { text.isToken(bytesMax: 96) }
    /// Makes an id from a text that `isValid` has accepted.
    public init(unchecked text: String) { rawValue = text }
}

/// The id of a link: lives that are joined.
public struct CoHostLinkID: Identifier {
    /// The id as text.
    public let rawValue: String
    /// The rule for valid ids, in words.
    public static let rule = "A link id is 1 to 96 characters of A-Z, a-z, 0-9, _ and -."
    /// Returns true if the text is a valid id.
    public static func isValid(_ text: String) -> Bool { text.isToken(bytesMax: 96) }
    /// Makes an id from a text that `isValid` has accepted.
    public init(unchecked text: String) { rawValue = text }
}

/// The id of a battle.
public struct BattleID: Identifier {
    /// The id as text.
    public let rawValue: String
    /// The rule for valid ids, in words.
    public static let rule = "A battle id is 1 to 96 characters of A-Z, a-z, 0-9, _ and -."
    /// Returns true if the text is a valid id.
    public static func isValid(_ text: String) -> Bool { text.isToken(bytesMax: 96) }
    /// Makes an id from a text that `isValid` has accepted.
    public init(unchecked text: String) { rawValue = text }
}
