import OvationModel
import OvationRules
import OvationTestKit
import Testing

/// The order in which gifts and categories are shown.
@Suite struct CatalogueOrderTests {
    private let limits = Limits()
    private let ids: [GiftID] = ["rose", "cake", "rocket"].map { Samples.id($0) }
    private let categories: [GiftCategoryID] = ["hot", "sweet"].map { Samples.id($0) }

    /// A catalogue with three gifts and two categories; "hot" shows all gifts.
    private func catalogue() throws -> GiftCatalogue {
        var catalogue = GiftCatalogue()
        for id in ids {
            var change = GiftChange()
            change.name = id.rawValue
            change.coins = Samples.coins(1)
            _ = try edit(&catalogue, .addGift(id, change))
        }
        for id in categories {
            var change = GiftCategoryChange()
            change.name = id.rawValue
            _ = try edit(&catalogue, .addCategory(id, change))
        }
        _ = try edit(&catalogue, .place(ids.map(\.rawValue), categories[0]))
        return catalogue
    }

    private func edit(_ catalogue: inout GiftCatalogue, _ command: CatalogueCommand) throws -> CatalogueOutcome {
        try catalogue.handle(command, limits: limits, at: Samples.time)
    }

    @Test func `gifts, categories and the gifts of a category take the order that names each of them once`() throws {
        var catalogue = try catalogue()
        let turned: [GiftID] = ids.reversed()
        #expect(try edit(&catalogue, .orderGifts(turned)).changes == [.arrangeGifts(turned)])
        #expect(catalogue.items.map(\.gift.giftID) == turned)
        #expect(catalogue.section(categories[0])?.giftIDs == ids, "a category has an order of its own")
        _ = try edit(&catalogue, .orderPlaced(turned, categories[0]))
        #expect(catalogue.section(categories[0])?.giftIDs == turned)
        _ = try edit(&catalogue, .orderCategories(categories.reversed()))
        #expect(catalogue.sections.map(\.categoryID) == categories.reversed())
        #expect(catalogue.panel(language: nil).map(\.categoryID) == ["sweet", "hot"])
    }

    @Test func `the order that there is already changes nothing`() throws {
        var catalogue = try catalogue()
        #expect(try edit(&catalogue, .orderGifts(ids)).changes.isEmpty)
        #expect(try edit(&catalogue, .orderCategories(categories)).changes.isEmpty)
        #expect(try edit(&catalogue, .orderPlaced(ids, categories[0])).changes.isEmpty)
    }

    @Test func `an order that leaves something out, or names it twice, or names what is gone, is refused with 110097`()
        throws
    {
        let before = try catalogue()
        let ghost: GiftID = Samples.id("ghost")
        let wrong: [[GiftID]] = [[], Array(ids.dropLast()), ids + [ids[0]], [ids[0], ids[0], ids[1]], ids + [ghost]]
        for list in wrong {
            for command in [CatalogueCommand.orderGifts(list), .orderPlaced(list, categories[0])] {
                var after = before
                let error = #expect(throws: Rejection.self) { try edit(&after, command) }
                #expect(error?.code == .changedMeanwhile, "\(command)")
                #expect(after == before)
            }
        }
        var after = before
        let error = #expect(throws: Rejection.self) { try edit(&after, .orderCategories([categories[0]])) }
        #expect(error?.code == .changedMeanwhile)
        let unknown = #expect(throws: Rejection.self) { try edit(&after, .orderPlaced(ids, Samples.id("ghost"))) }
        #expect(unknown?.code == .illegalParameter)
        #expect(after == before)
    }

    @Test func `an arrangement that names a part puts it first and leaves the rest as it was`() {
        #expect(CatalogueChange.arranged(["a", "b", "c", "d"], as: ["c", "ghost", "a", "c"]) == ["c", "a", "b", "d"])
        #expect(CatalogueChange.arranged([String](), as: ["a"]).isEmpty)
    }
}
