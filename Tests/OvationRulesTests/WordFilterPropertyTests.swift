import OvationModel
import OvationTestKit
import Testing

@testable import OvationRules

/// The automaton agrees with an exhaustive search, and masking keeps its promises, for any list and any text.
@Suite struct WordFilterPropertyTests {
    private static let alphabet = Array("aab bcd.-* \u{200B}\u{301}éＡ4@傻逼。\nß1x😀")

    private static func text(_ generator: inout SeededGenerator, _ length: ClosedRange<Int>) -> String {
        var text = ""
        for _ in 0..<generator.number(length) { text.append(alphabet[generator.number(0...alphabet.count - 1)]) }
        return text
    }

    @Test func `the automaton finds a word whether it searches for that word alone or for all`() {
        var generator = SeededGenerator.printed()
        for _ in 0..<400 {
            let words = (0..<generator.number(1...6)).map { _ in FilterWord(Self.text(&generator, 1...4)) }
            let patterns = words.enumerated().compactMap {
                WordAutomaton.Pattern(word: $0, FoldedText($1.text), wholeWord: false, isLookalike: false)
            }
            let automaton = WordAutomaton(patterns)
            let text = FoldedText(Self.text(&generator, 0...24))
            // Each word is also searched by an automaton of its own.
            for (index, pattern) in patterns.enumerated() {
                let alone = WordAutomaton([pattern]).matches(in: text).map(\.letters)
                let together = automaton.matches(in: text).filter { $0.pattern == index }.map(\.letters)
                #expect(alone == together, "seed \(generator.seed)")
                for match in together { Self.expectSpells(pattern, text, match, generator.seed) }
            }
        }
    }

    /// Checks that the letters of a match, without repetitions, are those of the word.
    private static func expectSpells(
        _ pattern: WordAutomaton.Pattern, _ text: FoldedText, _ match: Range<Int>, _ seed: UInt64
    ) {
        var letters: [UInt32] = []
        for letter in text.letters[match] where letters.last != letter.value { letters.append(letter.value) }
        #expect(letters == pattern.runs.map(\.value), "seed \(seed)")
        #expect(match.count >= pattern.letterCount, "seed \(seed)")
    }

    @Test func `a word is found however it is decorated`() {
        var generator = SeededGenerator.printed()
        let words = ["scunner", "bampot", "eejit", "傻逼", "дурак", "βλάκας", "바보"]
        for _ in 0..<400 {
            let word = words[generator.number(0...words.count - 1)]
            var text = ""
            for character in word {
                let isUpper = generator.number(0...1) == 0
                text += isUpper ? character.uppercased() : String(character)
                if generator.number(0...3) == 0 {
                    text += ["\u{200B}", "\u{301}", "\u{FE0F}"][generator.number(0...2)]
                }
                if generator.number(0...5) == 0 { text += [".", "-", "*", "😀"][generator.number(0...3)] }
            }
            #expect(WordFilter([FilterWord(word)]).examine(text) != nil, "\(text), seed \(generator.seed)")
        }
    }

    @Test func `a masked text is never longer, has nothing left to mask, and keeps every other character`() {
        var generator = SeededGenerator.printed()
        for _ in 0..<400 {
            let words = (0..<generator.number(1...5)).map { _ in
                FilterWord(Self.text(&generator, 1...4), action: .mask)
            }
            let filter = WordFilter(words)
            let text = Self.text(&generator, 0...24)
            guard let finding = filter.examine(text) else { continue }
            #expect(finding.text.count == text.count, "seed \(generator.seed)")
            #expect(finding.text.utf8.count <= text.utf8.count, "seed \(generator.seed)")
            #expect(zip(text, finding.text).allSatisfy { $0 == $1 || $1 == "*" }, "seed \(generator.seed)")
            #expect(filter.examine(finding.text) == nil, "\(finding.text), seed \(generator.seed)")
        }
    }

    @Test func `any text is read without a trap`() {
        var generator = SeededGenerator.printed()
        let filter = WordFilter([FilterWord("bad"), FilterWord("傻逼"), FilterWord("хуй", action: .mask)])
        for _ in 0..<300 {
            var text = String.UnicodeScalarView()
            for _ in 0..<generator.number(0...60) {
                if let scalar = Unicode.Scalar(UInt32(generator.number(0...0x10FFFF))) { text.append(scalar) }
            }
            _ = filter.examine(String(text))
        }
    }

    /// Texts of any length that are hard to search, each with a list that masks its words.
    private static let hardTexts: [(name: String, words: [FilterWord], text: @Sendable (Int) -> String)] = [
        (
            "nested words", [FilterWord("abcd", action: .mask)],
            { String(repeating: "a b ", count: $0 / 8) + String(repeating: "c d ", count: $0 / 8) }
        ),
        (
            "two interleaved words", [FilterWord("ab", action: .mask), FilterWord("cd", action: .mask)],
            { String(repeating: "a c ", count: $0 / 8) + String(repeating: "d b ", count: $0 / 8) }
        ),
        (
            "a long run of one letter next to masked text",
            [FilterWord("abx", action: .mask, wholeWord: true), FilterWord("ce", action: .mask)],
            {
                String(repeating: "a", count: $0 / 2) + String(repeating: "c", count: $0 / 4)
                    + String(repeating: "e", count: $0 / 4) + "bx"
            }
        ),
        (
            "overlapping words",
            (2...32).map { FilterWord(String(String(repeating: "ab", count: 16).suffix($0)), action: .mask) },
            { String(repeating: "ab", count: $0 / 2) }
        ),
        (
            "one word stretched over the whole text", [FilterWord("ab", action: .mask)],
            { "a" + String(repeating: ".", count: $0 - 2) + "b" }
        ),
        (
            "digits read as letters", [FilterWord("lol", action: .mask)],
            { String(repeating: "101 ", count: $0 / 4) + "lol" }
        ),
    ]

    @Test func `masking takes a number of steps in proportion to the text, however hard the text is`() throws {
        for (name, words, text) in Self.hardTexts {
            let filter = WordFilter(words)
            let steps = [256, 512, 1_024, 2_048].map { length in
                var steps = 0
                #expect(filter.examine(text(length), steps: &steps) != nil, "\(name)")
                return steps
            }
            for (shorter, longer) in zip(steps, steps.dropFirst()) {
                #expect(Double(longer) < 2.3 * Double(shorter), "\(name): \(steps)")
            }
        }
    }

    @Test func `a long list makes a text no more expensive than its letters`() {
        // The test measures no time. 5,000 words share their beginnings, and the text consists of beginnings.
        let words = (0..<5_000).map { number in
            FilterWord("aab" + String(String(number, radix: 2).map { $0 == "0" ? "c" : "d" }))
        }
        let filter = WordFilter(words)
        #expect(filter.examine(String(repeating: "aab ", count: 512)) == nil)
        #expect(filter.examine("x aabdcc y")?.word == WordID(of: "aabd"), "the first kind of the list that applies")
    }
}
