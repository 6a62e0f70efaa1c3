/// A gift as viewers see it, in one language.
public struct Gift: Hashable, Codable, Sendable {
    /// The id of the gift.
    public var giftID: GiftID
    /// The name, at most 20 bytes.
    public var name: String
    /// A short description, at most 20 bytes.
    public var desc: String
    /// The URL of the icon, at most 200 bytes.
    public var iconURL: String
    /// The URL of the animation, at most 200 bytes; empty for a gift without a full-screen effect.
    public var resourceURL: String
    /// A rank that the app assigns.
    public var level: Int
    /// The price of one gift.
    public var coins: Coins
    /// Fields defined by the app, at most 100 bytes as JSON.
    public var extensionInfo: [String: String]

    /// Makes a gift.
    public init(
        giftID: GiftID, name: String, desc: String = "", iconURL: String = "", resourceURL: String = "", level: Int = 0,
        coins: Coins, extensionInfo: [String: String] = [:]
    ) {
        self.giftID = giftID
        self.name = name
        self.desc = desc
        self.iconURL = iconURL
        self.resourceURL = resourceURL
        self.level = level
        self.coins = coins
        self.extensionInfo = extensionInfo
    }
}

/// A tab of the gift panel, in one language.
public struct GiftCategory: Hashable, Codable, Sendable {
    /// The id of the category; empty for gifts without a category.
    public var categoryID: String
    /// The name, at most 20 bytes.
    public var name: String
    /// A short description, at most 60 bytes.
    public var desc: String
    /// Fields defined by the app.
    public var extensionInfo: [String: String]
    /// The gifts, in the order in which they were added.
    public var giftList: [Gift]

    /// Makes a category.
    public init(
        categoryID: String, name: String, desc: String = "", extensionInfo: [String: String] = [:], giftList: [Gift]
    ) {
        self.categoryID = categoryID
        self.name = name
        self.desc = desc
        self.extensionInfo = extensionInfo
        self.giftList = giftList
    }
}

/// A name and a description in one language. An empty text stands for the default text.
public struct GiftText: Hashable, Codable, Sendable {
    /// The name.
    public var name: String
    /// The description.
    public var desc: String

    /// Makes the texts of one language.
    public init(name: String, desc: String = "") {
        self.name = name
        self.desc = desc
    }
}
