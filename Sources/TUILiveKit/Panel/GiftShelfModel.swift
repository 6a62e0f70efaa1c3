import AtomicXCore
import Foundation
import OpenCombineShim

/// What the panel of ``GiftListView`` does: categories of the catalogue, a choice in one of them, and orders.
@MainActor
final class GiftShelfModel {
    var surface: (any GiftPanelSurface)?
    private(set) var categories: [GiftCategory] = []
    /// The category that is shown, counted from 0.
    private(set) var category = 0
    /// The gift of the category that is chosen, counted from 0; nil for none.
    private(set) var selected: Int?
    /// Is told that the user has chosen a gift.
    var onSelect: (Gift) -> Void = { _ in }
    /// Is told what became of an order.
    var onSent: (Gift, UInt, Result<Void, ErrorInfo>) -> Void = { _, _, _ in }

    private var roomID: String
    private let kit: GiftKit
    private let language: String
    private var store: GiftStore
    private let resolve: (String) -> String
    private var subscription: AnyCancellable?

    init(roomID: String, kit: GiftKit, languages: [String] = Locale.preferredLanguages) {
        self.roomID = roomID
        self.kit = kit
        language = Self.language(of: languages)
        store = kit.desk.giftStore(of: roomID)
        resolve = kit.desk.resolved
        watch()
    }

    /// Sells the gifts of another live from now on.
    func setRoom(_ roomID: String) {
        guard roomID != self.roomID else { return }
        self.roomID = roomID
        store = kit.desk.giftStore(of: roomID)
        watch()
    }

    private func watch() {
        store.setLanguage(language)
        // The store publishes on the main queue, where this is made too.
        subscription = store.state.subscribe().sink { [weak self] state in
            MainActor.assumeIsolated { self?.take(state.usableGifts) }
        }
        store.refreshUsableGifts(completion: nil)
    }

    /// The gifts of the category that is shown.
    var gifts: [Gift] { categories.indices.contains(category) ? categories[category].giftList : [] }

    /// The language of the gifts for a user who prefers these, best first: one that the kit's own words are in too.
    static func language(of preferred: [String]) -> String { KitLanguage(preferred: preferred).rawValue }

    /// The user chose a category: its first gift is chosen.
    func chooseCategory(_ index: Int) {
        guard categories.indices.contains(index) else { return }
        category = index
        selected = nil
        choose(0)
        surface?.redraw()
    }

    /// The user swiped to the category beside the one that is shown.
    func swipe(by step: Int) { chooseCategory(category + step) }

    /// The user touched a gift. Answers whether it was chosen before.
    @discardableResult
    func choose(_ index: Int) -> Bool {
        guard gifts.indices.contains(index) else { return false }
        let wasChosen = selected == index
        selected = index
        if !wasChosen {
            onSelect(gifts[index])
            surface?.redraw()
        }
        return wasChosen
    }

    /// Orders a gift.
    func send(_ gift: Gift, count: UInt) {
        store.sendGift(giftID: gift.giftID, count: count) { [weak self] result in
            MainActor.assumeIsolated { self?.onSent(gift, count, result) }
        }
    }

    /// An address of the catalogue as the network knows it.
    func resolved(_ address: String) -> String { resolve(address) }

    private func take(_ categories: [GiftCategory]) {
        let (shown, chosen) = (
            self.categories.indices.contains(category) ? self.categories[category].categoryID : nil,
            selected.flatMap { gifts.indices.contains($0) ? gifts[$0].giftID : nil }
        )
        self.categories = categories
        category = categories.firstIndex { $0.categoryID == shown } ?? 0
        selected = chosen.flatMap { id in gifts.firstIndex { $0.giftID == id } }
        surface?.redraw()
    }
}
