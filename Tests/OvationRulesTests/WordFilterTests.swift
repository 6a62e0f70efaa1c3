import OvationModel
import OvationRules
import Testing

/// The evasions that the word filter sees through, and the texts that it leaves alone.
@Suite struct WordFilterTests {
    /// A filter that refuses these words.
    private static func filter(_ words: String...) -> WordFilter { WordFilter(words.map { FilterWord($0) }) }

    @Test(arguments: [
        "bad", "BAD", "Bad", "so bad!", "verybadword", "bádness", "bäd", "b\u{300}a\u{301}d\u{302}", "ｂａｄ", "ＢＡＤ",
        "𝐛𝐚𝐝", "𝕓𝕒𝕕", "𝖇𝖆𝖉", "𝚋𝚊𝚍", "ⓑⓐⓓ", "🅱🅰🅳", "🇧🇦🇩", "⒝⒜⒟", "ʙᴀᴅ", "ᵇᵃᵈ", "ⓑaD",
        "b\u{200B}a\u{200D}d", "b\u{AD}ad", "b\u{2060}a\u{FEFF}d", "b\u{FE0F}ad", "b\u{E0061}ad", "\u{202E}bad",
        "b\u{488}a\u{489}d", "b\u{20DD}ad", "b.a.d", "b-a-d", "b_a_d", "b*a*d", "b a d", "b  a   d",
        "b\u{A0}a\u{3000}d",
        "b . a . d", "b💥a💥d", "b.ad", "ba-d", "so b.a.d.", "(b)(a)(d)", "baaad", "bbbaaaddd", "b.aaa.d",
        "b4d", "b@d", "B@D", "8ad", "ba\u{111}", "b\u{430}d", "b\u{3B1}d", "b\u{430}.d", "b ＠ d",
    ])
    func `an evasion of a word is found`(text: String) {
        #expect(Self.filter("bad").examine(text)?.action == .refuse, "\(text.unicodeScalars.map(\.value))")
    }

    @Test(arguments: [
        "", " ", "...", "b", "ba", "ad", "bd", "dab", "b\na\nd", "grab a dog", "grab-a-dog", "rehab ad", "lab.admin",
        "tab, advert",
        "ba\n\nd", "b。a。d", "848", "8@", "bed", "bud", "baad", "ba ad", "💥", "\u{200B}", "b a\nd",
    ])
    func `a text that only resembles a word is left alone`(text: String) {
        #expect(Self.filter("bad").examine(text) == nil, "\(text)")
    }

    @Test(
        arguments: [
            ("good", "god", false), ("good", "good", true), ("gooood", "good", true), ("goood", "god", true),
            ("god", "good", false), ("as", "ass", false), ("as so", "ass", false), ("asss", "ass", true),
            ("pass so", "pass", true), ("passs", "pass", true), ("a.s.s", "ass", true), ("as s", "ass", false),
            ("a s s", "ass", true), ("455", "ass", false), ("a55", "ass", true), ("4ss", "ass", true),
            ("fuuck", "fuck", true), ("fffuuuccckkk", "fuck", true), ("f u c k", "fuck", true),
            ("fu ck", "fuck", false),
            ("sh1t", "shit", true), ("sh!t", "shit", true), ("$h!t", "shit", true), ("sh|t", "shit", true),
            ("he11", "hell", true), ("he!!", "hell", true), ("1337", "leet", false), ("l33t", "leet", true),
            ("100 coins", "ioo", false), ("straße", "strasse", true), ("STRASSE", "straße", true),
            ("ŒUVRE", "oeuvre", true),
            ("ﬁsh", "fish", true), ("ΣΟΦΟΣ", "σοφος", true), ("σοφός", "σοφος", true), ("ТЁМНЫЙ", "темный", true),
            ("tiếng Việt", "tieng viet", true), ("İstanbul", "istanbul", true), ("ﬀ", "ff", true),
            ("хуй", "хуй", true), ("xyй", "хуй", true), ("сор", "cop", false), ("cop", "сор", false),
            ("сop", "cop", true),
            ("١٢٣", "123", true), ("①②③", "123", true), ("２４", "24", true), ("२४", "24", true),
        ] as [(String, String, Bool)])
    func `letters are compared as people read them`(text: String, word: String, isFound: Bool) {
        #expect((Self.filter(word).examine(text) != nil) == isFound, "\(word) in \(text)")
    }

    @Test(
        arguments: [
            ("他是傻逼吗", "傻逼", true), ("他是傻 逼吗", "傻逼", true), ("傻.逼", "傻逼", true), ("傻\u{200B}逼", "傻逼", true),
            ("傻💥逼", "傻逼", true), ("他很傻。逼我", "傻逼", false), ("他很傻，逼我", "傻逼", false), ("傻", "傻逼", false),
            ("バカ", "ばか", true), ("ばか", "バカ", true), ("ﾊﾞｶ", "バカ", true), ("は\u{3099}か", "ばか", true),
            ("はか", "ばか", false), ("バ カ", "バカ", true), ("あのバカやろう", "バカ", true), ("ﾊﾟﾝ", "パン", true),
            ("바보", "바보", true), ("\u{1107}\u{1161}\u{1107}\u{1169}", "바보", true), ("이바보야", "바보", true),
            ("바 보", "바보", true), ("각", "가", false), ("ไอ้บ้าเอ๊ย", "บ้า", true), ("傻逼", "傻", true),
        ] as [(String, String, Bool)])
    func `scripts without spaces need no boundaries, and voiced sounds stay distinct`(
        text: String, word: String, isFound: Bool
    ) {
        #expect((Self.filter(word).examine(text) != nil) == isFound, "\(word) in \(text)")
    }

    @Test(
        arguments: [
            ("ass", true), ("an ass!", true), ("a-ass-b", true), ("class", false), ("assist", false), ("asss", true),
            ("a.s.s", true), ("@ss", true), ("ass3", false), ("我ass我", true), ("glass ass", true),
        ] as [(String, Bool)])
    func `a whole word is found only without a letter next to it`(text: String, isFound: Bool) {
        let filter = WordFilter([FilterWord("ass", wholeWord: true)])
        #expect((filter.examine(text) != nil) == isFound, "\(text)")
    }

    @Test func `a whole word of a script without spaces is found everywhere`() {
        #expect(WordFilter([FilterWord("傻", wholeWord: true)]).examine("他很傻吗") != nil)
    }

    @Test func `a single letter is found only on its own`() {
        let filter = Self.filter("x")
        #expect(filter.examine("x marks") != nil)
        #expect(filter.examine("taxi") == nil)
    }

    @Test(
        arguments: [
            ("kill yourself", true), ("KILL  YOURSELF!", true), ("killyourself", true), ("kill-yourself", true),
            ("skill yourself", false), ("kill your self", false), ("k i l l y o u r s e l f", true),
            ("kill, yourself", true),
        ] as [(String, Bool)])
    func `a phrase is found across its spaces, from its first letter to its last`(text: String, isFound: Bool) {
        #expect((Self.filter("kill yourself").examine(text) != nil) == isFound, "\(text)")
    }

    @Test func `the most severe word counts, and among equal ones the first of the list`() {
        let filter = WordFilter([
            FilterWord("watch", action: .log), FilterWord("mask", action: .mask), FilterWord("second"),
            FilterWord("first"),
        ])
        #expect(filter.examine("watch this")?.action == .log)
        #expect(
            filter.examine("watch the mask")
                == WordFinding(
                    word: WordID(of: "mask"), action: .mask, text: "watch the ****"))
        #expect(filter.examine("first watch the second mask")?.word == WordID(of: "second"))
        #expect(filter.examine("nothing") == nil)
    }

    @Test(
        arguments: [
            ("a bad day", "a *** day"), ("B.A.D", "*****"), ("bad bad", "*** ***"), ("verybadword", "very***word"),
            ("baaaad", "******"), ("b\u{301}ad", "***"), ("b\u{200B}ad!", "****!"), ("👍🏽 bad 👨‍👩‍👧", "👍🏽 *** 👨‍👩‍👧"),
            ("b4d", "***"),
            ("ｂａｄ", "***"), ("x b a d y", "x ***** y"),
        ] as [(String, String)])
    func `a masked word has a star for each of its characters`(text: String, masked: String) {
        let filter = WordFilter([FilterWord("bad", action: .mask)])
        #expect(filter.examine(text)?.text == masked)
    }

    @Test func `nested words are masked, and a text with more than four layers is masked whole`() {
        let filter = WordFilter([FilterWord("abcd", action: .mask), FilterWord("worse")])
        // A layer is found only when the layer inside it has been masked.
        func layers(_ depth: Int) -> String { (0..<depth).reduce("abcd") { text, _ in "a b \(text) c d" } }
        for depth in 0...3 {
            let masked = String(repeating: "*", count: layers(depth).count)
            #expect(filter.examine("so \(layers(depth)) 👍")?.text == "so \(masked) 👍", "\(depth)")
        }
        let deep = filter.examine("so \(layers(4)) 👍")
        #expect(deep?.action == .mask)
        // The layers that were masked before have lost their spaces.
        #expect(deep?.text == "** * * \(String(repeating: "*", count: layers(3).count)) * * *")
        #expect(filter.examine("so \(layers(3)) worse")?.action == .refuse)
    }

    @Test func `the next filter sees the text that the previous one masked`() {
        let app = WordFilter([FilterWord("bad", action: .mask)])
        let live = WordFilter([FilterWord("worse", action: .mask), FilterWord("worst")])
        #expect([app, live].examine("bad, worse")?.text == "***, *****")
        #expect([app, live].examine("bad, worst")?.action == .refuse)
        #expect([app, live].examine("bad, worst")?.word == WordID(of: "worst"))
        #expect([app, live].examine("fine") == nil)
        #expect([WordFilter.none].examine("bad") == nil)
    }

    @Test func `a word that is the end of another is found with it and without it`() {
        let filter = WordFilter(["she", "he", "hers", "his"].map { FilterWord($0, action: .mask) })
        #expect(filter.examine("ushers")?.text == "u*****")
        #expect(filter.examine("the hi shop")?.text == "t** hi shop")
        #expect(filter.examine("this")?.text == "t***")
    }

    @Test func `a word list is checked before it is stored`() {
        var limits = Limits()
        limits.wordBytesMax = 6
        func code(_ words: [FilterWord], max: Int = 3) -> ErrorCode? {
            FieldRules.rejection(of: words, countMax: max, limits: limits)?.code
        }
        #expect(code([]) == nil)
        #expect(code([FilterWord("a"), FilterWord("b"), FilterWord("c")]) == nil)
        #expect(code([FilterWord("a"), FilterWord("b"), FilterWord("c"), FilterWord("d")]) == .wordListInvalid)
        #expect(code([FilterWord("傻逼")]) == nil)
        #expect(code([FilterWord("傻逼吗")]) == .wordListInvalid, "nine bytes")
        for empty in ["", " ", "...", "🍆", "\u{200B}"] { #expect(code([FilterWord(empty)]) == .wordListInvalid) }
        #expect(code([FilterWord("a"), FilterWord("a", action: .log)]) == .wordListInvalid)
        #expect(WordID.isValid(WordID(of: "").rawValue))
    }
}
