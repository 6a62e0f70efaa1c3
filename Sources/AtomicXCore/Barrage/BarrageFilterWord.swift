import OvationModel

/// A word or phrase that a live looks for in texts of its viewers. The vendor's API has no such type.
public struct BarrageFilterWord: JSONCodable, Hashable, Sendable {
    /// What becomes of a text with the word.
    public enum Action: String, JSONCodable, Sendable {
        /// It is refused. The sender gets `ovationCode` 110100.
        case refuse
        /// It goes on with the word as `***`.
        case mask
        /// It goes on as it is, and the moderation log has a line.
        case log
    }

    /// The word, 1 to 64 bytes. Case, accents and character width make no difference.
    public var text: String = ""
    /// What becomes of a text with the word.
    public var action: Action = .refuse
    /// True if the word must not have a letter before or after it. Scripts without spaces ignore this.
    public var wholeWord: Bool = false

    /// Makes a word.
    public init(text: String = "", action: Action = .refuse, wholeWord: Bool = false) {
        self.text = text
        self.action = action
        self.wholeWord = wholeWord
    }

    init(_ word: FilterWord) {
        text = word.text
        action =
            switch word.action {
            case .refuse: .refuse
            case .mask: .mask
            case .log: .log
            }
        wholeWord = word.wholeWord
    }

    /// The word in the client's own type.
    var ofClient: FilterWord {
        let action: FilterAction =
            switch action {
            case .refuse: .refuse
            case .mask: .mask
            case .log: .log
            }
        return FilterWord(text, action: action, wholeWord: wholeWord)
    }
}
