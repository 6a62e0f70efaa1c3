package import OvationModel

// The bodies of calls about the gift catalogue. The server reads and answers them; the operator's command sends and reads them.

/// The fields of a gift that a call sets. A nil field is not sent, and stays as it is.
package struct RESTGiftChange: Codable, Sendable {
    package var giftID: GiftID
    package var iconURL: String?
    package var resourceURL: String?
    package var coins: Coins?
    package var level: Int?
    package var extensionInfo: String?
    package var name: String?
    package var desc: String?
    /// In a call, the revision that the gift still has to have; nil for any.
    package var revision: String?

    package init(
        giftID: GiftID, name: String? = nil, desc: String? = nil, iconURL: String? = nil, resourceURL: String? = nil,
        coins: Coins? = nil, level: Int? = nil, extensionInfo: String? = nil
    ) {
        self.giftID = giftID
        self.name = name
        self.desc = desc
        self.iconURL = iconURL
        self.resourceURL = resourceURL
        self.coins = coins
        self.level = level
        self.extensionInfo = extensionInfo
    }

    enum CodingKeys: String, CodingKey {
        case giftID = "GiftId"
        case iconURL = "IconUrl"
        case resourceURL = "ResourceUrl"
        case coins = "Coins"
        case level = "Level"
        case extensionInfo = "ExtensionInfo"
        case name = "DefaultName"
        case desc = "DefaultDesc"
        case revision = "Revision"
    }
}

/// The fields of a category that a call sets. A nil field is not sent, and stays as it is.
package struct RESTGiftCategoryChange: Codable, Sendable {
    package var categoryID: GiftCategoryID
    package var extensionInfo: String?
    package var name: String?
    package var desc: String?

    package init(
        categoryID: GiftCategoryID, name: String? = nil, desc: String? = nil, extensionInfo: String? = nil
    ) {
        self.categoryID = categoryID
        self.name = name
        self.desc = desc
        self.extensionInfo = extensionInfo
    }

    enum CodingKeys: String, CodingKey {
        case categoryID = "CategoryId"
        case extensionInfo = "ExtensionInfo"
        case name = "DefaultName"
        case desc = "DefaultDesc"
    }
}

/// A category and gifts. The ids are plain texts, so that an invalid id is answered like an unknown one.
package struct RESTGiftRelations: Codable, Sendable {
    package let categoryID: GiftCategoryID
    package let giftIDs: [String]

    package init(categoryID: GiftCategoryID, giftIDs: [String]) {
        self.categoryID = categoryID
        self.giftIDs = giftIDs
    }

    enum CodingKeys: String, CodingKey {
        case categoryID = "CategoryId"
        case giftIDs = "GiftIdList"
    }
}

/// The ids that were left out because no gift has them.
package struct RESTInvalidGifts: Codable, Sendable {
    package let ids: [String]

    enum CodingKeys: String, CodingKey { case ids = "InvalidGiftIdList" }
}

/// A gift, a language, and the texts in that language that a call sets.
package struct RESTGiftLanguage: Codable, Sendable {
    package let giftID: GiftID
    package let language: String
    package let name: String?
    package let desc: String?

    package init(giftID: GiftID, language: String, name: String? = nil, desc: String? = nil) {
        self.giftID = giftID
        self.language = language
        self.name = name
        self.desc = desc
    }

    enum CodingKeys: String, CodingKey {
        case giftID = "GiftId"
        case language = "Language"
        case name = "Name"
        case desc = "Desc"
    }
}

/// A category, a language, and the texts in that language that a call sets.
package struct RESTGiftCategoryLanguage: Codable, Sendable {
    package let categoryID: GiftCategoryID
    package let language: String
    package let name: String?
    package let desc: String?

    package init(categoryID: GiftCategoryID, language: String, name: String? = nil, desc: String? = nil) {
        self.categoryID = categoryID
        self.language = language
        self.name = name
        self.desc = desc
    }

    enum CodingKeys: String, CodingKey {
        case categoryID = "CategoryId"
        case language = "Language"
        case name = "CategoryName"
        case desc = "CategoryDesc"
    }
}

// MARK: - The whole catalogue

/// The answer to `get_gift_info_list`.
package struct RESTGiftInfoList: Codable, Sendable {
    package let totalCount: Int
    package let giftList: [RESTGiftInfo]
    package let categoryList: [RESTGiftCategoryInfo]

    enum CodingKeys: String, CodingKey {
        case totalCount = "TotalCount"
        case giftList = "GiftList"
        case categoryList = "CategoryList"
    }
}

/// A gift with all its languages, in the answer to `get_gift_info_list`.
package struct RESTGiftInfo: Codable, Sendable {
    package let giftID: GiftID
    package let name: String
    package let desc: String
    package let iconURL: String
    package let resourceURL: String
    package let coins: Coins
    package let level: Int
    package let extensionInfo: String
    /// When it was added, in Unix seconds.
    package let createTime: Int64
    /// Changes with every change of the gift or its texts; nil from a server of an older version.
    package let revision: String?
    package let languageList: [RESTGiftText]

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
        case revision = "Revision"
        case languageList = "LanguageList"
    }
}

/// Texts of a gift in a language.
package struct RESTGiftText: Codable, Sendable {
    package let name: String
    package let desc: String
    /// nil where the call named the language.
    package let language: String?

    enum CodingKeys: String, CodingKey {
        case name = "Name"
        case desc = "Desc"
        case language = "Language"
    }
}

/// A category with its gifts and all its languages, in the answer to `get_gift_info_list`.
package struct RESTGiftCategoryInfo: Codable, Sendable {
    package let categoryID: GiftCategoryID
    package let name: String
    package let desc: String
    package let extensionInfo: String
    package let giftIDs: [GiftID]
    package let languageList: [RESTGiftCategoryText]

    enum CodingKeys: String, CodingKey {
        case categoryID = "CategoryId"
        case name = "CategoryName"
        case desc = "CategoryDesc"
        case extensionInfo = "ExtensionInfo"
        case giftIDs = "GiftIdList"
        case languageList = "LanguageList"
    }
}

/// Texts of a category in a language.
package struct RESTGiftCategoryText: Codable, Sendable {
    package let name: String
    package let desc: String
    /// nil where the call named the language.
    package let language: String?

    enum CodingKeys: String, CodingKey {
        case name = "CategoryName"
        case desc = "CategoryDesc"
        case language = "Language"
    }
}
