import OvationModel
import OvationTestKit
import Testing

@Suite struct GiftCatalogueTests {
    private static let texts = ["en": GiftText(name: "Rocket", desc: "up"), "zh-CN": GiftText(name: "火箭", desc: "升空")]

    private func catalogue(_ languages: [String: GiftText] = texts) -> GiftCatalogue {
        var rocket = Samples.rocket
        rocket.name = "Fusée"
        rocket.desc = "en haut"
        return GiftCatalogue(
            items: [
                .init(gift: Samples.rose, createdAt: Samples.time),
                .init(gift: rocket, languages: languages, createdAt: Samples.time),
                .init(gift: Samples.cake, createdAt: Samples.time),
            ],
            sections: [
                .init(
                    categoryID: Samples.id("hot"), text: GiftText(name: "Chaud", desc: "tous"),
                    extensionInfo: ["a": "b"],
                    languages: ["zh-Hans": GiftText(name: "热门")], giftIDs: [Samples.cake.giftID, rocket.giftID]),
                .init(
                    categoryID: Samples.id("new"), text: GiftText(name: "Neuf"),
                    giftIDs: [Samples.id("gone"), rocket.giftID]),
            ])
    }

    private func rocket(in language: String?, _ languages: [String: GiftText] = texts) -> Gift? {
        catalogue(languages).panel(language: language).first?.giftList.last
    }

    @Test func `the panel lists the categories in order, then the gifts without a category`() {
        let panel = catalogue().panel(language: nil)
        #expect(panel.map(\.categoryID) == ["hot", "new", ""])
        #expect(panel.map { $0.giftList.map(\.giftID.rawValue) } == [["cake", "rocket"], ["rocket"], ["rose"]])
        #expect(panel[0].name == "Chaud" && panel[0].desc == "tous" && panel[0].extensionInfo == ["a": "b"])
        #expect(panel[2].name.isEmpty)
    }

    @Test func `a catalogue without loose gifts has no nameless category`() {
        var catalogue = catalogue()
        catalogue.items.removeFirst()
        #expect(catalogue.panel(language: nil).map(\.categoryID) == ["hot", "new"])
        #expect(GiftCatalogue().panel(language: "en").isEmpty)
    }

    @Test(arguments: [
        (nil, "Fusée"), ("en", "Rocket"), ("EN", "Rocket"), ("en-US", "Rocket"), ("en_GB", "Rocket"), ("zh-CN", "火箭"),
        ("zh", "火箭"), ("zh-Hans", "火箭"), ("zh_Hans_CN", "火箭"), ("zh-Hans-HK", "火箭"), ("zh-SG", "火箭"),
        ("zh_TW", "Fusée"),
        ("zh-Hant", "Fusée"), ("zh-HK", "Fusée"), ("fr", "Fusée"), ("", "Fusée"), ("-", "Fusée"), ("e", "Fusée"),
        ("eng", "Fusée"),
    ])
    func `a language finds texts under its aliases, or else the default texts`(_ language: String?, _ name: String) {
        #expect(rocket(in: language)?.name == name)
    }

    @Test func `traditional and simplified Chinese are separate languages`() {
        let texts = ["zh_TW": GiftText(name: "火箭(繁)"), "zh-Hans": GiftText(name: "火箭(简)")]
        for language in ["zh-TW", "zh-Hant", "zh-Hant-CN", "zh_HK", "zh-mo"] {
            #expect(rocket(in: language, texts)?.name == "火箭(繁)", "\(language)")
        }
        for language in ["zh-CN", "zh", "zh-Hans", "zh-Hans-TW"] {
            #expect(rocket(in: language, texts)?.name == "火箭(简)", "\(language)")
        }
    }

    @Test func `a text in the exact language comes before one for another region`() {
        let texts = ["pt": GiftText(name: "Foguetão"), "pt-BR": GiftText(name: "Foguete")]
        #expect(rocket(in: "pt_br", texts)?.name == "Foguete")
        #expect(rocket(in: "pt-PT", texts)?.name == "Foguetão")
        #expect(rocket(in: "pt", texts)?.name == "Foguetão")
    }

    @Test func `an empty text falls back to the default text`() {
        let texts = ["en": GiftText(name: "", desc: "up"), "de": GiftText(name: "Rakete", desc: "")]
        #expect(rocket(in: "en", texts)?.name == "Fusée")
        #expect(rocket(in: "en", texts)?.desc == "up")
        #expect(rocket(in: "de", texts)?.name == "Rakete")
        #expect(rocket(in: "de", texts)?.desc == "en haut")
    }

    @Test func `a language changes only the texts`() throws {
        let shown = try #require(rocket(in: "zh-CN"))
        var expected = Samples.rocket
        expected.name = "火箭"
        expected.desc = "升空"
        #expect(shown == expected)
        #expect(catalogue().panel(language: "zh").first?.name == "热门")
    }
}

@Suite struct GiftLanguageTests {
    @Test(arguments: [
        ("zh-CN", "zh-Hans"), ("zh", "zh-Hans"), ("ZH_hans", "zh-Hans"), ("zh-SG", "zh-Hans"), ("zh-TW", "zh-Hant"),
        ("zh-HK", "zh-Hant"), ("zh_mo", "zh-Hant"), ("zh-Hant-CN", "zh-Hant"), ("en", "en"), ("EN", "en"),
        ("en-US", "en"), ("en_gb", "en"), ("pt-br", "pt-BR"), ("PT", "pt"), ("sr_latn_rs", "sr-Latn-RS"),
        ("de-1996", "de-1996"), ("es-419", "es-419"),
    ])
    func `every spelling of a language gives one canonical name`(_ given: String, _ name: String) {
        #expect(GiftLanguage(given).name == name)
        #expect(GiftLanguage(name).name == name)
        #expect(GiftLanguage.isValid(given))
    }

    @Test(arguments: ["", "-", "e", "1n", "en-", "-en", "en--us", "en us", "abcdefghi", "en-abcdefghi", "中文", "en\0"])
    func `a text that names no language is invalid`(_ text: String) {
        #expect(!GiftLanguage.isValid(text))
    }

    @Test func `a language name has at most 35 characters`() {
        let longest = "abcdefgh-abcdefgh-abcdefgh-abcdefgh"
        #expect(longest.count == 35 && GiftLanguage.isValid(longest))
        #expect(!GiftLanguage.isValid(longest + "i"))
    }

    @Test func `a text under the canonical name comes before one under an alias`() {
        let texts = ["zh-CN": 1, "zh-Hans": 2, "zh": 3]
        #expect(GiftLanguage("zh-SG").match(in: texts) == 2)
        #expect(GiftLanguage("zh").key(in: ["zh-SG": 1, "zh-CN": 2]) == "zh-CN")
        #expect(GiftLanguage("pt-BR").key(in: ["pt": 1]) == nil)
    }
}
