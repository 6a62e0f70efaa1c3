public import OvationModel

/// What an administrator can ask of the gift catalogue.
public enum CatalogueCommand: Hashable, Sendable {
    /// A new gift, which needs a name and a price.
    case addGift(GiftID, GiftChange)
    /// A gift becomes another; what the change leaves out stays as it is.
    case editGift(GiftID, GiftChange)
    /// A gift goes, from its categories too. One that is not there is gone already.
    case deleteGift(GiftID)
    /// A new category, which needs a name.
    case addCategory(GiftCategoryID, GiftCategoryChange)
    /// A category becomes another; what the change leaves out stays as it is.
    case editCategory(GiftCategoryID, GiftCategoryChange)
    /// A category goes; its gifts stay. One that is not there is gone already.
    case deleteCategory(GiftCategoryID)
    /// Gifts are shown in a category, behind those that it has. The ids may be of any form: those of no gift are answered.
    case place([String], GiftCategoryID)
    /// Gifts are no longer shown in a category.
    case displace([String], GiftCategoryID)
    /// The gifts are shown in this order. It has to name each of them once.
    case orderGifts([GiftID])
    /// The categories are shown in this order. It has to name each of them once.
    case orderCategories([GiftCategoryID])
    /// The gifts of a category are shown in this order. It has to name each of them once.
    case orderPlaced([GiftID], GiftCategoryID)
    /// A gift has texts in a language; a text that is nil stays as it is. The first time needs a name.
    case setGiftText(GiftID, GiftLanguage, name: String?, desc: String?)
    /// A gift has no texts in a language. Where it had none, nothing changes.
    case deleteGiftText(GiftID, GiftLanguage)
    /// A category has texts in a language; as for gifts.
    case setCategoryText(GiftCategoryID, GiftLanguage, name: String?, desc: String?)
    /// A category has no texts in a language.
    case deleteCategoryText(GiftCategoryID, GiftLanguage)
}

/// What is given of a gift. A field that is nil was not.
public struct GiftChange: Hashable, Sendable {
    /// The default name.
    public var name: String?
    /// The default line about it.
    public var desc: String?
    /// Where the icon is.
    public var iconURL: String?
    /// Where the animation is.
    public var resourceURL: String?
    /// The app's own rank of the gift.
    public var level: Int?
    /// The price of one.
    public var coins: Coins?
    /// The app's own fields.
    public var extensionInfo: ExtensionInfo?

    /// Makes a change of nothing.
    public init() {}
}

/// What is given of a category. A field that is nil was not.
public struct GiftCategoryChange: Hashable, Sendable {
    /// The default name.
    public var name: String?
    /// The default line about it.
    public var desc: String?
    /// The app's own fields.
    public var extensionInfo: ExtensionInfo?

    /// Makes a change of nothing.
    public init() {}
}

/// The app's own fields of a gift or category: as its backend wrote them, and as its clients read them.
public struct ExtensionInfo: Hashable, Sendable {
    /// The JSON text.
    public var text: String
    /// The fields, those that are no texts as their JSON.
    public var fields: [String: String]

    /// Makes fields of a text that was parsed.
    public init(text: String, fields: [String: String]) {
        self.text = text
        self.fields = fields
    }
}

/// One thing that changes in the catalogue that is kept.
public enum CatalogueChange: Hashable, Sendable {
    /// A gift is added, or becomes this one in its place.
    case putGift(GiftCatalogue.Item)
    /// A gift goes. The categories that showed it change by themselves.
    case deleteGift(GiftID)
    /// A category is added, or becomes this one in its place.
    case putCategory(GiftCatalogue.Section)
    /// A category goes.
    case deleteCategory(GiftCategoryID)
    /// These gifts come first, in this order. Those that are not named follow as they were; ids of no gift do nothing.
    case arrangeGifts([GiftID])
    /// These categories come first, as gifts do.
    case arrangeCategories([GiftCategoryID])
}

extension CatalogueChange {
    /// What there is, in an order that names some of it: those first, then the rest as it was.
    public static func arranged<ID: Hashable>(_ present: [ID], as wanted: [ID]) -> [ID] {
        let known = Set(present)
        var taken: Set<ID> = []
        let first = wanted.filter { known.contains($0) && taken.insert($0).inserted }
        return first + present.filter { !taken.contains($0) }
    }
}

/// What an edit of the catalogue led to.
public struct CatalogueOutcome: Hashable, Sendable {
    /// What changes; empty where everything was so already.
    public var changes: [CatalogueChange] = []
    /// Of the gifts that were to be placed, those that do not exist.
    public var invalidGiftIDs: [String] = []

    /// Makes an outcome without consequences.
    public init() {}
}
