/// Which word of a list: made of the word's text, so that it stays the same when the list is written again, and a log that names it
/// does not repeat the word.
public struct WordID: Identifier {
    /// The id as text.
    public let rawValue: String
    /// What a valid id looks like.
    public static let rule = "A word id is 1 to 32 characters of A-Z, a-z, 0-9, _ and -."

    /// Whether a text is a valid id.
    public static func isValid(_ text: String) -> Bool { text.isToken(bytesMax: 32) }
    /// Makes an id without checking it.
    public init(unchecked text: String) { rawValue = text }

    /// The id of a word.
    public init(of word: String) {
        // FNV-1a over 64 bits: the lists are short, and nothing but their readers depends on it.
        let hash = word.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        let digits = String(hash, radix: 16)
        rawValue = String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// What becomes of a text in which a word is found.
public enum FilterAction: String, Codable, Sendable, CaseIterable, Comparable {
    /// It is refused.
    case refuse
    /// It goes on with the word as `***`.
    case mask
    /// It goes on as it is; the moderation log has a line of it.
    case log

    /// The more severe action before the less severe.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.severity > rhs.severity }

    private var severity: Int {
        switch self {
        case .refuse: 2
        case .mask: 1
        case .log: 0
        }
    }
}

/// A word, or a phrase, that is looked for in what users write.
public struct FilterWord: Hashable, Codable, Sendable {
    /// The word. Case, accents, width and the like make no difference.
    public var text: String
    /// What becomes of a text in which it is found.
    public var action: FilterAction
    /// Whether it is found only where no letter stands before or after it. Scripts without spaces between words have no such place,
    /// so there it makes no difference.
    public var wholeWord: Bool

    /// Makes a word.
    public init(_ text: String, action: FilterAction = .refuse, wholeWord: Bool = false) {
        self.text = text
        self.action = action
        self.wholeWord = wholeWord
    }

    /// What names it in a log.
    public var id: WordID { WordID(of: text) }
}
