#if Cluster
    import OvationModel
    import OvationStorage

    extension GiftCatalogue {
        /// Reads the whole catalogue.
        init(_ db: PostgresConnection) throws {
            self.init(items: try Self.items(db), sections: try Self.sections(db))
        }

        private static func items(_ db: PostgresConnection) throws -> [Item] {
            let texts = try languages(db, "SELECT gift, language, name, description FROM gift_text")
            var items: [Item] = []
            try db.forEach(
                """
                SELECT id, name, description, icon_url, resource_url, level, coins, extension_info, created_at,
                    extension_text
                FROM gift ORDER BY position
                """
            ) { row in
                let id: String = try row[0]
                guard let coins = Coins(try row[6]) else {
                    throw StorageError("The price of the gift \"\(id)\" is out of range.")
                }
                let gift = Gift(
                    giftID: GiftID(unchecked: id), name: try row[1], desc: try row[2], iconURL: try row[3],
                    resourceURL: try row[4], level: try row[5], coins: coins,
                    extensionInfo: try StoredJSON.value([String: String].self, try row[7], in: "gift.extension_info"))
                items.append(
                    Item(
                        gift: gift, languages: texts[id] ?? [:], extensionText: try row[9],
                        createdAt: Timestamp(milliseconds: try row[8])))
            }
            return items
        }

        private static func sections(_ db: PostgresConnection) throws -> [Section] {
            let texts = try languages(db, "SELECT category, language, name, description FROM gift_category_text")
            var placed: [String: [GiftID]] = [:]
            try db.forEach("SELECT category, gift FROM gift_placement ORDER BY category, position") { row in
                let category: String = try row[0]
                placed[category, default: []].append(GiftID(unchecked: try row[1]))
            }
            var sections: [Section] = []
            try db.forEach(
                "SELECT id, name, description, extension_info, extension_text FROM gift_category ORDER BY position"
            ) { row in
                let id: String = try row[0]
                sections.append(
                    Section(
                        categoryID: GiftCategoryID(unchecked: id), text: GiftText(name: try row[1], desc: try row[2]),
                        extensionInfo: try StoredJSON.value(
                            [String: String].self, try row[3], in: "gift_category.extension_info"),
                        extensionText: try row[4], languages: texts[id] ?? [:], giftIDs: placed[id] ?? []))
            }
            return sections
        }

        private static func languages(_ db: PostgresConnection, _ sql: String) throws -> [String: [String: GiftText]] {
            var texts: [String: [String: GiftText]] = [:]
            try db.forEach(sql) { row in
                let (owner, language): (String, String) = (try row[0], try row[1])
                texts[owner, default: [:]][language] = GiftText(name: try row[2], desc: try row[3])
            }
            return texts
        }
    }
#endif
