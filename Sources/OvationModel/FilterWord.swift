/// The id of a filter word. It is a hash of the word, so it stays the same when a list is replaced, and a log can refer to a word without
/// repeating it.
public struct WordID: Identifier {
    /// The id as text.
    public let rawValue: String
    /// The rule for valid ids, in words.
    public static let rule = "A word id is 1 to 32 characters of A-Z, a-z, 0-9, _ and -."

    /// Returns true if the text is a valid id.
    public static func isValid(_ text: String) -> Bool { text.isToken(bytesMax: 32) }
    /// Makes an id from a text that `isValid` has accepted.
    public init(unchecked text: String) { rawValue = text }

    /// Computes the id of a word.
    public init(of word: String) {
        // 64-bit FNV-1a is enough: lists are short, and a collision affects only readers of the log.
        let hash = word.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        let digits = String(hash, radix: 16)
        rawValue = String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// What the filter does with a text that contains a word.
public enum FilterAction: String, Codable, Sendable, CaseIterable, Comparable {
    /// Refuse the text.
    case refuse
    /// Deliver the text with the word replaced by `***`.
    case mask
    /// Deliver the text unchanged and add a line to the moderation log.
    case log

    /// Sorts more severe actions first.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.severity > rhs.severity }

    private var severity: Int {
        switch self {
        case .refuse: 2
        case .mask: 1
        case .log: 0
        }
    }
}

/// A word or phrase that the filter looks for in texts of users.
public struct FilterWord: Hashable, Codable, Sendable {
    /// The word. Case, accents and character width are ignored.
    public var text: String
    /// What the filter does with a text that contains the word.
    public var action: FilterAction
    /// True if the word must not have a letter before or after it. Scripts without spaces ignore this.
    public var wholeWord: Bool

    /// Makes a word.
    public init(_ text: String, action: FilterAction = .refuse, wholeWord: Bool = false) {
        self.text = text
        self.action = action
        self.wholeWord = wholeWord
    }

    /// The id of the word, for logs.
    public var id: WordID { WordID(of: text) }
}
