import GRDB
import OvationModel
import OvationRules
import OvationStorage

extension BatchWriter {
    /// Replaces the catalogue. If an id occurs twice, the first one counts, as in the gift panel.
    func keep(_ catalogue: GiftCatalogue) throws {
        // Texts and placements are deleted with their gift or category.
        try db.run("DELETE FROM gift")
        try db.run("DELETE FROM gift_category")
        for (position, item) in catalogue.items.enumerated() { try insert(item, at: position) }
        for (position, section) in catalogue.sections.enumerated() { try insert(section, at: position) }
    }

    /// Applies a change. An existing gift or category keeps its position; a new one comes last.
    func keep(_ change: CatalogueChange) throws {
        switch change {
        case .putGift(let item):
            let position: Int? = try db.first("SELECT position FROM gift WHERE id = ?", item.gift.giftID.rawValue) {
                $0[0]
            }
            try db.run("DELETE FROM gift WHERE id = ?", item.gift.giftID.rawValue)
            try insert(item, at: try position ?? nextPosition(in: "gift"))
        case .deleteGift(let id):
            try db.run("DELETE FROM gift WHERE id = ?", id.rawValue)
            // If there is no such gift, nothing changes.
            guard db.changesCount > 0 else { return }
            try db.run("DELETE FROM gift_placement WHERE gift = ?", id.rawValue)
        case .putCategory(let section):
            let position: Int? = try db.first(
                "SELECT position FROM gift_category WHERE id = ?", section.categoryID.rawValue
            ) { $0[0] }
            try db.run("DELETE FROM gift_category WHERE id = ?", section.categoryID.rawValue)
            try insert(section, at: try position ?? nextPosition(in: "gift_category"))
        case .deleteCategory(let id): try db.run("DELETE FROM gift_category WHERE id = ?", id.rawValue)
        case .arrangeGifts(let ids): try arrange(ids.map(\.rawValue), in: "gift")
        case .arrangeCategories(let ids): try arrange(ids.map(\.rawValue), in: "gift_category")
        }
    }

    private func arrange(_ wanted: [String], in table: String) throws {
        var present: [String] = []
        try db.forEach("SELECT id FROM \(table) ORDER BY position") { present.append($0[0]) }
        for (position, id) in CatalogueChange.arranged(present, as: wanted).enumerated() {
            try db.run("UPDATE \(table) SET position = ? WHERE id = ?", position, id)
        }
    }

    private func nextPosition(in table: String) throws -> Int {
        try db.first("SELECT COALESCE(MAX(position) + 1, 0) FROM \(table)") { $0[0] } ?? 0
    }

    private func insert(_ item: GiftCatalogue.Item, at position: Int) throws {
        let gift = item.gift
        try db.run(
            """
            INSERT OR IGNORE INTO gift
                (id, position, name, description, icon_url, resource_url, level, coins, extension_info, extension_text,
                created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, gift.giftID.rawValue, position, gift.name.storable, gift.desc.storable, gift.iconURL.storable,
            gift.resourceURL.storable, gift.level, gift.coins.amount, try StoredJSON.text(gift.extensionInfo),
            item.extensionText.storable, item.createdAt.milliseconds)
        for (language, text) in item.languages {
            try db.run(
                "INSERT OR REPLACE INTO gift_text (gift, language, name, description) VALUES (?, ?, ?, ?)",
                gift.giftID.rawValue, language.storable, text.name.storable, text.desc.storable)
        }
    }

    private func insert(_ section: GiftCatalogue.Section, at position: Int) throws {
        let category = section.categoryID.rawValue
        try db.run(
            """
            INSERT OR IGNORE INTO gift_category (id, position, name, description, extension_info, extension_text)
            VALUES (?, ?, ?, ?, ?, ?)
            """, category, position, section.text.name.storable, section.text.desc.storable,
            try StoredJSON.text(section.extensionInfo), section.extensionText.storable)
        for (language, text) in section.languages {
            try db.run(
                "INSERT OR REPLACE INTO gift_category_text (category, language, name, description) VALUES (?, ?, ?, ?)",
                category, language.storable, text.name.storable, text.desc.storable)
        }
        for (position, gift) in section.giftIDs.enumerated() {
            try db.run(
                "INSERT OR IGNORE INTO gift_placement (category, position, gift) VALUES (?, ?, ?)", category, position,
                gift.rawValue)
        }
    }
}

extension GiftCatalogue {
    /// Reads the whole catalogue.
    init(_ db: Database) throws {
        self.init(items: try Self.items(db), sections: try Self.sections(db))
    }

    private static func items(_ db: Database) throws -> [Item] {
        let texts = try languages(db, "SELECT gift, language, name, description FROM gift_text")
        var items: [Item] = []
        try db.forEach(
            """
            SELECT id, name, description, icon_url, resource_url, level, coins, extension_info, created_at,
                extension_text
            FROM gift ORDER BY position
            """
        ) { row in
            let id: String = row[0]
            guard let coins = Coins(row[6]) else {
                throw StorageError("The price of the gift \"\(id)\" is out of range.")
            }
            let gift = Gift(
                giftID: GiftID(unchecked: id), name: row[1], desc: row[2], iconURL: row[3], resourceURL: row[4],
                level: row[5], coins: coins,
                extensionInfo: try StoredJSON.value([String: String].self, row[7], in: "gift.extension_info"))
            items.append(
                Item(
                    gift: gift, languages: texts[id] ?? [:], extensionText: row[9],
                    createdAt: Timestamp(milliseconds: row[8])))
        }
        return items
    }

    private static func sections(_ db: Database) throws -> [Section] {
        let texts = try languages(db, "SELECT category, language, name, description FROM gift_category_text")
        var placed: [String: [GiftID]] = [:]
        try db.forEach("SELECT category, gift FROM gift_placement ORDER BY category, position") { row in
            placed[row[0], default: []].append(GiftID(unchecked: row[1]))
        }
        var sections: [Section] = []
        try db.forEach(
            "SELECT id, name, description, extension_info, extension_text FROM gift_category ORDER BY position"
        ) { row in
            let id: String = row[0]
            sections.append(
                Section(
                    categoryID: GiftCategoryID(unchecked: id), text: GiftText(name: row[1], desc: row[2]),
                    extensionInfo: try StoredJSON.value(
                        [String: String].self, row[3], in: "gift_category.extension_info"),
                    extensionText: row[4], languages: texts[id] ?? [:], giftIDs: placed[id] ?? []))
        }
        return sections
    }

    private static func languages(_ db: Database, _ sql: String) throws -> [String: [String: GiftText]] {
        var texts: [String: [String: GiftText]] = [:]
        try db.forEach(sql) { row in
            texts[row[0], default: [:]][row[1]] = GiftText(name: row[2], desc: row[3])
        }
        return texts
    }
}
