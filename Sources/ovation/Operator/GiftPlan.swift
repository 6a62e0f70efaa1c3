import OvationModel

/// What is to be asked of a server so that its catalogue becomes the one of a file.
///
/// Pure, and the shortest way: what is so already is not asked for, so that seeding twice asks for nothing the second time,
/// and seeding after an interruption goes on where it stopped.
struct GiftPlan: Equatable {
    /// One call.
    enum Step: Equatable {
        case addGift(GiftCatalogue.Item)
        case editGift(GiftCatalogue.Item)
        case deleteGift(GiftID)
        case addCategory(GiftCatalogue.Section)
        case editCategory(GiftCatalogue.Section)
        case deleteCategory(GiftCategoryID)
        case place([GiftID], GiftCategoryID)
        case displace([GiftID], GiftCategoryID)
        case setGiftText(GiftID, String, GiftText)
        case deleteGiftText(GiftID, String)
        case setCategoryText(GiftCategoryID, String, GiftText)
        case deleteCategoryText(GiftCategoryID, String)
    }

    /// The calls, in the order in which they have to be made.
    private(set) var steps: [Step] = []
    /// What the file names and the server lacks, a sentence each; with one of them nothing is asked for.
    private(set) var problems: [String] = []

    /// Compares.
    ///
    /// - Parameters:
    ///   - file: what shall be.
    ///   - server: what is.
    ///   - prunes: whether what the server has and the file has not goes. Otherwise it stays, behind what the file names.
    init(from server: GiftCatalogue, to file: GiftCatalogue, prunes: Bool) {
        // First what makes room.
        if prunes {
            steps += server.sections.filter { file.section($0.categoryID) == nil }
                .map { Step.deleteCategory($0.categoryID) }
            steps += server.items.filter { file.item($0.gift.giftID) == nil }.map { Step.deleteGift($0.gift.giftID) }
        }
        for item in file.items { plan(item, server.item(item.gift.giftID), prunes) }
        let known = Set((file.items + (prunes ? [] : server.items)).map(\.gift.giftID))
        for section in file.sections {
            plan(section, server.section(section.categoryID), known: known, prunes)
        }
    }

    private mutating func plan(_ wanted: GiftCatalogue.Item, _ present: GiftCatalogue.Item?, _ prunes: Bool) {
        let id = wanted.gift.giftID
        if let present {
            if !present.isLike(wanted) { steps.append(.editGift(wanted)) }
        } else {
            steps.append(.addGift(wanted))
        }
        let texts = Self.changes(from: present?.languages ?? [:], to: wanted.languages, prunes)
        steps += texts.gone.map { Step.deleteGiftText(id, $0) }
        steps += texts.set.map { Step.setGiftText(id, $0.0, $0.1) }
    }

    private mutating func plan(
        _ wanted: GiftCatalogue.Section, _ present: GiftCatalogue.Section?, known: Set<GiftID>, _ prunes: Bool
    ) {
        let id = wanted.categoryID
        if let present {
            if !present.isLike(wanted) { steps.append(.editCategory(wanted)) }
        } else {
            steps.append(.addCategory(wanted))
        }
        let texts = Self.changes(from: present?.languages ?? [:], to: wanted.languages, prunes)
        steps += texts.gone.map { Step.deleteCategoryText(id, $0) }
        steps += texts.set.map { Step.setCategoryText(id, $0.0, $0.1) }
        for gift in wanted.giftIDs where !known.contains(gift) {
            problems.append(
                "The category \"\(id)\" names the gift \"\(gift)\", which is neither in the file nor there.")
        }
        place(wanted.giftIDs, present?.giftIDs.filter(known.contains) ?? [], in: id, prunes)
    }

    /// The server appends what it is given: an order that cannot be had so is made anew.
    private mutating func place(_ wanted: [GiftID], _ present: [GiftID], in id: GiftCategoryID, _ prunes: Bool) {
        let result = wanted + (prunes ? [] : present.filter { !wanted.contains($0) })
        let kept = result.starts(with: present) ? present : []
        if kept.isEmpty, !present.isEmpty { steps.append(.displace(present, id)) }
        if kept.count < result.count { steps.append(.place(Array(result.dropFirst(kept.count)), id)) }
    }

    private static func changes(
        from present: [String: GiftText], to wanted: [String: GiftText], _ prunes: Bool
    ) -> (gone: [String], set: [(String, GiftText)]) {
        let gone = prunes ? present.keys.filter { wanted[$0] == nil }.sorted() : []
        let set = wanted.filter { present[$0.key] != $0.value }.sorted { $0.key < $1.key }
        return (gone, set.map { ($0.key, $0.value) })
    }
}

extension GiftPlan.Step {
    /// What the call does, in a few words.
    var sentence: String {
        switch self {
        case .addGift(let item): "add the gift \(item.gift.giftID)"
        case .editGift(let item): "change the gift \(item.gift.giftID)"
        case .deleteGift(let id): "delete the gift \(id)"
        case .addCategory(let section): "add the category \(section.categoryID)"
        case .editCategory(let section): "change the category \(section.categoryID)"
        case .deleteCategory(let id): "delete the category \(id)"
        case .place(let gifts, let id): "show \(Self.names(gifts)) in \(id)"
        case .displace(let gifts, let id): "take \(Self.names(gifts)) out of \(id)"
        case .setGiftText(let id, let language, _): "set the texts of \(id) in \(language)"
        case .deleteGiftText(let id, let language): "delete the texts of \(id) in \(language)"
        case .setCategoryText(let id, let language, _): "set the texts of the category \(id) in \(language)"
        case .deleteCategoryText(let id, let language): "delete the texts of the category \(id) in \(language)"
        }
    }

    private static func names(_ gifts: [GiftID]) -> String { gifts.map(\.rawValue).joined(separator: ", ") }
}

extension GiftCatalogue.Item {
    /// Whether a call of `edit_gift` would change nothing.
    fileprivate func isLike(_ other: Self) -> Bool {
        var (left, right) = (gift, other.gift)
        // The text of these fields is compared; what clients make of them follows from it.
        left.extensionInfo = [:]
        right.extensionInfo = [:]
        return left == right && extensionText == other.extensionText
    }
}

extension GiftCatalogue.Section {
    fileprivate func isLike(_ other: Self) -> Bool { text == other.text && extensionText == other.extensionText }
}
