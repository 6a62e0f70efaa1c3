public import AtomicXCore
public import Foundation

#if canImport(UIKit)
    public import UIKit
#endif

/// Is told what the user wants of a panel of gifts.
@MainActor
public protocol TUIGiftListViewDelegate: AnyObject {
    /// The user wants more coins. Open the app's own recharge, then tell the panel the new balance by
    /// ``TUIGiftListView/setBalance(_:)``.
    func onRecharge(giftListView view: TUIGiftListView)

    /// The user wants to send a gift. Have it paid for, then call
    /// ``TUIGiftListView/sendGift(giftModel:giftCount:receiver:orderID:completion:)``.
    func onSendGift(giftListView view: TUIGiftListView, giftModel: TUIGift, giftCount: Int)
}

/// The panel of gifts of a live: shows them with the user's balance, and sends what is chosen.
///
/// Where there is no UIKit it shows nothing and behaves the same.
public final class TUIGiftListView: GiftKitView {
    /// Is told what the user wants.
    public weak var delegate: (any TUIGiftListViewDelegate)?
    /// The words on its buttons.
    public var texts = GiftTexts() {
        didSet { panel.surface?.redraw() }
    }

    let panel: GiftPanelModel
    private let config: TUIGiftPanelConfig

    /// Makes the panel of a live.
    public convenience init(groupId: String) { self.init(groupId: groupId, kit: .shared) }

    init(groupId: String, kit: GiftKit, config: TUIGiftPanelConfig = TUIGiftPanelConfig()) {
        panel = GiftPanelModel(roomID: groupId, kit: kit)
        self.config = config
        super.init(frame: .zero)
        connect()
    }

    /// Makes the panel of a storyboard. It is of no live before ``setRoomId(roomId:)``.
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
        /// Makes room where the reader has chosen another size of text.
        public override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
            super.traitCollectionDidChange(previousTraitCollection)
            panel.surface?.redraw()
        }
    #endif

    /// Shows a balance, in coins.
    public func setBalance(_ balance: Int) { panel.setBalance(balance) }

    /// Shows gifts, in their order.
    public func setGiftList(_ giftList: [TUIGift]) { panel.setGifts(giftList) }

    /// Sends a gift to everybody in the live.
    ///
    /// A gift that ``GiftCloudServer`` has charged is shown already, so nothing more is sent for it. A gift that the app has
    /// settled itself is an order that the server charges as it is configured. No gift is shown without an order.
    ///
    /// - Parameters:
    ///   - giftModel: which gift; its id has to be in the server's catalogue.
    ///   - giftCount: how many, 1 to 9,999.
    ///   - receiver: who gets them; one without an id stands for the owner of the live.
    ///   - orderID: the app's own id of a bill that it has settled, 1 to 64 of A-Z, a-z, 0-9, _ and -. An app that was ended before
    ///     it knew the outcome sends the same again, and the gift is charged and shown once. Without it the order gets an id.
    ///   - completion: told on the main queue whether the order was taken. After 110006 it may be taken yet.
    public func sendGift(
        giftModel: TUIGift, giftCount: Int, receiver: TUIGiftUser, orderID: String? = nil,
        completion: CompletionClosure? = nil
    ) {
        panel.send(giftModel, count: giftCount, receiver: receiver, orderID: orderID, completion: completion)
    }

    /// Likes the live. Call it at each tap: likes are sent together every few seconds.
    public func sendLike() { panel.like() }

    /// Says of which live the panel is.
    public func setRoomId(roomId: String) { panel.setRoom(roomId) }
}
