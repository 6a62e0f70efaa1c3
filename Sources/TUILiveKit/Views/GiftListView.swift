public import AtomicXCore
public import Foundation

#if canImport(UIKit)
    public import UIKit
#endif

/// Is asked how a ``GiftListView`` looks, and told what the user does with it. All but the last method have bodies.
@MainActor
public protocol GiftListViewDelegate: AnyObject {
    /// Which cell shows a gift; nil for the kit's own choice.
    func giftListView(_ giftListView: GiftListView, cellClassFor gift: Gift) -> GiftBaseCell.Type?

    /// A view at the trailing end of the bar of categories; nil for none.
    func giftListViewHeaderRightView(_ giftListView: GiftListView) -> GiftKitView?

    /// A view below the gifts; nil for none.
    func giftListViewBottomView(_ giftListView: GiftListView) -> GiftKitView?

    /// The user has chosen a gift.
    func giftListView(_ giftListView: GiftListView, didSelect gift: Gift)

    /// An order was answered.
    func giftListView(
        _ giftListView: GiftListView, didSend gift: Gift, count: UInt, result: Result<Void, ErrorInfo>)
}

extension GiftListViewDelegate {
    /// Leaves the choice to the kit.
    public func giftListView(_ giftListView: GiftListView, cellClassFor gift: Gift) -> GiftBaseCell.Type? { nil }

    /// No view.
    public func giftListViewHeaderRightView(_ giftListView: GiftListView) -> GiftKitView? { nil }

    /// No view.
    public func giftListViewBottomView(_ giftListView: GiftListView) -> GiftKitView? { nil }

    /// Does nothing.
    public func giftListView(_ giftListView: GiftListView, didSelect gift: Gift) {}
}

/// The panel of the gifts of a live, by category: chooses, counts and sends them through the `GiftStore` of the live.
///
/// It shows no gift as sent before the server says so. Where there is no UIKit it shows nothing and behaves the same.
public final class GiftListView: GiftKitView {
    /// Is asked how the panel looks, and told what the user does. Setting it fills the places for the app's own views anew.
    public weak var delegate: (any GiftListViewDelegate)? {
        didSet {
            slots = (delegate?.giftListViewHeaderRightView(self), delegate?.giftListViewBottomView(self))
            shelf.surface?.redraw()
        }
    }
    /// The words on its buttons.
    public var texts = GiftTexts() {
        didSet { shelf.surface?.redraw() }
    }

    let shelf: GiftShelfModel
    /// The app's own views: beside the categories, and below the gifts.
    private(set) var slots: (headerRight: GiftKitView?, bottom: GiftKitView?)
    /// How the gifts lie.
    private(set) var config = TUIGiftPanelConfig()
    private let clock: any GiftClock

    /// Makes the panel of a live.
    public convenience init(roomId: String) { self.init(roomId: roomId, kit: .shared) }

    init(roomId: String, kit: GiftKit) {
        shelf = GiftShelfModel(roomID: roomId, kit: kit)
        clock = kit.clock
        super.init(frame: .zero)
        connect()
    }

    /// Makes the panel of a storyboard. It is of no live before ``setRoomId(roomId:)``.
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
        /// Makes room where the reader has chosen another size of text.
        public override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
            super.traitCollectionDidChange(previousTraitCollection)
            shelf.surface?.redraw()
        }
    #endif

    /// Says of which live the panel is.
    public func setRoomId(roomId: String) { shelf.setRoom(roomId) }

    /// Says how many rows of gifts are seen, at least 1.
    public func setRows(rows: Int) {
        config = TUIGiftPanelConfig(rows: max(1, rows), itemWidth: config.itemWidth, itemHeight: config.itemHeight)
        shelf.surface?.redraw()
    }

    /// Says how large the place of a gift is, in points.
    public func setItemSize(itemSize: CGSize) {
        config = TUIGiftPanelConfig(
            rows: config.rows, itemWidth: Double(itemSize.width), itemHeight: Double(itemSize.height))
        shelf.surface?.redraw()
    }

    /// Which cell shows a gift: the delegate's choice, else one that sends by its button where the gift has an effect, and one that
    /// counts taps where it has none.
    func cellClass(for gift: Gift) -> GiftBaseCell.Type {
        delegate?.giftListView(self, cellClassFor: gift)
            ?? (gift.resourceURL.isEmpty ? GiftComboCell.self : GiftSingleCell.self)
    }

    /// The user touched a gift: it is chosen, or counted where it was chosen before.
    func touch(_ index: Int, cell: GiftBaseCell?) {
        if shelf.choose(index) { cell?.handleHitWhenSelected() }
    }

    /// Has a cell show a gift of the panel.
    func prepare(_ cell: GiftBaseCell, for gift: Gift) {
        cell.clock = clock
        cell.texts = texts
        cell.resolve = { [weak shelf] address in shelf?.resolved(address) ?? address }
        cell.onSend = { [weak shelf] gift, count in shelf?.send(gift, count: count) }
        cell.configure(with: gift)
    }
}
