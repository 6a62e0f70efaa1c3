public import AtomicXCore
public import Foundation

#if canImport(UIKit)
    public import UIKit
#endif

/// Handles what the user does in a gift panel.
@MainActor
public protocol TUIGiftListViewDelegate: AnyObject {
    /// The user wants more coins. Open the app's own recharge, then pass the new balance to ``TUIGiftListView/setBalance(_:)``.
    func onRecharge(giftListView view: TUIGiftListView)

    /// The user wants to send a gift. Charge for it, then call
    /// ``TUIGiftListView/sendGift(giftModel:giftCount:receiver:orderID:completion:)``.
    func onSendGift(giftListView view: TUIGiftListView, giftModel: TUIGift, giftCount: Int)
}

/// The gift panel of a live. It shows gifts and the user's balance, and sends the selected gift.
///
/// Without UIKit it draws nothing and otherwise behaves the same.
public final class TUIGiftListView: GiftKitView {
    /// The delegate.
    public weak var delegate: (any TUIGiftListViewDelegate)?
    /// The labels of its buttons.
    public var texts = GiftTexts() {
        didSet { panel.surface?.redraw() }
    }

    let panel: GiftPanelModel
    private let config: TUIGiftPanelConfig

    /// Makes a panel for a live.
    public convenience init(groupId: String) { self.init(groupId: groupId, kit: .shared) }

    init(groupId: String, kit: GiftKit, config: TUIGiftPanelConfig = TUIGiftPanelConfig()) {
        panel = GiftPanelModel(roomID: groupId, kit: kit)
        self.config = config
        super.init(frame: .zero)
        connect()
    }

    /// Makes a panel from a storyboard. It has no live until ``setRoomId(roomId:)`` is called.
    public required init?(coder: NSCoder) {
        panel = GiftPanelModel(roomID: "", kit: .shared)
        config = TUIGiftPanelConfig()
        super.init(coder: coder)
        connect()
    }

    private func connect() {
        panel.onSend = { [weak self] gift, count in
            guard let self else { return }
            delegate?.onSendGift(giftListView: self, giftModel: gift, giftCount: count)
        }
        panel.onRecharge = { [weak self] in
            guard let self else { return }
            delegate?.onRecharge(giftListView: self)
        }
        #if canImport(UIKit)
            panel.surface = TUIGiftPanelSurface(on: self, panel: panel, config: config)
        #endif
    }

    #if canImport(UIKit)
        /// Updates the layout after a change of the text size.
        public override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
            super.traitCollectionDidChange(previousTraitCollection)
            panel.surface?.redraw()
        }
    #endif

    /// Sets the balance, in coins.
    public func setBalance(_ balance: Int) { panel.setBalance(balance) }

    /// Sets the gifts, in order.
    public func setGiftList(_ giftList: [TUIGift]) { panel.setGifts(giftList) }

    /// Sends a gift to everybody in the live.
    ///
    /// A gift that ``GiftCloudServer`` has charged is already visible, so nothing more is sent for it. For a gift that the app has charged
    /// itself, this sends an order, which the server charges as it is configured. No gift is shown without an order.
    ///
    /// - Parameters:
    ///   - giftModel: The gift. Its id must exist in the server's catalogue.
    ///   - giftCount: The number of gifts, 1 to 9,999.
    ///   - receiver: The receiver; a user without an id stands for the owner of the live.
    ///   - orderID: The app's own id of a bill that is already paid, 1 to 64 of A-Z, a-z, 0-9, _ and -. If the app ended before it knew the
    ///     outcome, it sends the same id again, and the gift is charged and shown once. Without it, the order gets a new id.
    ///   - completion: Receives on the main queue whether the order was accepted. After 110006 it may still be accepted.
    public func sendGift(
        giftModel: TUIGift, giftCount: Int, receiver: TUIGiftUser, orderID: String? = nil,
        completion: CompletionClosure? = nil
    ) {
        panel.send(giftModel, count: giftCount, receiver: receiver, orderID: orderID, completion: completion)
    }

    /// Likes the live. Call it for each tap; likes are sent together every few seconds.
    public func sendLike() { panel.like() }

    /// Sets the live of the panel.
    public func setRoomId(roomId: String) { panel.setRoom(roomId) }
}
