public import OvationModel

/// Changes the words that a live looks for in texts of its viewers, or reads them: without a change, the answer is the list as it is.
public struct RoomWords: Hashable, Codable, Sendable {
    /// Words to look for from here on. One that is in the list already takes the place of the older one. Nil or empty for none.
    public var add: [Word]?
    /// Words to look for no longer, as they stand in the list; one that is not there makes no difference. Nil or empty for none.
    public var remove: [String]?

    /// Makes a change.
    public init(add: [Word]? = nil, remove: [String]? = nil) {
        self.add = add
        self.remove = remove
    }

    /// A word to look for.
    public struct Word: Hashable, Codable, Sendable {
        /// The word, 1 to `limits.wordBytesMax` bytes. Case, accents and character width make no difference.
        public var text: String
        /// What becomes of a text with the word; nil means that it is refused.
        public var action: FilterAction?
        /// True if the word has no letter before or after it; nil means false.
        public var wholeWord: Bool?

        /// Makes a word.
        public init(_ text: String, action: FilterAction? = nil, wholeWord: Bool? = nil) {
            self.text = text
            self.action = action
            self.wholeWord = wholeWord
        }
    }
}

/// The words that a live looks for.
public struct RoomWordList: Hashable, Codable, Sendable {
    /// The words, oldest first.
    public var words: [FilterWord]

    /// Makes a list.
    public init(words: [FilterWord]) { self.words = words }
}
