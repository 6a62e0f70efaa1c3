import OvationModel

/// The catalogue over REST, as an operator's command reads and changes it.
struct RESTCatalogue {
    let client: RESTClient

    /// Reads the whole catalogue.
    ///
    /// - Throws: ``RESTProblem``.
    func read() async throws -> GiftCatalogue {
        try await client.call("get_gift_info_list", RESTClient.Nothing(), answer: Listing.self).catalogue
    }

    /// Makes a call of a plan.
    ///
    /// - Throws: ``RESTProblem``.
    func perform(_ step: GiftPlan.Step) async throws {
        switch step {
        case .addGift(let item): try await client.perform("add_gift", GiftFields(item))
        case .editGift(let item): try await client.perform("edit_gift", GiftFields(item))
        case .deleteGift(let id): try await client.perform("del_gift", GiftFields(giftID: id))
        case .addCategory(let section): try await client.perform("add_gift_category", CategoryFields(section))
        case .editCategory(let section): try await client.perform("edit_gift_category", CategoryFields(section))
        case .deleteCategory(let id): try await client.perform("del_gift_category", CategoryFields(categoryID: id))
        case .place(let gifts, let id): try await place(gifts, in: id)
        case .displace(let gifts, let id):
            try await client.perform("del_gift_category_relations", Relations(categoryID: id, giftIDs: gifts))
        case .setGiftText(let id, let language, let text):
            try await client.perform(
                "set_gift_language",
                GiftLanguageFields(giftID: id, language: language, name: text.name, desc: text.desc)
            )
        case .deleteGiftText(let id, let language):
            try await client.perform("del_gift_language", GiftLanguageFields(giftID: id, language: language))
        case .setCategoryText(let id, let language, let text):
            try await client.perform(
                "set_gift_category_language",
                CategoryLanguageFields(categoryID: id, language: language, name: text.name, desc: text.desc))
        case .deleteCategoryText(let id, let language):
            try await client.perform(
                "del_gift_category_language", CategoryLanguageFields(categoryID: id, language: language))
        }
    }

    /// Shows gifts in a category.
    ///
    /// - Throws: ``RESTProblem``, also where the server does not have one of them.
    func place(_ gifts: [GiftID], in id: GiftCategoryID) async throws {
        let answer = try await client.call(
            "add_gift_category_relations", Relations(categoryID: id, giftIDs: gifts), answer: InvalidGifts.self)
        guard !answer.ids.isEmpty else { return }
        throw RESTProblem.refused(
            command: "add_gift_category_relations", code: ErrorCode.giftNotFound.rawValue,
            message: "There are no gifts with these ids: \(answer.ids.joined(separator: ", ")).")
    }

    // MARK: What travels

    /// The fields of a gift. What is nil is not sent, and stays as it is.
    struct GiftFields: Encodable {
        var giftID: GiftID
        var name: String?
        var desc: String?
        var iconURL: String?
        var resourceURL: String?
        var coins: Coins?
        var level: Int?
        var extensionInfo: String?

        enum CodingKeys: String, CodingKey {
            case giftID = "GiftId"
            case name = "DefaultName"
            case desc = "DefaultDesc"
            case iconURL = "IconUrl"
            case resourceURL = "ResourceUrl"
            case coins = "Coins"
            case level = "Level"
            case extensionInfo = "ExtensionInfo"
        }
    }

    fileprivate struct CategoryFields: Encodable {
        var categoryID: GiftCategoryID
        var name: String?
        var desc: String?
        var extensionInfo: String?

        enum CodingKeys: String, CodingKey {
            case categoryID = "CategoryId"
            case name = "DefaultName"
            case desc = "DefaultDesc"
            case extensionInfo = "ExtensionInfo"
        }
    }

    fileprivate struct GiftLanguageFields: Encodable {
        var giftID: GiftID
        var language: String
        var name: String?
        var desc: String?

        enum CodingKeys: String, CodingKey {
            case giftID = "GiftId"
            case language = "Language"
            case name = "Name"
            case desc = "Desc"
        }
    }

    fileprivate struct CategoryLanguageFields: Encodable {
        var categoryID: GiftCategoryID
        var language: String
        var name: String?
        var desc: String?

        enum CodingKeys: String, CodingKey {
            case categoryID = "CategoryId"
            case language = "Language"
            case name = "CategoryName"
            case desc = "CategoryDesc"
        }
    }

    fileprivate struct Relations: Encodable {
        let categoryID: GiftCategoryID
        let giftIDs: [GiftID]

        enum CodingKeys: String, CodingKey {
            case categoryID = "CategoryId"
            case giftIDs = "GiftIdList"
        }
    }

    fileprivate struct InvalidGifts: Decodable {
        let ids: [String]

        enum CodingKeys: String, CodingKey { case ids = "InvalidGiftIdList" }
    }
}

extension RESTCatalogue.GiftFields {
    /// Every field of a gift.
    init(_ item: GiftCatalogue.Item) {
        giftID = item.gift.giftID
        name = item.gift.name
        desc = item.gift.desc
        iconURL = item.gift.iconURL
        resourceURL = item.gift.resourceURL
        coins = item.gift.coins
        level = item.gift.level
        extensionInfo = item.extensionText
    }
}

extension RESTCatalogue.CategoryFields {
    fileprivate init(_ section: GiftCatalogue.Section) {
        categoryID = section.categoryID
        name = section.text.name
        desc = section.text.desc
        extensionInfo = section.extensionText
    }
}

extension RESTCatalogue {
    /// The answer to `get_gift_info_list`.
    private struct Listing: Decodable {
        struct GiftInfo: Decodable {
            struct Text: Decodable {
                let name: String
                let desc: String
                let language: String

                enum CodingKeys: String, CodingKey {
                    case name = "Name"
                    case desc = "Desc"
                    case language = "Language"
                }
            }

            let giftID: GiftID
            let name: String
            let desc: String
            let iconURL: String
            let resourceURL: String
            let coins: Coins
            let level: Int
            let extensionInfo: String
            let createTime: Int64
            let languages: [Text]

            enum CodingKeys: String, CodingKey {
                case giftID = "GiftId"
                case name = "Name"
                case desc = "Desc"
                case iconURL = "IconUrl"
                case resourceURL = "ResourceUrl"
                case coins = "Coins"
                case level = "Level"
                case extensionInfo = "ExtensionInfo"
                case createTime = "CreateTime"
                case languages = "LanguageList"
            }
        }

        struct CategoryInfo: Decodable {
            struct Text: Decodable {
                let name: String
                let desc: String
                let language: String

                enum CodingKeys: String, CodingKey {
                    case name = "CategoryName"
                    case desc = "CategoryDesc"
                    case language = "Language"
                }
            }

            let categoryID: GiftCategoryID
            let name: String
            let desc: String
            let extensionInfo: String
            let giftIDs: [GiftID]
            let languages: [Text]

            enum CodingKeys: String, CodingKey {
                case categoryID = "CategoryId"
                case name = "CategoryName"
                case desc = "CategoryDesc"
                case extensionInfo = "ExtensionInfo"
                case giftIDs = "GiftIdList"
                case languages = "LanguageList"
            }
        }

        let gifts: [GiftInfo]
        let categories: [CategoryInfo]

        enum CodingKeys: String, CodingKey {
            case gifts = "GiftList"
            case categories = "CategoryList"
        }

        var catalogue: GiftCatalogue {
            GiftCatalogue(
                items: gifts.map { info in
                    GiftCatalogue.Item(
                        gift: Gift(
                            giftID: info.giftID, name: info.name, desc: info.desc, iconURL: info.iconURL,
                            resourceURL: info.resourceURL, level: info.level, coins: info.coins),
                        languages: Self.languages(info.languages.map { ($0.language, $0.name, $0.desc) }),
                        extensionText: info.extensionInfo,
                        createdAt: Timestamp(milliseconds: 0).adding(seconds: info.createTime))
                },
                sections: categories.map { info in
                    GiftCatalogue.Section(
                        categoryID: info.categoryID, text: GiftText(name: info.name, desc: info.desc),
                        extensionText: info.extensionInfo,
                        languages: Self.languages(info.languages.map { ($0.language, $0.name, $0.desc) }),
                        giftIDs: info.giftIDs)
                })
        }

        /// Texts by the one name of their language, so that they compare with those of a file.
        private static func languages(_ texts: [(language: String, name: String, desc: String)]) -> [String: GiftText] {
            Dictionary(
                texts.map { (GiftLanguage($0.language).name, GiftText(name: $0.name, desc: $0.desc)) },
                uniquingKeysWith: { first, _ in first })
        }
    }
}
