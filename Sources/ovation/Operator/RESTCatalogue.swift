import OvationModel
import OvationREST

/// The catalogue over REST, as an operator's command reads and changes it.
struct RESTCatalogue {
    let client: RESTClient

    /// Reads the whole catalogue.
    ///
    /// - Throws: ``RESTProblem``.
    func read() async throws -> GiftCatalogue {
        GiftCatalogue(
            try await client.call("get_gift_info_list", RESTClient.Nothing(), answer: RESTGiftInfoList.self))
    }

    /// Makes a call of a plan.
    ///
    /// - Throws: ``RESTProblem``.
    func perform(_ step: GiftPlan.Step) async throws {
        switch step {
        case .addGift(let item): try await client.perform("add_gift", RESTGiftChange(item))
        case .editGift(let item): try await client.perform("edit_gift", RESTGiftChange(item))
        case .deleteGift(let id): try await client.perform("del_gift", RESTGiftChange(giftID: id))
        case .addCategory(let section): try await client.perform("add_gift_category", RESTGiftCategoryChange(section))
        case .editCategory(let section): try await client.perform("edit_gift_category", RESTGiftCategoryChange(section))
        case .deleteCategory(let id):
            try await client.perform("del_gift_category", RESTGiftCategoryChange(categoryID: id))
        case .place(let gifts, let id): try await place(gifts, in: id)
        case .displace(let gifts, let id):
            try await client.perform(
                "del_gift_category_relations", RESTGiftRelations(categoryID: id, giftIDs: gifts.map(\.rawValue)))
        case .setGiftText(let id, let language, let text):
            try await client.perform(
                "set_gift_language",
                RESTGiftLanguage(giftID: id, language: language, name: text.name, desc: text.desc)
            )
        case .deleteGiftText(let id, let language):
            try await client.perform("del_gift_language", RESTGiftLanguage(giftID: id, language: language))
        case .setCategoryText(let id, let language, let text):
            try await client.perform(
                "set_gift_category_language",
                RESTGiftCategoryLanguage(categoryID: id, language: language, name: text.name, desc: text.desc))
        case .deleteCategoryText(let id, let language):
            try await client.perform(
                "del_gift_category_language", RESTGiftCategoryLanguage(categoryID: id, language: language))
        }
    }

    /// Shows gifts in a category.
    ///
    /// - Throws: ``RESTProblem``, also where the server does not have one of them.
    func place(_ gifts: [GiftID], in id: GiftCategoryID) async throws {
        let answer = try await client.call(
            "add_gift_category_relations", RESTGiftRelations(categoryID: id, giftIDs: gifts.map(\.rawValue)),
            answer: RESTInvalidGifts.self)
        guard !answer.ids.isEmpty else { return }
        throw RESTProblem.refused(
            command: "add_gift_category_relations", code: ErrorCode.giftNotFound.rawValue,
            message: "There are no gifts with these ids: \(answer.ids.joined(separator: ", ")).")
    }
}

extension RESTGiftChange {
    /// Every field of a gift.
    init(_ item: GiftCatalogue.Item) {
        let gift = item.gift
        self.init(
            giftID: gift.giftID, name: gift.name, desc: gift.desc, iconURL: gift.iconURL, resourceURL: gift.resourceURL,
            coins: gift.coins, level: gift.level, extensionInfo: item.extensionText)
    }
}

extension RESTGiftCategoryChange {
    /// Every field of a category.
    init(_ section: GiftCatalogue.Section) {
        self.init(
            categoryID: section.categoryID, name: section.text.name, desc: section.text.desc,
            extensionInfo: section.extensionText)
    }
}

extension GiftCatalogue {
    /// The catalogue as a server has told it.
    init(_ list: RESTGiftInfoList) {
        self.init(
            items: list.giftList.map { info in
                Item(
                    gift: Gift(
                        giftID: info.giftID, name: info.name, desc: info.desc, iconURL: info.iconURL,
                        resourceURL: info.resourceURL, level: info.level, coins: info.coins),
                    languages: Self.languages(info.languageList.map { ($0.language, $0.name, $0.desc) }),
                    extensionText: info.extensionInfo,
                    createdAt: Timestamp(milliseconds: 0).adding(seconds: info.createTime))
            },
            sections: list.categoryList.map { info in
                Section(
                    categoryID: info.categoryID, text: GiftText(name: info.name, desc: info.desc),
                    extensionText: info.extensionInfo,
                    languages: Self.languages(info.languageList.map { ($0.language, $0.name, $0.desc) }),
                    giftIDs: info.giftIDs)
            })
    }

    /// Texts by the one name of their language, so that they compare with those of a file.
    private static func languages(_ texts: [(language: String?, name: String, desc: String)]) -> [String: GiftText] {
        Dictionary(
            texts.compactMap { language, name, desc in
                language.map { (GiftLanguage($0).name, GiftText(name: name, desc: desc)) }
            }, uniquingKeysWith: { first, _ in first })
    }
}
