/// Every gift and category of the app with all their languages, as it is kept and edited.
public struct GiftCatalogue: Hashable, Codable, Sendable {
    /// A gift with its texts in other languages.
    public struct Item: Hashable, Codable, Sendable {
        /// The gift with its default texts.
        public var gift: Gift
        /// Texts by language, as they were given (`zh-Hans`).
        public var languages: [String: GiftText]
        /// When it was added.
        public var createdAt: Timestamp

        /// Makes an item.
        public init(gift: Gift, languages: [String: GiftText] = [:], createdAt: Timestamp) {
            self.gift = gift
            self.languages = languages
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
        /// Texts by language.
        public var languages: [String: GiftText]
        /// Its gifts, in the order in which they were added.
        public var giftIDs: [GiftID]

        /// Makes a section.
        public init(
            categoryID: GiftCategoryID, text: GiftText, extensionInfo: [String: String] = [:],
            languages: [String: GiftText] = [:], giftIDs: [GiftID] = []
        ) {
            self.categoryID = categoryID
            self.text = text
            self.extensionInfo = extensionInfo
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
            return GiftText(
                name: match.name.isEmpty ? fallback.name : match.name,
                desc: match.desc.isEmpty ? fallback.desc : match.desc)
        }
        func gift(_ item: Item) -> Gift {
            let shown = text(GiftText(name: item.gift.name, desc: item.gift.desc), item.languages)
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
}

/// The name of a language, with the aliases under which apps ask for it.
public struct GiftLanguage: Hashable, Sendable {
    /// Lower case, with `_` as `-`, and Chinese by its script: `zh-cn` and `zh` are `zh-hans`, `zh-tw` and `zh-hk` are `zh-hant`.
    public let normalized: String

    /// Normalises the name of a language.
    public init(_ name: String) {
        let parts = name.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
        guard parts.first == "zh" else {
            normalized = parts.joined(separator: "-")
            return
        }
        let traditional =
            parts.contains("hant") || (!parts.contains("hans") && !Set(parts).isDisjoint(with: ["tw", "hk", "mo"]))
        normalized = traditional ? "zh-hant" : "zh-hans"
    }

    /// The value whose key names this language: the same one, else one that differs only in the region (`en-US` finds `en`).
    public func match<Value>(in values: [String: Value]) -> Value? {
        var near: (key: String, value: Value)?
        for (name, value) in values {
            let key = GiftLanguage(name).normalized
            if key == normalized { return value }
            let base = normalized.prefix { $0 != "-" }
            if key == base, !normalized.hasPrefix("zh"), near.map({ key < $0.key }) ?? true { near = (key, value) }
        }
        return near?.value
    }
}
