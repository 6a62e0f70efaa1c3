import AtomicXCore
import Foundation
import OpenCombineShim

/// The model of ``GiftListView``: categories of the catalogue, a selection in one of them, and orders.
@MainActor
final class GiftShelfModel {
    var surface: (any GiftPanelSurface)?
    private(set) var categories: [GiftCategory] = []
    /// The index of the visible category.
    private(set) var category = 0
    /// The index of the selected gift in the category; nil for none.
    private(set) var selected: Int?
    /// Called when the user has selected a gift.
    var onSelect: (Gift) -> Void = { _ in }
    /// Called with the outcome of an order.
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

    /// Changes the live.
    func setRoom(_ roomID: String) {
        guard roomID != self.roomID else { return }
        self.roomID = roomID
        store = kit.desk.giftStore(of: roomID)
        watch()
    }

    private func watch() {
        store.setLanguage(language)
        // The store publishes on the main queue, where this object is created too.
        subscription = store.state.subscribe().sink { [weak self] state in
            MainActor.assumeIsolated { self?.take(state.usableGifts) }
        }
        store.refreshUsableGifts(completion: nil)
    }

    /// The gifts of the visible category.
    var gifts: [Gift] { categories.indices.contains(category) ? categories[category].giftList : [] }

    /// Returns the panel's language for a user with these preferences, best first. The kit's own texts exist in it.
    static func language(of preferred: [String]) -> String { KitLanguage(preferred: preferred).rawValue }

    /// Shows a category and selects its first gift.
    func chooseCategory(_ index: Int) {
        guard categories.indices.contains(index) else { return }
        category = index
        selected = nil
        choose(0)
        surface?.redraw()
    }

    /// Shows the category next to the visible one.
    func swipe(by step: Int) { chooseCategory(category + step) }

    /// Selects a gift. Returns true if it was already selected.
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

    /// Resolves an address of the catalogue.
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
