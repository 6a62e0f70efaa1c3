#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    extension PostgresBatch {
        /// Replaces the catalogue. If an id occurs twice, the first one counts, as in the gift panel.
        func keep(_ catalogue: GiftCatalogue) throws {
            // Texts and placements are deleted with their gift or category.
            var statements = [PostgresStatement("DELETE FROM gift"), PostgresStatement("DELETE FROM gift_category")]
            for (position, item) in catalogue.items.enumerated() { statements += try inserts(of: item, at: position) }
            for (position, section) in catalogue.sections.enumerated() {
                statements += try inserts(of: section, at: position)
            }
            _ = try db.pipeline(statements)
        }

        /// Applies a change. An existing gift or category keeps its position; a new one comes last.
        func keep(_ change: CatalogueChange) throws {
            switch change {
            case .putGift(let item):
                let id = item.gift.giftID.rawValue
                let position: Int? = try db.first("SELECT position FROM gift WHERE id = $1", id) { try $0[0] }
                let added = try inserts(of: item, at: try position ?? nextPosition(in: "gift"))
                _ = try db.pipeline([PostgresStatement("DELETE FROM gift WHERE id = $1", id)] + added)
            case .deleteGift(let id):
                // If there is no such gift, nothing changes.
                guard try db.run("DELETE FROM gift WHERE id = $1", id.rawValue) > 0 else { return }
                try db.later("DELETE FROM gift_placement WHERE gift = $1", id.rawValue)
            case .putCategory(let section):
                let id = section.categoryID.rawValue
                let position: Int? = try db.first("SELECT position FROM gift_category WHERE id = $1", id) { try $0[0] }
                let added = try inserts(of: section, at: try position ?? nextPosition(in: "gift_category"))
                _ = try db.pipeline([PostgresStatement("DELETE FROM gift_category WHERE id = $1", id)] + added)
            case .deleteCategory(let id): try db.later("DELETE FROM gift_category WHERE id = $1", id.rawValue)
            case .arrangeGifts(let ids): try arrange(ids.map(\.rawValue), in: "gift")
            case .arrangeCategories(let ids): try arrange(ids.map(\.rawValue), in: "gift_category")
            }
        }

        private func arrange(_ wanted: [String], in table: String) throws {
            var present: [String] = []
            try db.forEach("SELECT id FROM \(table) ORDER BY position") { present.append(try $0[0]) }
            try db.later(
                """
                UPDATE \(table) SET position = wanted.position - 1
                FROM unnest($1::text[]) WITH ORDINALITY AS wanted (id, position) WHERE \(table).id = wanted.id
                """, CatalogueChange.arranged(present, as: wanted))
        }

        private func nextPosition(in table: String) throws -> Int {
            try db.first("SELECT COALESCE(MAX(position) + 1, 0) FROM \(table)") { try $0[0] } ?? 0
        }

        /// The statements that add a gift with its translations.
        private func inserts(of item: GiftCatalogue.Item, at position: Int) throws -> [PostgresStatement] {
            let gift = item.gift
            let insert = PostgresStatement(
                """
                INSERT INTO gift (id, position, name, description, icon_url, resource_url, level, coins, extension_info,
                    extension_text, created_at)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
                ON CONFLICT (id) DO NOTHING
                """, gift.giftID.rawValue, position, gift.name.storable, gift.desc.storable, gift.iconURL.storable,
                gift.resourceURL.storable, gift.level, gift.coins.amount, try StoredJSON.text(gift.extensionInfo),
                item.extensionText.storable, item.createdAt.milliseconds)
            return [insert]
                + item.languages.map { language, text in
                    PostgresStatement(
                        """
                        INSERT INTO gift_text (gift, language, name, description) VALUES ($1, $2, $3, $4)
                        ON CONFLICT (gift, language) DO UPDATE
                        SET name = excluded.name, description = excluded.description
                        """, gift.giftID.rawValue, language.storable, text.name.storable, text.desc.storable)
                }
        }

        /// The statements that add a category with its translations and the ids of its gifts.
        private func inserts(of section: GiftCatalogue.Section, at position: Int) throws -> [PostgresStatement] {
            let category = section.categoryID.rawValue
            let insert = PostgresStatement(
                """
                INSERT INTO gift_category (id, position, name, description, extension_info, extension_text)
                VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT (id) DO NOTHING
                """, category, position, section.text.name.storable, section.text.desc.storable,
                try StoredJSON.text(section.extensionInfo), section.extensionText.storable)
            let texts = section.languages.map { language, text in
                PostgresStatement(
                    """
                    INSERT INTO gift_category_text (category, language, name, description) VALUES ($1, $2, $3, $4)
                    ON CONFLICT (category, language) DO UPDATE
                    SET name = excluded.name, description = excluded.description
                    """, category, language.storable, text.name.storable, text.desc.storable)
            }
            let placements = section.giftIDs.enumerated().map { place, gift in
                PostgresStatement(
                    """
                    INSERT INTO gift_placement (category, position, gift) VALUES ($1, $2, $3)
                    ON CONFLICT (category, position) DO NOTHING
                    """, category, place, gift.rawValue)
            }
            return [insert] + texts + placements
        }
    }
#endif
