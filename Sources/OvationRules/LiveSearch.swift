/// What a search of the list looks for: words, each of which stands somewhere in the title of a live or the name of its host.
///
/// Case, accents, width, styled alphabets and the two ways to write kana make no difference, and punctuation parts words. A word may
/// stand inside another one, because several scripts have no spaces.
public struct LiveSearch: Hashable, Sendable {
    /// The words that count. Those behind them are left out, so that a search costs a bounded amount.
    public static let wordsMax = 8

    private let words: [[UInt8]]

    /// Reads what a user typed; nil where it has no letters, digits or pictures to look for.
    public init?(_ text: String) {
        var words: [[UInt8]] = []
        for word in SearchedText.words(of: text) where words.count < Self.wordsMax && !words.contains(word) {
            words.append(word)
        }
        guard !words.isEmpty else { return nil }
        self.words = words
    }

    /// How many words are looked for, 1 to ``wordsMax``: what looking at a text costs.
    public var wordCount: Int { words.count }

    /// Whether a text has every word.
    public func finds(_ text: SearchedText) -> Bool { words.allSatisfy(text.contains) }
}

/// The names of a live as a search reads them. Made once for each name, not for each search.
public struct SearchedText: Hashable, Sendable {
    /// Folded words in UTF-8, a space before each.
    private let bytes: [UInt8]
    private static let space = UInt8(ascii: " ")

    /// Makes the text of a live.
    ///
    /// - Parameters:
    ///   - title: The title of the live.
    ///   - host: The name of its owner.
    public init(title: String, host: String) {
        bytes = (Self.words(of: title) + Self.words(of: host)).reduce(into: []) { bytes, word in
            bytes.append(Self.space)
            bytes += word
        }
    }

    /// Whether a word stands in the text. Characters of UTF-8 begin where none other does, so bytes can be compared.
    func contains(_ word: [UInt8]) -> Bool {
        guard let first = word.first, word.count <= bytes.count else { return false }
        return bytes.withUnsafeBufferPointer { text in
            (0...(text.count - word.count)).contains { start in
                text[start] == first && text[start..<(start + word.count)].elementsEqual(word)
            }
        }
    }

    /// The words of a text, folded, in UTF-8.
    static func words(of text: String) -> [[UInt8]] {
        var words: [[UInt8]] = []
        var word: [UInt32] = []
        func end() {
            var folded = String.UnicodeScalarView()
            folded.append(contentsOf: word.compactMap { Unicode.Scalar($0) })
            if !folded.isEmpty { words.append(Array(String(folded).utf8)) }
            word = []
        }
        for scalar in text.unicodeScalars {
            switch LetterFolding.fold(scalar) {
            case .letter(let letter): word.append(letter)
            case .letters(let letters): word += letters
            case .joining(let mark):
                if let last = word.last, let joined = LetterFolding.join(last, mark) {
                    word[word.count - 1] = joined
                } else if mark != 0x3099, mark != 0x309A {
                    word.append(mark)
                }
            case .nothing: break
            // A picture may be looked for too.
            case .mark where scalar.properties.generalCategory == .otherSymbol: word.append(scalar.value)
            case .mark, .space, .end: end()
            }
        }
        end()
        return words
    }
}
