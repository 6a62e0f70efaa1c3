public import OvationModel

/// The limits of gifts and categories. Messages have the names of the REST API, by which alone they are edited.
extension FieldRules {
    /// Checks a gift with its default texts; nil where it is within its limits.
    public static func rejection(of item: GiftCatalogue.Item) -> Rejection? {
        let gift = item.gift
        return name(gift.name, "DefaultName") ?? shown(gift.desc, "DefaultDesc", FieldBounds.giftDescBytesMax)
            ?? bytes(gift.iconURL, "IconUrl", FieldBounds.pictureURLBytesMax)
            ?? bytes(gift.resourceURL, "ResourceUrl", FieldBounds.pictureURLBytesMax)
            ?? bytes(item.extensionText, "ExtensionInfo", FieldBounds.extensionInfoBytesMax)
            ?? number(Int64(gift.level), "Level", 0...Int64(Int32.max))
            ?? number(gift.coins.amount, "Coins", 0...Coins.max.amount)
    }

    /// Checks a category with its default texts.
    public static func rejection(of section: GiftCatalogue.Section) -> Rejection? {
        name(section.text.name, "DefaultName")
            ?? shown(section.text.desc, "DefaultDesc", FieldBounds.giftCategoryDescBytesMax)
            ?? bytes(section.extensionText, "ExtensionInfo", FieldBounds.extensionInfoBytesMax)
    }

    /// Checks texts of a gift in a language, those that were given.
    static func check(giftText given: String?, _ desc: String?) throws(Rejection) {
        if let rejection = given.flatMap({ name($0, "Name") })
            ?? desc.flatMap({ shown($0, "Desc", FieldBounds.giftDescBytesMax) })
        {
            throw rejection
        }
    }

    /// Checks texts of a category in a language, those that were given.
    static func check(categoryText given: String?, _ desc: String?) throws(Rejection) {
        if let rejection = given.flatMap({ name($0, "CategoryName") })
            ?? desc.flatMap({ shown($0, "CategoryDesc", FieldBounds.giftCategoryDescBytesMax) })
        {
            throw rejection
        }
    }

    private static func name(_ text: String, _ field: String) -> Rejection? {
        text.isEmpty
            ? Rejection(.illegalParameter, "\"\(field)\" is empty.")
            : shown(text, field, FieldBounds.giftNameBytesMax)
    }

    /// A text that people see among others.
    private static func shown(_ text: String, _ field: String, _ most: Int) -> Rejection? {
        bytes(text, field, most) ?? direction(text, field)
    }

    private static func bytes(_ text: String, _ field: String, _ most: Int) -> Rejection? {
        // What is kept cannot hold it, and a catalogue that changes with a restart would be worse than a refusal.
        if let rejection = nul(text, field) { return rejection }
        let count = text.utf8.count
        guard count > most else { return nil }
        return Rejection(.illegalParameter, "\"\(field)\" is at most \(most) bytes of UTF-8; this is \(count).")
    }

    private static func number(_ number: Int64, _ field: String, _ range: ClosedRange<Int64>) -> Rejection? {
        guard !range.contains(number) else { return nil }
        return Rejection(.illegalParameter, "\"\(field)\" is \(range.lowerBound) to \(range.upperBound).")
    }
}
