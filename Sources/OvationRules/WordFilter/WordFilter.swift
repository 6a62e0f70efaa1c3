public import OvationModel

/// Looks for the words of a list in what users write.
///
/// It sees through case, accents, width, styled alphabets, invisible characters, marks between letters ("b.a.d", "b a d"), letters that
/// are repeated ("baaad") and signs that stand for letters ("b4d"). What it must not see are words that merely contain the same letters
/// across others; `docs/moderation.md` says where the line is.
public struct WordFilter: Hashable, Sendable {
    /// A filter that finds nothing.
    public static let none = WordFilter([])

    private let words: [FilterWord]
    private let automaton: WordAutomaton

    /// Makes a filter of a list. Words without letters are never found.
    public init(_ words: [FilterWord]) {
        self.words = words
        automaton = WordAutomaton(
            words.enumerated().flatMap { index, word in
                let plain = FoldedText(word.text)
                var patterns = [
                    WordAutomaton.Pattern(word: index, plain, wholeWord: word.wholeWord, isLookalike: false)
                ]
                if plain.letters.contains(where: { LetterTables.lookalikes[$0.value] != nil }) {
                    let lookalike = FoldedText(word.text, .lookalikes)
                    patterns.append(
                        WordAutomaton.Pattern(word: index, lookalike, wholeWord: word.wholeWord, isLookalike: true))
                }
                return patterns.compactMap { $0 }
            })
    }

    /// Two filters of the same list find the same.
    public static func == (one: WordFilter, other: WordFilter) -> Bool { one.words == other.words }

    /// Hashes the list, from which everything else follows.
    public func hash(into hasher: inout Hasher) { hasher.combine(words) }

    /// Whether it has no words.
    public var isEmpty: Bool { automaton.patterns.isEmpty }

    /// Whether a text has letters that a filter could look for.
    public static func hasLetters(_ text: String) -> Bool { !FoldedText(text).letters.isEmpty }

    /// How often a text is masked before all of it is.
    ///
    /// What was masked may stand between the letters of another word, so a masked text is searched again. People nest words
    /// deeper than this only to get around the filter. Without a bound, each letter of a text could cost a search of the whole text.
    static let roundsMax = 4

    /// What is found in a text; nil where there is nothing.
    ///
    /// Takes time in proportion to the text: `roundsMax + 1` searches at most, each of which looks at a letter as often as there are
    /// words of the list that may end there.
    public func examine(_ text: String) -> WordFinding? {
        var steps = 0
        return examine(text, steps: &steps)
    }

    /// The same, and counts what it takes: a step for each scalar that is read or masked and each letter that is compared.
    func examine(_ text: String, steps: inout Int) -> WordFinding? {
        guard !isEmpty else { return nil }
        var finding: WordFinding?
        var text = text
        var round = 0
        while true {
            let found = find(in: text, steps: &steps)
            guard let first = found.min(by: { ($0.word.action, $0.index) < ($1.word.action, $1.index) }) else { break }
            let next = WordFinding(word: first.word.id, action: first.word.action, text: text)
            finding = finding?.merging(next) ?? next
            guard first.word.action == .mask else { break }
            round += 1
            guard round <= Self.roundsMax else {
                finding?.text = Self.maskAll(text, steps: &steps)
                break
            }
            text = Self.mask(text, found.lazy.filter { $0.word.action == .mask }.map(\.places), steps: &steps)
            finding?.text = text
        }
        return finding
    }

    private typealias Found = (index: Int, word: FilterWord, places: Range<Int>)

    private func find(in text: String, steps: inout Int) -> [Found] {
        let plain = FoldedText(text)
        var found = find(in: plain, steps: &steps)
        guard plain.hasSubstitutes else { return found }
        let readings: [UInt32] = plain.hasAmbiguous ? [0x69, 0x6C] : [0x69]
        for letter in readings {
            found += find(in: FoldedText(text, .substitutes(ambiguous: letter)), steps: &steps)
        }
        return found
    }

    private func find(in text: FoldedText, steps: inout Int) -> [Found] {
        steps += text.scalarCount
        return automaton.matches(in: text, steps: &steps).map { match in
            let index = automaton.patterns[match.pattern].word
            let first = text.letters[match.letters.lowerBound].place
            return (index, words[index], first..<text.letters[match.letters.upperBound - 1].place + 1)
        }
    }

    /// Puts a `*` in the place of every character that has one of some scalars.
    private static func mask(_ text: String, _ places: some Sequence<Range<Int>>, steps: inout Int) -> String {
        // Words may lie over each other; how many begin and end at a scalar says whether it is in one, with one look at each word.
        var edges = [Int](repeating: 0, count: text.unicodeScalars.count + 1)
        for range in places {
            edges[range.lowerBound] += 1
            edges[range.upperBound] -= 1
            steps += 1
        }
        var result = ""
        result.reserveCapacity(text.utf8.count)
        var place = 0
        var depth = 0
        for character in text {
            var isMasked = false
            for _ in character.unicodeScalars {
                depth += edges[place]
                if depth > 0 { isMasked = true }
                place += 1
                steps += 1
            }
            result.append(isMasked ? "*" : character)
        }
        return result
    }

    /// Puts a `*` in the place of every character that is no space.
    private static func maskAll(_ text: String, steps: inout Int) -> String {
        steps += text.unicodeScalars.count
        return String(text.map { $0.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? $0 : "*" })
    }
}

/// What a filter found in a text.
public struct WordFinding: Hashable, Sendable {
    /// The word that counts: of the most severe action, the first of its list.
    public var word: WordID
    /// What becomes of the text.
    public var action: FilterAction
    /// The text as it may go on, with words masked.
    public var text: String

    /// Makes a finding.
    public init(word: WordID, action: FilterAction, text: String) {
        self.word = word
        self.action = action
        self.text = text
    }

    /// This finding and a later one in the text that it left.
    func merging(_ later: WordFinding) -> WordFinding {
        let worse = later.action < action ? later : self
        return WordFinding(word: worse.word, action: worse.action, text: later.text)
    }
}

extension Sequence<WordFilter> {
    /// What several filters find in a text, each in what the one before it left.
    public func examine(_ text: String) -> WordFinding? {
        var finding: WordFinding?
        for filter in self {
            guard finding?.action != .refuse, let next = filter.examine(finding?.text ?? text) else { continue }
            finding = finding?.merging(next) ?? next
        }
        return finding
    }
}
