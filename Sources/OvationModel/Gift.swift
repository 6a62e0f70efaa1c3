/// A gift as a viewer sees it, in one language.
public struct Gift: Hashable, Codable, Sendable {
    /// Which gift.
    public var giftID: GiftID
    /// The name, at most 20 bytes.
    public var name: String
    /// A line about it, at most 20 bytes.
    public var desc: String
    /// Where the icon is, at most 200 bytes.
    public var iconURL: String
    /// Where the animation is, at most 200 bytes; empty for a gift without a full-screen effect.
    public var resourceURL: String
    /// The app's own rank of the gift.
    public var level: Int
    /// The price of one.
    public var coins: Coins
    /// The app's own fields, at most 100 bytes as JSON text.
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

/// A page of the gift panel, in one language.
public struct GiftCategory: Hashable, Codable, Sendable {
    /// Which category; empty for the gifts that are in none.
    public var categoryID: String
    /// The name, at most 20 bytes.
    public var name: String
    /// A line about it, at most 60 bytes.
    public var desc: String
    /// The app's own fields.
    public var extensionInfo: [String: String]
    /// Its gifts, in the order in which they were added.
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

/// Name and description in one language. An empty text means that the default is shown.
public struct GiftText: Hashable, Codable, Sendable {
    /// The name.
    public var name: String
    /// The description.
    public var desc: String

    /// Makes a text.
    public init(name: String, desc: String = "") {
        self.name = name
        self.desc = desc
    }
}
