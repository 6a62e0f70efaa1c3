import OvationModel
import OvationRules
import OvationTestKit
import Testing

/// The rules for editing the gift catalogue.
@Suite struct CatalogueEditingTests {
    private let rose: GiftID = Samples.id("rose")
    private let hot: GiftCategoryID = Samples.id("hot")
    private var limits = Limits()

    /// A catalogue with a gift "rose" and an empty category "hot".
    private func catalogue() throws -> GiftCatalogue {
        var catalogue = GiftCatalogue()
        _ = try catalogue.handle(.addGift(rose, gift("Rose", 1)), limits: limits, at: Samples.time)
        _ = try catalogue.handle(.addCategory(hot, category("Hot")), limits: limits, at: Samples.time)
        return catalogue
    }

    private func gift(_ name: String?, _ coins: Int64?) -> GiftChange {
        var change = GiftChange()
        change.name = name
        change.coins = coins.map(Samples.coins)
        return change
    }

    private func category(_ name: String?, desc: String? = nil) -> GiftCategoryChange {
        var change = GiftCategoryChange()
        change.name = name
        change.desc = desc
        return change
    }

    private func edit(_ catalogue: inout GiftCatalogue, _ command: CatalogueCommand) throws -> CatalogueOutcome {
        try catalogue.handle(command, limits: limits, at: Samples.time.adding(seconds: 9))
    }

    private func refusal(_ command: CatalogueCommand, of catalogue: GiftCatalogue) -> Rejection? {
        var after = catalogue
        do {
            _ = try edit(&after, command)
            return nil
        } catch {
            #expect(after == catalogue, "a refused edit changes nothing")
            return error as? Rejection
        }
    }

    // MARK: Gifts

    @Test func `a new gift has the given fields and the time of its creation`() throws {
        var catalogue = try catalogue()
        var change = gift("Rocket", 1_000)
        change.desc = "up"
        change.iconURL = "https://example.org/i.png"
        change.resourceURL = "https://example.org/r.svga"
        change.level = 6
        change.extensionInfo = ExtensionInfo(text: #"{"a": 1}"#, fields: ["a": "1"])
        let outcome = try edit(&catalogue, .addGift(Samples.id("rocket"), change))
        let item = try #require(catalogue.item(Samples.id("rocket")))
        #expect(outcome.changes == [.putGift(item)])
        #expect(catalogue.items.map(\.gift.giftID.rawValue) == ["rose", "rocket"])
        var expected = Samples.gift("rocket", coins: 1_000)
        expected.name = "Rocket"
        expected.desc = "up"
        expected.iconURL = "https://example.org/i.png"
        expected.resourceURL = "https://example.org/r.svga"
        expected.level = 6
        expected.extensionInfo = ["a": "1"]
        #expect(item.gift == expected)
        #expect(item.extensionText == #"{"a": 1}"#)
        #expect(item.createdAt == Samples.time.adding(seconds: 9))
    }

    @Test func `an edit changes the fields that it names, and the gift keeps its place and the rest`() throws {
        var catalogue = try catalogue()
        _ = try edit(&catalogue, .addGift(Samples.id("cake"), gift("Cake", 99)))
        _ = try edit(&catalogue, .setGiftText(rose, GiftLanguage("zh"), name: "玫瑰", desc: nil))
        let before = try #require(catalogue.item(rose))
        let outcome = try edit(&catalogue, .editGift(rose, gift(nil, 2)))
        var expected = before
        expected.gift.coins = Samples.coins(2)
        #expect(outcome.changes == [.putGift(expected)])
        #expect(catalogue.items.first == expected)
        #expect(try edit(&catalogue, .editGift(rose, gift(nil, 2))).changes.isEmpty, "the same edit again")
    }

    @Test func `a deleted gift leaves its categories`() throws {
        var catalogue = try catalogue()
        _ = try edit(&catalogue, .place(["rose"], hot))
        #expect(try edit(&catalogue, .deleteGift(rose)).changes == [.deleteGift(rose)])
        #expect(catalogue.items.isEmpty)
        #expect(catalogue.section(hot)?.giftIDs == [])
        #expect(try edit(&catalogue, .deleteGift(rose)).changes.isEmpty, "the gift is already deleted")
    }

    @Test func `a gift's field beyond its limits is refused by its name`() throws {
        let tooLong = ExtensionInfo(text: String(repeating: " ", count: 101), fields: [:])
        let table: [(String, (inout GiftChange) -> Void)] = [
            ("DefaultName", { $0.name = String(repeating: "n", count: 21) }), ("DefaultName", { $0.name = "" }),
            ("DefaultName", { $0.name = "a\0" }), ("DefaultName", { $0.name = String(repeating: "玫", count: 7) }),
            ("DefaultDesc", { $0.desc = String(repeating: "d", count: 21) }),
            ("IconUrl", { $0.iconURL = String(repeating: "i", count: 201) }),
            ("ResourceUrl", { $0.resourceURL = String(repeating: "r", count: 201) }),
            ("Level", { $0.level = -1 }), ("Level", { $0.level = 2_147_483_648 }),
            ("Coins", { $0.coins = Samples.coins(-1) }), ("ExtensionInfo", { $0.extensionInfo = tooLong }),
        ]
        for (field, spoil) in table {
            var change = gift("Rose", 1)
            spoil(&change)
            for command in [CatalogueCommand.addGift(Samples.id("new"), change), .editGift(rose, change)] {
                let rejection = refusal(command, of: try catalogue())
                #expect(rejection?.code == .illegalParameter)
                #expect(rejection?.message.hasPrefix("\"\(field)\" ") == true, "\(rejection?.message ?? "accepted")")
            }
        }
    }

    @Test func `a gift at its limits is accepted`() throws {
        var change = gift(String(repeating: "n", count: 20), Coins.max.amount)
        change.desc = String(repeating: "d", count: 20)
        change.iconURL = String(repeating: "i", count: 200)
        change.resourceURL = String(repeating: "r", count: 200)
        change.level = 2_147_483_647
        change.extensionInfo = ExtensionInfo(text: "{" + String(repeating: " ", count: 98) + "}", fields: [:])
        #expect(refusal(.addGift(Samples.id("new"), change), of: try catalogue()) == nil)
        #expect(refusal(.addGift(Samples.id("free"), gift("Free", 0)), of: try catalogue()) == nil)
    }

    @Test func `an addition without a required field and an edit of an unknown id are refused with the reason`() throws
    {
        let catalogue = try catalogue()
        #expect(refusal(.addGift(rose, gift("Rose", 1)), of: catalogue)?.message.contains("edit_gift") == true)
        #expect(
            refusal(.addGift(Samples.id("x"), gift(nil, 1)), of: catalogue)?.message.contains("DefaultName") == true)
        #expect(refusal(.addGift(Samples.id("x"), gift("X", nil)), of: catalogue)?.message.contains("Coins") == true)
        #expect(refusal(.editGift(Samples.id("x"), gift("X", 1)), of: catalogue)?.code == .giftNotFound)
        let again = refusal(.addCategory(hot, category("Hot")), of: catalogue)
        #expect(again?.message.contains("edit_gift_category") == true)
        #expect(refusal(.addCategory(Samples.id("x"), category(nil)), of: catalogue)?.code == .illegalParameter)
        #expect(refusal(.editCategory(Samples.id("x"), category("X")), of: catalogue)?.code == .illegalParameter)
        #expect(refusal(.place(["rose"], Samples.id("x")), of: catalogue)?.code == .illegalParameter)
    }

    @Test func `a catalogue may have as many gifts and categories as its limits allow`() throws {
        var small = self
        small.limits.giftsMax = 2
        var catalogue = try small.catalogue()
        _ = try small.edit(&catalogue, .addGift(Samples.id("two"), gift("Two", 1)))
        #expect(
            small.refusal(.addGift(Samples.id("three"), gift("Three", 1)), of: catalogue)?.message.contains("2") == true
        )
        for id in ["b", "c"] { _ = try small.edit(&catalogue, .addCategory(Samples.id(id), category(id))) }
        let fourth = small.refusal(.addCategory(Samples.id("d"), category("d")), of: catalogue)
        #expect(fourth?.code == .illegalParameter)
        #expect(fourth?.message.contains("3 gift categories") == true)
    }

    // MARK: Categories

    @Test func `gifts are placed behind the others, each once, and unknown ids are returned`() throws {
        var catalogue = try catalogue()
        for id in ["a", "b", "c"] { _ = try edit(&catalogue, .addGift(Samples.id(id), gift(id, 1))) }
        _ = try edit(&catalogue, .place(["b"], hot))
        let tooLong = String(repeating: "x", count: 21)
        let outcome = try edit(&catalogue, .place(["a", "ghost", "b", "a", tooLong, "ghost", "c"], hot))
        #expect(outcome.invalidGiftIDs == ["ghost", tooLong])
        #expect(catalogue.section(hot)?.giftIDs.map(\.rawValue) == ["b", "a", "c"])
        #expect(try edit(&catalogue, .place(["c", "a"], hot)).changes.isEmpty, "placing gifts again changes nothing")
        _ = try edit(&catalogue, .displace(["a", "ghost"], hot))
        #expect(catalogue.section(hot)?.giftIDs.map(\.rawValue) == ["b", "c"])
        #expect(try edit(&catalogue, .displace(["b"], Samples.id("no"))).changes.isEmpty)
    }

    @Test func `a category keeps the fields that an edit leaves out, and its gifts outlive it`() throws {
        var catalogue = try catalogue()
        _ = try edit(&catalogue, .editCategory(hot, category(nil, desc: String(repeating: "d", count: 60))))
        #expect(catalogue.section(hot)?.text.name == "Hot")
        #expect(catalogue.section(hot)?.text.desc.utf8.count == 60)
        let tooLong = category(nil, desc: String(repeating: "d", count: 61))
        #expect(refusal(.editCategory(hot, tooLong), of: catalogue)?.message.contains("DefaultDesc") == true)
        _ = try edit(&catalogue, .place(["rose"], hot))
        #expect(try edit(&catalogue, .deleteCategory(hot)).changes == [.deleteCategory(hot)])
        #expect(catalogue.items.count == 1 && catalogue.sections.isEmpty)
        #expect(try edit(&catalogue, .deleteCategory(hot)).changes.isEmpty)
    }

    // MARK: Languages

    @Test func `a language is stored under one name, however its tag is written`() throws {
        var catalogue = try catalogue()
        for (name, text) in [
            ("zh-CN", "一"), ("zh", "二"), ("ZH_hans", "三"), ("zh-TW", "四"), ("en-US", "five"), ("pt_br", "6"),
        ] {
            _ = try edit(&catalogue, .setGiftText(rose, GiftLanguage(name), name: text, desc: nil))
        }
        #expect(
            catalogue.item(rose)?.languages.mapValues(\.name)
                == ["zh-Hans": "三", "zh-Hant": "四", "en": "five", "pt-BR": "6"])
        _ = try edit(&catalogue, .deleteGiftText(rose, GiftLanguage("zh-SG")))
        #expect(catalogue.item(rose)?.languages.keys.sorted() == ["en", "pt-BR", "zh-Hant"])
        #expect(try edit(&catalogue, .deleteGiftText(rose, GiftLanguage("zh"))).changes.isEmpty, "already deleted")
        #expect(try edit(&catalogue, .deleteGiftText(Samples.id("no"), GiftLanguage("zh"))).changes.isEmpty)
    }

    @Test func `the first text of a language needs a name, and later ones change the given fields`() throws {
        var catalogue = try catalogue()
        let nameless = refusal(.setGiftText(rose, GiftLanguage("en"), name: nil, desc: "red"), of: catalogue)
        #expect(nameless?.message.contains("name") == true)
        _ = try edit(&catalogue, .setGiftText(rose, GiftLanguage("en"), name: "Rose", desc: "red"))
        _ = try edit(&catalogue, .setGiftText(rose, GiftLanguage("en"), name: nil, desc: "redder"))
        #expect(catalogue.item(rose)?.languages == ["en": GiftText(name: "Rose", desc: "redder")])
        _ = try edit(&catalogue, .setGiftText(rose, GiftLanguage("en"), name: "A rose", desc: nil))
        #expect(catalogue.item(rose)?.languages == ["en": GiftText(name: "A rose", desc: "redder")])
        _ = try edit(&catalogue, .setCategoryText(hot, GiftLanguage("en"), name: "Hot!", desc: nil))
        #expect(catalogue.section(hot)?.languages == ["en": GiftText(name: "Hot!")])
        _ = try edit(&catalogue, .deleteCategoryText(hot, GiftLanguage("en-GB")))
        #expect(catalogue.section(hot)?.languages == [:])
    }

    @Test func `texts beyond their limits are refused by name`() throws {
        let catalogue = try catalogue()
        let long = String(repeating: "x", count: 21)
        let en = GiftLanguage("en")
        let table: [(CatalogueCommand, String)] = [
            (.setGiftText(rose, en, name: long, desc: nil), "Name"),
            (.setGiftText(rose, en, name: "", desc: nil), "Name"),
            (.setGiftText(rose, en, name: "a", desc: long), "Desc"),
            (.setCategoryText(hot, en, name: long, desc: nil), "CategoryName"),
            (.setCategoryText(hot, en, name: "a", desc: String(repeating: "x", count: 61)), "CategoryDesc"),
        ]
        for (command, field) in table {
            #expect(refusal(command, of: catalogue)?.message.hasPrefix("\"\(field)\" ") == true)
        }
        #expect(
            refusal(.setCategoryText(hot, en, name: "a", desc: String(repeating: "x", count: 60)), of: catalogue) == nil
        )
        #expect(refusal(.setGiftText(Samples.id("no"), en, name: "a", desc: nil), of: catalogue)?.code == .giftNotFound)
        #expect(
            refusal(.setCategoryText(Samples.id("no"), en, name: "a", desc: nil), of: catalogue)?.code
                == .illegalParameter)
        var small = self
        small.limits.giftLanguagesMax = 1
        var one = catalogue
        _ = try small.edit(&one, .setGiftText(rose, en, name: "a", desc: nil))
        #expect(
            small.refusal(.setGiftText(rose, GiftLanguage("fr"), name: "a", desc: nil), of: one)?.code
                == .illegalParameter)
        #expect(small.refusal(.setGiftText(rose, en, name: "b", desc: nil), of: one) == nil)
    }

    @Test func `a text of a gift or category may not change the direction of the text around it`() throws {
        let catalogue = try catalogue()
        let en = GiftLanguage("en")
        let turned = "a\u{202E}"
        var change = gift(nil, nil)
        change.desc = turned
        let table: [(CatalogueCommand, String)] = [
            (.addGift(Samples.id("new"), gift(turned, 1)), "DefaultName"), (.editGift(rose, change), "DefaultDesc"),
            (.editCategory(hot, category(turned)), "DefaultName"),
            (.editCategory(hot, category(nil, desc: turned)), "DefaultDesc"),
            (.setGiftText(rose, en, name: turned, desc: nil), "Name"),
            (.setGiftText(rose, en, name: "a", desc: turned), "Desc"),
            (.setCategoryText(hot, en, name: turned, desc: nil), "CategoryName"),
            (.setCategoryText(hot, en, name: "a", desc: turned), "CategoryDesc"),
        ]
        for (command, field) in table {
            let refused = refusal(command, of: catalogue)
            #expect(refused?.code == .directionControlRefused)
            #expect(refused?.message.hasPrefix("\"\(field)\" ") == true)
        }
    }

    // MARK: Property

    @Test func `the changes of an edit give the same catalogue when they are applied elsewhere`() throws {
        var generator = SeededGenerator.printed()
        var original = GiftCatalogue()
        var copy = GiftCatalogue()
        let ids = ["a", "b", "c", "d"]
        for step in 0..<2_000 {
            let gift: GiftID = Samples.id(ids.randomElement(using: &generator) ?? "a")
            let category: GiftCategoryID = Samples.id(ids.randomElement(using: &generator) ?? "a")
            let language = GiftLanguage(["en", "zh", "zh-TW", "fr"].randomElement(using: &generator) ?? "en")
            let name = String(UInt8.random(in: 0...9, using: &generator))
            let commands: [CatalogueCommand] = [
                .addGift(gift, self.gift(name, 1)), .editGift(gift, self.gift(name, nil)), .deleteGift(gift),
                .addCategory(category, self.category(name)), .editCategory(category, self.category(nil, desc: name)),
                .deleteCategory(category), .place(ids, category), .displace([gift.rawValue], category),
                .setGiftText(gift, language, name: name, desc: nil), .deleteGiftText(gift, language),
                .setCategoryText(category, language, name: name, desc: nil), .deleteCategoryText(category, language),
                .orderGifts(original.items.map(\.gift.giftID).shuffled(using: &generator)),
                .orderCategories(original.sections.map(\.categoryID).shuffled(using: &generator)),
                .orderPlaced(
                    (original.section(category)?.giftIDs ?? []).shuffled(using: &generator), category),
            ]
            guard let command = commands.randomElement(using: &generator) else { continue }
            let before = original
            do {
                let outcome = try edit(&original, command)
                for change in outcome.changes {
                    let changed = copy.apply(change)
                    #expect(changed, "every change of an edit has an effect")
                }
                #expect((original == before) == outcome.changes.isEmpty)
            } catch {
                #expect(original == before)
            }
            #expect(original == copy, "step \(step), \(command), \(generator.seed)")
        }
        #expect(!original.items.isEmpty || !original.sections.isEmpty)
    }
}
