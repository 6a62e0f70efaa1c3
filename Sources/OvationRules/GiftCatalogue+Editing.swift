public import OvationModel

extension GiftCatalogue {
    /// Applies a command, or says why it cannot be; then nothing changes.
    ///
    /// Asking again for what is so already changes nothing, so that a backend may repeat a call whose answer it lost. Only
    /// adding what is there is refused: the backend means another gift under that id.
    ///
    /// - Throws: `giftNotFound` for a gift that is not there, `illegalParameter` for everything else.
    public mutating func handle(
        _ command: CatalogueCommand, limits: Limits, at now: Timestamp
    ) throws(Rejection) -> CatalogueOutcome {
        let changes: [CatalogueChange]
        switch command {
        case .addGift(let id, let change): changes = [.putGift(try added(id, change, limits, now))]
        case .editGift(let id, let change):
            var item = try existing(id)
            item.apply(change)
            changes = [.putGift(try checked(item))]
        case .deleteGift(let id): changes = removing(id)
        case .addCategory(let id, let change): changes = [.putCategory(try added(id, change, limits))]
        case .editCategory(let id, let change):
            var section = try existing(id)
            section.apply(change)
            changes = [.putCategory(try checked(section))]
        case .deleteCategory(let id): changes = section(id) == nil ? [] : [.deleteCategory(id)]
        case .place(let ids, let id): return try place(ids, in: id)
        case .displace(let ids, let id):
            guard var section = section(id) else { return CatalogueOutcome() }
            section.giftIDs.removeAll { ids.contains($0.rawValue) }
            changes = [.putCategory(section)]
        case .orderGifts(let ids):
            try Self.checkOrder(ids, of: items.map(\.gift.giftID))
            changes = [.arrangeGifts(ids)]
        case .orderCategories(let ids):
            try Self.checkOrder(ids, of: sections.map(\.categoryID))
            changes = [.arrangeCategories(ids)]
        case .orderPlaced(let ids, let id):
            var section = try existing(id)
            try Self.checkOrder(ids, of: section.giftIDs)
            section.giftIDs = ids
            changes = [.putCategory(section)]
        case .setGiftText(let id, let language, let name, let desc):
            var item = try existing(id)
            try FieldRules.check(giftText: name, desc)
            try item.languages.set(language, name, desc, languagesMax: limits.giftLanguagesMax)
            changes = [.putGift(item)]
        case .deleteGiftText(let id, let language):
            guard var item = item(id) else { return CatalogueOutcome() }
            item.languages.remove(language)
            changes = [.putGift(item)]
        case .setCategoryText(let id, let language, let name, let desc):
            var section = try existing(id)
            try FieldRules.check(categoryText: name, desc)
            try section.languages.set(language, name, desc, languagesMax: limits.giftLanguagesMax)
            changes = [.putCategory(section)]
        case .deleteCategoryText(let id, let language):
            guard var section = section(id) else { return CatalogueOutcome() }
            section.languages.remove(language)
            changes = [.putCategory(section)]
        }
        return apply(changes)
    }

    /// Applies changes as the storage does, and answers those that made a difference.
    private mutating func apply(_ changes: [CatalogueChange]) -> CatalogueOutcome {
        var outcome = CatalogueOutcome()
        for change in changes where apply(change) { outcome.changes.append(change) }
        return outcome
    }

    /// Applies a change; false where everything is so already.
    @discardableResult
    public mutating func apply(_ change: CatalogueChange) -> Bool {
        switch change {
        case .putGift(let item):
            let index = items.firstIndex { $0.gift.giftID == item.gift.giftID }
            guard index.map({ items[$0] != item }) ?? true else { return false }
            if let index { items[index] = item } else { items.append(item) }
        case .deleteGift(let id):
            guard let index = items.firstIndex(where: { $0.gift.giftID == id }) else { return false }
            items.remove(at: index)
            for index in sections.indices { sections[index].giftIDs.removeAll { $0 == id } }
        case .putCategory(let section):
            let index = sections.firstIndex { $0.categoryID == section.categoryID }
            guard index.map({ sections[$0] != section }) ?? true else { return false }
            if let index { sections[index] = section } else { sections.append(section) }
        case .deleteCategory(let id):
            guard let index = sections.firstIndex(where: { $0.categoryID == id }) else { return false }
            sections.remove(at: index)
        case .arrangeGifts(let ids):
            let order = CatalogueChange.arranged(items.map(\.gift.giftID), as: ids)
            guard order != items.map(\.gift.giftID) else { return false }
            items = order.compactMap(item)
        case .arrangeCategories(let ids):
            let order = CatalogueChange.arranged(sections.map(\.categoryID), as: ids)
            guard order != sections.map(\.categoryID) else { return false }
            sections = order.compactMap(section)
        }
        return true
    }

    /// Checks that an order names everything once. An order of a list that has changed since would put what is new at a
    /// place that nobody chose.
    private static func checkOrder<ID: Hashable>(_ ids: [ID], of present: [ID]) throws(Rejection) {
        guard ids.count == present.count, Set(ids) == Set(present) else {
            throw Rejection(
                .changedMeanwhile,
                "The order does not name each entry once. Read the catalogue again, and order what it has now.")
        }
    }
}

// MARK: - Gifts

extension GiftCatalogue {
    private func existing(_ id: GiftID) throws(Rejection) -> Item {
        guard let item = item(id) else { throw Rejection(.giftNotFound, "There is no gift with the id \"\(id)\".") }
        return item
    }

    private func added(
        _ id: GiftID, _ change: GiftChange, _ limits: Limits, _ now: Timestamp
    ) throws(Rejection) -> Item {
        guard item(id) == nil else {
            throw Rejection(
                .illegalParameter, "There is a gift with the id \"\(id)\" already. Change it with edit_gift.")
        }
        guard let name = change.name else { throw Rejection(.illegalParameter, "\"DefaultName\" is missing.") }
        guard let coins = change.coins else { throw Rejection(.illegalParameter, "\"Coins\" is missing.") }
        var item = Item(gift: Gift(giftID: id, name: name, coins: coins), createdAt: now)
        item.apply(change)
        let checked = try checked(item)
        guard items.count < limits.giftsMax else {
            throw Rejection(
                .illegalParameter, "The catalogue has \(limits.giftsMax) gifts, which is as many as it may have.")
        }
        return checked
    }

    private func checked(_ item: Item) throws(Rejection) -> Item {
        if let rejection = FieldRules.rejection(of: item) { throw rejection }
        return item
    }

    private func removing(_ id: GiftID) -> [CatalogueChange] { item(id) == nil ? [] : [.deleteGift(id)] }
}

extension GiftCatalogue.Item {
    /// Takes over what a change gives.
    fileprivate mutating func apply(_ change: GiftChange) {
        gift.name = change.name ?? gift.name
        gift.desc = change.desc ?? gift.desc
        gift.iconURL = change.iconURL ?? gift.iconURL
        gift.resourceURL = change.resourceURL ?? gift.resourceURL
        gift.level = change.level ?? gift.level
        gift.coins = change.coins ?? gift.coins
        guard let info = change.extensionInfo else { return }
        gift.extensionInfo = info.fields
        extensionText = info.text
    }
}

// MARK: - Categories

extension GiftCatalogue {
    private func existing(_ id: GiftCategoryID) throws(Rejection) -> Section {
        guard let section = section(id) else {
            throw Rejection(.illegalParameter, "There is no gift category with the id \"\(id)\".")
        }
        return section
    }

    private func added(
        _ id: GiftCategoryID, _ change: GiftCategoryChange, _ limits: Limits
    ) throws(Rejection) -> Section {
        guard section(id) == nil else {
            throw Rejection(
                .illegalParameter,
                "There is a gift category with the id \"\(id)\" already. Change it with edit_gift_category.")
        }
        guard let name = change.name else { throw Rejection(.illegalParameter, "\"DefaultName\" is missing.") }
        var section = Section(categoryID: id, text: GiftText(name: name))
        section.apply(change)
        let checked = try checked(section)
        guard sections.count < limits.giftCategoriesMax else {
            throw Rejection(
                .illegalParameter,
                "There are \(limits.giftCategoriesMax) gift categories, which is as many as there may be.")
        }
        return checked
    }

    private func checked(_ section: Section) throws(Rejection) -> Section {
        if let rejection = FieldRules.rejection(of: section) { throw rejection }
        return section
    }

    /// Places gifts behind those that a category has, each once.
    private mutating func place(_ ids: [String], in id: GiftCategoryID) throws(Rejection) -> CatalogueOutcome {
        var section = try existing(id)
        var placed = Set(section.giftIDs)
        let known = Set(items.map(\.gift.giftID))
        var invalid: [String] = []
        for text in ids {
            guard let gift = GiftID(text), known.contains(gift) else {
                if !invalid.contains(text) { invalid.append(text) }
                continue
            }
            if placed.insert(gift).inserted { section.giftIDs.append(gift) }
        }
        var outcome = apply([.putCategory(section)])
        outcome.invalidGiftIDs = invalid
        return outcome
    }
}

extension GiftCatalogue.Section {
    /// Takes over what a change gives.
    fileprivate mutating func apply(_ change: GiftCategoryChange) {
        text.name = change.name ?? text.name
        text.desc = change.desc ?? text.desc
        guard let info = change.extensionInfo else { return }
        extensionInfo = info.fields
        extensionText = info.text
    }
}

// MARK: - Languages

extension [String: GiftText] {
    /// Sets the texts of a language, under the name that the language is kept by.
    fileprivate mutating func set(
        _ language: GiftLanguage, _ name: String?, _ desc: String?, languagesMax: Int
    ) throws(Rejection) {
        let old = language.key(in: self).flatMap { self[$0] }
        guard let name = name ?? old?.name else {
            throw Rejection(
                .illegalParameter, "The first texts in \"\(language)\" need a name; it may be left out later.")
        }
        remove(language)
        guard count < languagesMax else {
            throw Rejection(
                .illegalParameter, "There are texts in \(languagesMax) languages, which is as many as there may be.")
        }
        self[language.name] = GiftText(name: name, desc: desc ?? old?.desc ?? "")
    }

    /// Removes the texts of a language, under whatever name they were kept.
    fileprivate mutating func remove(_ language: GiftLanguage) {
        while let key = language.key(in: self) { self[key] = nil }
    }
}
