import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationWeb
import OvationWire

/// The gifts of `--dev`, with artwork of the project's own.
enum DemoCatalogue {
    private struct File: Decodable {
        struct Category: Decodable {
            let categoryID: GiftCategoryID
            let name: String
            let desc: String?
            let gifts: [GiftID]
            let languages: [String: GiftText]?
        }

        struct Item: Decodable {
            let giftID: GiftID
            let name: String
            let desc: String?
            let iconURL: String
            let resourceURL: String?
            let coins: Coins
            let level: Int?
            let languages: [String: GiftText]?
        }

        let categories: [Category]
        let gifts: [Item]
    }

    /// Reads the catalogue that lies beside the page.
    ///
    /// - Throws: where the page's files are missing or damaged.
    static func load(at now: Timestamp) throws -> GiftCatalogue {
        guard let bytes = try OvationWeb.files()["gifts/catalogue.json"] else {
            throw StorageError("The page's files have no gifts/catalogue.json.")
        }
        let file = try WireJSON.decode(File.self, from: Data(bytes))
        return GiftCatalogue(
            items: file.gifts.map { item in
                GiftCatalogue.Item(
                    gift: Gift(
                        giftID: item.giftID, name: item.name, desc: item.desc ?? "", iconURL: item.iconURL,
                        resourceURL: item.resourceURL ?? "", level: item.level ?? 0, coins: item.coins),
                    languages: item.languages ?? [:], createdAt: now)
            },
            sections: file.categories.map { category in
                GiftCatalogue.Section(
                    categoryID: category.categoryID, text: GiftText(name: category.name, desc: category.desc ?? ""),
                    languages: category.languages ?? [:], giftIDs: category.gifts)
            })
    }

    /// Fills an empty catalogue, and the wallets of those who play in the demo lives. Does nothing the second time.
    static func seed(_ storage: any Storage, players: [UserID], at now: Timestamp) async throws {
        var writes: [StorageWrite] = []
        if try await storage.catalogue().items.isEmpty { writes.append(.catalogue(try load(at: now))) }
        if let coins = Coins(1_000_000) {
            writes += players.map { .credit($0, coins, reference: "demo/\($0)", at: now) }
        }
        _ = try await storage.commit(writes)
    }
}
