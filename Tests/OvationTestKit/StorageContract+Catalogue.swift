import OvationModel
import OvationRules
import OvationStorage

extension StorageContract {
    /// Edits of the gift catalogue, and the gifts of a live.
    static let catalogue: [Clause] = [
        Clause("the catalogue follows its edits, each in its place") { storage in
            var random = SeededGenerator.printed()
            var catalogue = GiftCatalogue()
            for version in 1...20 {
                let changes = (0..<10).map { _ in change(&random) }
                for change in changes { catalogue.apply(change) }
                try expect(
                    try await storage.commit(one: .changeCatalogue(changes)), is: .version(Int64(version)))
                try expect(try await storage.catalogue(), is: catalogue, "seed \(random.seed)")
            }
            let whole = GiftCatalogue(items: [.init(gift: Samples.rose, createdAt: Samples.time)])
            let cake = GiftCatalogue.Item(gift: Samples.cake, extensionText: #"{"a":[1]}"#, createdAt: Samples.time)
            let outcomes = try await storage.commit([.catalogue(whole), .changeCatalogue([.putGift(cake)])])
            try expect(outcomes, is: [.version(21), .version(22)])
            try expect(try await storage.catalogue().items, is: whole.items + [cake])
        },
        Clause("a live's gifts are counted by sender and by time, and each start has its own counts") { storage in
            let (first, second) = (Samples.room(), Samples.room("other"))
            let later = Samples.time.adding(seconds: 60)
            _ = try await storage.commit([
                .createRoom(first), .createRoom(second), .credit(Samples.alice, 10_000, "a"),
                .credit(Samples.bob, 10_000, "b"), .order(Samples.order("1", Samples.cake, count: 2)),
                .order(
                    Samples.order("2", from: Samples.bob, Samples.rose, count: 3, to: [Samples.host, Samples.alice])),
                .order(Samples.order("3", Samples.rose, count: 5, at: later)),
                .order(Samples.order("4", Samples.rose, live: "other")),
                .order(Samples.order("5", from: Samples.bob, Samples.gift("dear", coins: 100_000))),
            ])
            func count(_ sender: UserInfo?, _ times: ClosedRange<Timestamp>?) async throws -> [Int64] {
                let counters = try await storage.giftCounters(
                    of: first.info.sessionID, from: sender?.userID, in: times)
                return [
                    Int64(counters.totalGiftsSent), counters.totalGiftCoins, Int64(counters.totalUniqueGiftSenders),
                ]
            }
            try expect(try await count(nil, nil), is: [13, 209, 2])
            try expect(try await count(Samples.alice, nil), is: [7, 203, 1])
            try expect(try await count(Samples.host, nil), is: [0, 0, 0])
            try expect(try await count(nil, Samples.time...later), is: [13, 209, 2])
            try expect(try await count(nil, Samples.time...Samples.time), is: [8, 204, 2])
            try expect(try await count(Samples.alice, later...later), is: [5, 5, 1])
            try expect(try await count(Samples.bob, later...later), is: [0, 0, 0])
            let unknown = try await storage.giftCounters(of: Samples.id("nowhere"), from: nil, in: nil)
            try expect(unknown, is: GiftCounters())
        },
    ]

    /// A random change of a small catalogue.
    private static func change(_ random: inout SeededGenerator) -> CatalogueChange {
        let ids = ["a", "b", "c", "d", "e"]
        let id = random.pick(ids)
        let languages =
            random.chance(0.5) ? ["en": GiftText(name: random.token(count: 3)), "zh-Hans": GiftText(name: "一")] : [:]
        switch random.number(0...11) {
        case 0...3:
            var gift = Samples.gift(id, coins: Int64(random.number(0...9)))
            gift.desc = random.token(count: 5)
            gift.extensionInfo = random.chance(0.5) ? ["k": random.token(count: 2)] : [:]
            return .putGift(
                .init(
                    gift: gift, languages: languages, extensionText: random.chance(0.5) ? #"{"k":1}"# : "",
                    createdAt: Samples.time))
        case 4...7:
            return .putCategory(
                .init(
                    categoryID: Samples.id(id), text: GiftText(name: id, desc: random.token(count: 5)),
                    extensionText: random.chance(0.5) ? "{}" : "", languages: languages,
                    giftIDs: ids.filter { _ in random.chance(0.5) }.map { Samples.id($0) }))
        case 8: return .deleteGift(Samples.id(id))
        case 9: return .arrangeGifts(ids.shuffled(using: &random).prefix(3).map { Samples.id($0) })
        case 10: return .arrangeCategories(ids.shuffled(using: &random).prefix(3).map { Samples.id($0) })
        default: return .deleteCategory(Samples.id(id))
        }
    }
}
