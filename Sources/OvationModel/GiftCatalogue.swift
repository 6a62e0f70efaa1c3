/// Every gift and category of the app with all their languages, as it is kept and edited.
public struct GiftCatalogue: Hashable, Codable, Sendable {
    /// A gift with its texts in other languages.
    public struct Item: Hashable, Codable, Sendable {
        /// The gift with its default texts.
        public var gift: Gift
        /// Texts by language, as they were given (`zh-Hans`).
        public var languages: [String: GiftText]
        /// The app's own fields as the JSON text that the backend gave, so that it reads back what it wrote; empty where
        /// they were set otherwise.
        public var extensionText: String
        /// When it was added.
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

    /// A category with its texts in other languages and the ids of its gifts.
    public struct Section: Hashable, Codable, Sendable {
        /// Which category.
        public var categoryID: GiftCategoryID
        /// The default texts.
        public var text: GiftText
        /// The app's own fields.
        public var extensionInfo: [String: String]
        /// The same as the JSON text that the backend gave; empty where they were set otherwise.
        public var extensionText: String
        /// Texts by language.
        public var languages: [String: GiftText]
        /// Its gifts, in the order in which they were added.
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

    /// The gift panel in a language.
    ///
    /// A gift or category that has no text in the language shows its default one. Gifts in no category come last, under a
    /// category whose id and name are empty, so that a gift that was just added can be seen.
    ///
    /// - Parameter language: for instance `zh-CN`; aliases are understood (``GiftLanguage``). nil means the default texts.
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

    /// The gift of an id with its texts; nil where there is none.
    public func item(_ id: GiftID) -> Item? { items.first { $0.gift.giftID == id } }

    /// The category of an id; nil where there is none.
    public func section(_ id: GiftCategoryID) -> Section? { sections.first { $0.categoryID == id } }

    /// The languages in which there is any text, normalised.
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
    /// The text, with what it lacks taken from another one.
    public func filled(from fallback: GiftText) -> GiftText {
        GiftText(name: name.isEmpty ? fallback.name : name, desc: desc.isEmpty ? fallback.desc : desc)
    }
}
