import OvationModel

/// A gift as it can be sent.
public struct Gift: JSONCodable, Sendable {
    /// Which gift, at most 20 bytes.
    public let giftID: String
    /// The name, in the language of ``GiftStore/setLanguage(_:)``.
    public let name: String
    /// A line about it, in the same language.
    public let desc: String
    /// Where the icon is.
    public let iconURL: String
    /// Where the animation is; empty for a gift without a full-screen effect.
    public let resourceURL: String
    /// The app's own rank of the gift.
    public let level: UInt
    /// The price of one.
    public let coins: UInt
    /// The app's own fields.
    public let extensionInfo: [String: String]

    /// Makes a gift.
    public init(
        giftID: String, name: String, desc: String, iconURL: String, resourceURL: String, level: UInt, coins: UInt,
        extensionInfo: [String: String]
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

    /// The gift as the server tells it, with the texts of the panel's gift of the same id where there is one: what the
    /// server tells everybody at once is in nobody's language.
    init(_ gift: OvationModel.Gift, texts: Gift? = nil) {
        self.init(
            giftID: gift.giftID.rawValue, name: texts?.name ?? gift.name, desc: texts?.desc ?? gift.desc,
            iconURL: gift.iconURL, resourceURL: gift.resourceURL, level: UInt(clamping: gift.level),
            coins: UInt(clamping: gift.coins.amount), extensionInfo: gift.extensionInfo)
    }
}

/// A page of the gift panel.
public struct GiftCategory: JSONCodable, Sendable {
    /// Which category; empty for the gifts that are in none.
    public let categoryID: String
    /// The name, in the language of ``GiftStore/setLanguage(_:)``.
    public let name: String
    /// A line about it, in the same language.
    public let desc: String
    /// The app's own fields.
    public let extensionInfo: [String: String]
    /// Its gifts, in the order in which they were added.
    public let giftList: [Gift]

    /// Makes a category.
    public init(categoryID: String, name: String, desc: String, extensionInfo: [String: String], giftList: [Gift]) {
        self.categoryID = categoryID
        self.name = name
        self.desc = desc
        self.extensionInfo = extensionInfo
        self.giftList = giftList
    }

    init(_ category: OvationModel.GiftCategory) {
        self.init(
            categoryID: category.categoryID, name: category.name, desc: category.desc,
            extensionInfo: category.extensionInfo, giftList: category.giftList.map { Gift($0) })
    }
}

/// The gifts that can be sent.
public struct GiftState: JSONCodable, Sendable {
    /// The gift panel, category by category; empty until ``GiftStore/refreshUsableGifts(completion:)``.
    public var usableGifts: [GiftCategory] = []

    /// Makes an empty panel.
    public init() {}
}

/// What happens with gifts in a live.
public enum GiftEvent: Sendable {
    /// Somebody sent a gift. Told to everybody in the live, the sender too, once for each order.
    ///
    /// `count` is how many, 1 to 9,999.
    case onReceiveGift(liveID: String, gift: Gift, count: UInt, sender: LiveUserInfo)
}
