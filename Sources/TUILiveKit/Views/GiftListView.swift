public import AtomicXCore
public import Foundation

#if canImport(UIKit)
    public import UIKit
#endif

/// Customizes a ``GiftListView`` and follows what the user does. All methods except the last have default implementations.
@MainActor
public protocol GiftListViewDelegate: AnyObject {
    /// Returns the class of the cell for a gift; nil for the kit's choice.
    func giftListView(_ giftListView: GiftListView, cellClassFor gift: Gift) -> GiftBaseCell.Type?

    /// Returns a view for the trailing end of the category bar; nil for none.
    func giftListViewHeaderRightView(_ giftListView: GiftListView) -> GiftKitView?

    /// Returns a view to place below the gifts; nil for none.
    func giftListViewBottomView(_ giftListView: GiftListView) -> GiftKitView?

    /// The user has selected a gift.
    func giftListView(_ giftListView: GiftListView, didSelect gift: Gift)

    /// The server has answered an order.
    func giftListView(
        _ giftListView: GiftListView, didSend gift: Gift, count: UInt, result: Result<Void, ErrorInfo>)
}

extension GiftListViewDelegate {
    /// Leaves the choice to the kit.
    public func giftListView(_ giftListView: GiftListView, cellClassFor gift: Gift) -> GiftBaseCell.Type? { nil }

    /// Adds no view.
    public func giftListViewHeaderRightView(_ giftListView: GiftListView) -> GiftKitView? { nil }

    /// Adds no view.
    public func giftListViewBottomView(_ giftListView: GiftListView) -> GiftKitView? { nil }

    /// Does nothing.
    public func giftListView(_ giftListView: GiftListView, didSelect gift: Gift) {}
}

/// The panel with the gifts of a live, by category. It selects, counts and sends gifts through the `GiftStore` of the live.
///
/// A gift appears as sent only after the server has confirmed it. Without UIKit the panel draws nothing and otherwise behaves the same.
public final class GiftListView: GiftKitView {
    /// The delegate. Setting it asks for the app's own views again.
    public weak var delegate: (any GiftListViewDelegate)? {
        didSet {
            slots = (delegate?.giftListViewHeaderRightView(self), delegate?.giftListViewBottomView(self))
            shelf.surface?.redraw()
        }
    }
    /// The labels of its buttons.
    public var texts = GiftTexts() {
        didSet { shelf.surface?.redraw() }
    }

    let shelf: GiftShelfModel
    /// The app's own views: next to the categories, and below the gifts.
    private(set) var slots: (headerRight: GiftKitView?, bottom: GiftKitView?)
    /// The layout of the gifts.
    private(set) var config = TUIGiftPanelConfig()
    private let clock: any GiftClock

    /// Makes a panel for a live.
    public convenience init(roomId: String) { self.init(roomId: roomId, kit: .shared) }

    init(roomId: String, kit: GiftKit) {
        shelf = GiftShelfModel(roomID: roomId, kit: kit)
        clock = kit.clock
        super.init(frame: .zero)
        connect()
    }

    /// Makes a panel from a storyboard. It has no live until ``setRoomId(roomId:)`` is called.
    public required init?(coder: NSCoder) {
        shelf = GiftShelfModel(roomID: "", kit: .shared)
        clock = GiftKit.shared.clock
        super.init(coder: coder)
        connect()
    }

    private func connect() {
        shelf.onSelect = { [weak self] gift in
            guard let self else { return }
            delegate?.giftListView(self, didSelect: gift)
        }
        shelf.onSent = { [weak self] gift, count, result in
            guard let self else { return }
            delegate?.giftListView(self, didSend: gift, count: count, result: result)
        }
        #if canImport(UIKit)
            shelf.surface = GiftShelfSurface(on: self, shelf: shelf)
        #endif
    }

    #if canImport(UIKit)
        /// Updates the layout after a change of the text size.
        public override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
            super.traitCollectionDidChange(previousTraitCollection)
            shelf.surface?.redraw()
        }
    #endif

    /// Sets the live of the panel.
    public func setRoomId(roomId: String) { shelf.setRoom(roomId) }

    /// Sets the number of visible rows, at least 1.
    public func setRows(rows: Int) {
        config = TUIGiftPanelConfig(rows: max(1, rows), itemWidth: config.itemWidth, itemHeight: config.itemHeight)
        shelf.surface?.redraw()
    }

    /// Sets the size of a gift's cell, in points.
    public func setItemSize(itemSize: CGSize) {
        config = TUIGiftPanelConfig(
            rows: config.rows, itemWidth: Double(itemSize.width), itemHeight: Double(itemSize.height))
        shelf.surface?.redraw()
    }

    /// Returns the class of the cell for a gift: the delegate's choice, a cell with a send button if the gift has an effect, or a cell that
    /// counts taps.
    func cellClass(for gift: Gift) -> GiftBaseCell.Type {
        delegate?.giftListView(self, cellClassFor: gift)
            ?? (gift.resourceURL.isEmpty ? GiftComboCell.self : GiftSingleCell.self)
    }

    /// Handles a tap on a gift: selects it, or counts up if it was selected already.
    func touch(_ index: Int, cell: GiftBaseCell?) {
        if shelf.choose(index) { cell?.handleHitWhenSelected() }
    }

    /// Sets the gift of a cell.
    func prepare(_ cell: GiftBaseCell, for gift: Gift) {
        cell.clock = clock
        cell.texts = texts
        cell.resolve = { [weak shelf] address in shelf?.resolved(address) ?? address }
        cell.onSend = { [weak shelf] gift, count in shelf?.send(gift, count: count) }
        cell.configure(with: gift)
    }
}
