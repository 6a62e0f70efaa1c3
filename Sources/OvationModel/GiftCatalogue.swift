/// All gifts and categories of the app in all languages, as the server stores and edits them.
public struct GiftCatalogue: Hashable, Codable, Sendable {
    /// A gift with its translations.
    public struct Item: Hashable, Codable, Sendable {
        /// The gift with its default texts.
        public var gift: Gift
        /// Translations by language. The keys are spelled as the backend sent them (`zh-Hans`).
        public var languages: [String: GiftText]
        /// The JSON that the backend sent for the app's fields, so that it can read back exactly what it wrote; empty if they were set in
        /// another way.
        public var extensionText: String
        /// When the gift was added.
        public var createdAt: Timestamp

        /// Makes an item.
        public init(
            gift: Gift, languages: [String: GiftText] = [:], extensionText: String = "", createdAt: Timestamp
        ) {
            self.gift = gift
            self.languages = languages
            self.extensionText = extensionText
            self.createdAt = createdAt
        }
    }

    /// A category with its translations and the ids of its gifts.
    public struct Section: Hashable, Codable, Sendable {
        /// The id of the category.
        public var categoryID: GiftCategoryID
        /// The default texts.
        public var text: GiftText
        /// Fields defined by the app.
        public var extensionInfo: [String: String]
        /// The JSON that the backend sent for these fields; empty if they were set in another way.
        public var extensionText: String
        /// Translations by language.
        public var languages: [String: GiftText]
        /// The gifts, in the order in which they were added.
        public var giftIDs: [GiftID]

        /// Makes a section.
        public init(
            categoryID: GiftCategoryID, text: GiftText, extensionInfo: [String: String] = [:],
            extensionText: String = "", languages: [String: GiftText] = [:], giftIDs: [GiftID] = []
        ) {
            self.categoryID = categoryID
            self.text = text
            self.extensionInfo = extensionInfo
            self.extensionText = extensionText
            self.languages = languages
            self.giftIDs = giftIDs
        }
    }

    /// The gifts, in the order in which they were added.
    public var items: [Item]
    /// The categories, in the order in which they were added.
    public var sections: [Section]

    /// Makes a catalogue.
    public init(items: [Item] = [], sections: [Section] = []) {
        self.items = items
        self.sections = sections
    }

    /// Returns the gift panel in a language.
    ///
    /// Gifts and categories without a translation show their default texts. Gifts without a category come last, in a category with an empty
    /// id and an empty name, so that newly added gifts are visible.
    ///
    /// - Parameter language: For instance `zh-CN`. Aliases are recognised (``GiftLanguage``). nil means the default texts.
    public func panel(language: String?) -> [GiftCategory] {
        let wanted = language.map(GiftLanguage.init)
        func text(_ fallback: GiftText, _ languages: [String: GiftText]) -> GiftText {
            guard let wanted, let match = wanted.match(in: languages) else { return fallback }
            return match.filled(from: fallback)
        }
        func gift(_ item: Item) -> Gift {
            let shown = text(item.text, item.languages)
            var gift = item.gift
            gift.name = shown.name
            gift.desc = shown.desc
            return gift
        }
        let byID = Dictionary(items.map { ($0.gift.giftID, $0) }, uniquingKeysWith: { first, _ in first })
        var panel = sections.map { section in
            let shown = text(section.text, section.languages)
            return GiftCategory(
                categoryID: section.categoryID.rawValue, name: shown.name, desc: shown.desc,
                extensionInfo: section.extensionInfo, giftList: section.giftIDs.compactMap { byID[$0].map(gift) })
        }
        let placed = Set(sections.flatMap(\.giftIDs))
        let loose = items.filter { !placed.contains($0.gift.giftID) }
        if !loose.isEmpty { panel.append(GiftCategory(categoryID: "", name: "", giftList: loose.map(gift))) }
        return panel
    }

    /// Finds a gift with its translations. Returns nil if there is no gift of this id.
    public func item(_ id: GiftID) -> Item? { items.first { $0.gift.giftID == id } }

    /// Finds a category. Returns nil if there is no category of this id.
    public func section(_ id: GiftCategoryID) -> Section? { sections.first { $0.categoryID == id } }

    /// All languages that have any translation, normalised.
    public var languages: Set<String> {
        let names = items.flatMap(\.languages.keys) + sections.flatMap(\.languages.keys)
        return Set(names.map { GiftLanguage($0).normalized })
    }
}

extension GiftCatalogue.Item {
    /// The default texts.
    public var text: GiftText { GiftText(name: gift.name, desc: gift.desc) }
}

extension GiftText {
    /// Returns the texts, with empty ones replaced by another text's.
    public func filled(from fallback: GiftText) -> GiftText {
        GiftText(name: name.isEmpty ? fallback.name : name, desc: desc.isEmpty ? fallback.desc : desc)
    }
}
