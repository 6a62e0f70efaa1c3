import OvationRules
import Testing

/// What a search of the list finds in the names of a live.
@Suite struct LiveSearchTests {
    private static func finds(_ search: String, _ title: String, by host: String = "Nova") -> Bool {
        LiveSearch(search)?.finds(SearchedText(title: title, host: host)) ?? true
    }

    @Test(arguments: [
        ("rooftop", "Rooftop session"), ("ROOFTOP", "Rooftop session"), ("session roof", "Rooftop session"),
        ("nova", "Rooftop session"), ("session nova", "Rooftop session"), ("ｒｏｏｆ", "Rooftop session"),
        ("roof", "ＲＯＯＦＴＯＰ"), ("cafe", "Café Zoë"), ("zoe", "Café Zoë"), ("café", "CAFE"), ("strasse", "Straße"),
        ("𝓻𝓸𝓸𝓯", "rooftop"), ("東京", "夜の東京ライブ"), ("ラーメン", "らーめん"), ("ﾗｰﾒﾝ", "ラーメン"), ("がっこう", "ガッコウ"),
        ("か\u{3099}", "ガ"), ("音乐", "周末音乐会"), ("한국", "오늘 한국 노래"), ("музыка", "Живая МУЗЫКА"), ("r&b", "R & B night"),
        ("rock-n-roll", "Rock'n'roll n more"), ("🎸", "Solo 🎸 hour"), ("24", "24h stream"), ("٢٤", "24h stream"),
        ("سلام", "سلام عليكم"), ("  rooftop  ", "Rooftop"), ("roof\u{200B}top", "Rooftop"),
    ])
    func `a name is found however it is written`(search: String, title: String) {
        #expect(Self.finds(search, title))
    }

    @Test(arguments: [
        ("rooftops", "Rooftop session"), ("rooftop jazz", "Rooftop session"), ("東京", "京都"),
        ("topses", "Rooftop session"),
        ("sessionnova", "session"), ("🎸", "Solo 🎹 hour"), ("b", "Rock at sea"),
    ])
    func `what stands in no name is not found`(search: String, title: String) {
        #expect(!Self.finds(search, title))
    }

    @Test(arguments: ["", "   ", "…", "?!", "\u{200B}\u{202E}", "\n\t"])
    func `a text without letters, digits and pictures looks for nothing`(search: String) {
        #expect(LiveSearch(search) == nil)
    }

    @Test func `the first eight words count, and a word counts once`() {
        #expect(LiveSearch("a a A ａ")?.wordCount == 1)
        #expect(LiveSearch("a b c d e f g h i j")?.wordCount == LiveSearch.wordsMax)
        #expect(Self.finds("a b c d e f g h missing", "abcdefgh"))
        #expect(!Self.finds("a b c d e f g missing", "abcdefgh"))
    }

    @Test func `marks without end are one name as any other`() {
        let zalgo = "b" + String(repeating: "\u{301}", count: 10_000) + "ad"
        #expect(Self.finds("bad", zalgo))
        #expect(Self.finds(zalgo, "bad"))
    }
}
