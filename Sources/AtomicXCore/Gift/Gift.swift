import OvationModel

/// A gift that can be sent.
public struct Gift: JSONCodable, Sendable {
    /// The id of the gift, at most 20 bytes.
    public let giftID: String
    /// The name, in the language of ``GiftStore/setLanguage(_:)``.
    public let name: String
    /// A short description, in the same language.
    public let desc: String
    /// The URL of the icon.
    public let iconURL: String
    /// The URL of the animation; empty for a gift without a full-screen effect.
    public let resourceURL: String
    /// The rank of the gift, which the app decides.
    public let level: UInt
    /// The price of one gift.
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

    /// Makes a gift from the server's. An event goes to everybody and has only the default texts. So the texts of the panel's gift with the
    /// same id are used if there is one.
    init(_ gift: OvationModel.Gift, texts: Gift? = nil) {
        self.init(
            giftID: gift.giftID.rawValue, name: texts?.name ?? gift.name, desc: texts?.desc ?? gift.desc,
            iconURL: gift.iconURL, resourceURL: gift.resourceURL, level: UInt(clamping: gift.level),
            coins: UInt(clamping: gift.coins.amount), extensionInfo: gift.extensionInfo)
    }
}

/// A category of the gift panel.
public struct GiftCategory: JSONCodable, Sendable {
    /// The id of the category; empty for the gifts that are in none.
    public let categoryID: String
    /// The name, in the language of ``GiftStore/setLanguage(_:)``.
    public let name: String
    /// A short description, in the same language.
    public let desc: String
    /// The app's own fields.
    public let extensionInfo: [String: String]
    /// The gifts of the category, in the order in which they were added.
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
    /// The gift panel by category; empty until ``GiftStore/refreshUsableGifts(completion:)``.
    public var usableGifts: [GiftCategory] = []

    /// Makes an empty panel.
    public init() {}
}

/// An event about gifts in a live.
public enum GiftEvent: Sendable {
    /// Somebody sent a gift. Everybody in the live gets this event, the sender too, once for each order.
    ///
    /// `count` is the number of gifts, 1 to 9,999.
    case onReceiveGift(liveID: String, gift: Gift, count: UInt, sender: LiveUserInfo)
}
