import Foundation
import OvationModel
import OvationTestKit
import OvationWire
import Testing

@testable import OvationNode

/// The catalogue in memory, with a prepared panel for each language.
@Suite struct GiftShelfTests {
    private func catalogue(_ languages: [String: GiftText], price: Int64 = 1) -> GiftCatalogue {
        GiftCatalogue(
            items: [.init(gift: Samples.gift("rose", coins: price), languages: languages, createdAt: Samples.time)],
            sections: [.init(categoryID: Samples.id("hot"), text: GiftText(name: "Hot"), giftIDs: [Samples.id("rose")])]
        )
    }

    private func gift(_ shelf: GiftShelf, _ language: String?) throws -> Gift? {
        try JSONDecoder().decode(GiftPanel.self, from: Data(shelf.panel(language: language))).categories.first?.giftList
            .first
    }

    @Test func `a panel is in the requested language, under any of its names`() throws {
        let shelf = GiftShelf(catalogue(["zh-Hans": GiftText(name: "玫瑰"), "en": GiftText(name: "A rose")]))
        for language in ["zh-CN", "zh", "ZH-HANS", "zh_cn"] { #expect(try gift(shelf, language)?.name == "玫瑰") }
        for language in ["en-US", "EN"] { #expect(try gift(shelf, language)?.name == "A rose") }
        for language in [nil, "", "fr", "zh-TW", "-", String(repeating: "x", count: 10_000)] {
            #expect(try gift(shelf, language)?.name == "rose")
        }
    }

    @Test func `a changed catalogue is in every later answer, in every language`() throws {
        let shelf = GiftShelf(catalogue(["en": GiftText(name: "old")]))
        #expect(try gift(shelf, "en")?.name == "old")
        #expect(try gift(shelf, nil)?.coins == Samples.coins(1))
        shelf.replace(catalogue(["en": GiftText(name: "new")], price: 2), storedVersion: 1)
        #expect(try gift(shelf, "en")?.name == "new")
        #expect(try gift(shelf, nil)?.coins == Samples.coins(2))
        #expect(shelf.gift(Samples.id("rose"))?.coins == Samples.coins(2))
        shelf.replace(catalogue([:], price: 3), storedVersion: 2)
        #expect(try gift(shelf, "en")?.name == "rose")
        shelf.replace(GiftCatalogue(), storedVersion: 3)
        #expect(shelf.gift(Samples.id("rose")) == nil)
        #expect(try gift(shelf, "en") == nil)
    }

    @Test func `readers beside a writer see one catalogue or the next, never a mixture`() async throws {
        let shelf = GiftShelf(catalogue([:], price: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for price in 1...200 {
                    shelf.replace(
                        catalogue(["l\(price % 7)": GiftText(name: "\(price)")], price: Int64(price)),
                        storedVersion: Int64(price))
                }
            }
            for reader in 0..<4 {
                group.addTask {
                    var last: Int64 = 0
                    for _ in 0..<200 {
                        let shown = try #require(try gift(shelf, "l\(reader)"))
                        #expect(shown.name == "rose" || shown.name == "\(shown.coins)")
                        #expect(shown.coins.amount >= last, "an older catalogue came back")
                        last = shown.coins.amount
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
