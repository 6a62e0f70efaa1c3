import AtomicXCore

/// Draws what a panel shows.
@MainActor
protocol GiftPanelSurface: AnyObject {
    /// The gifts, the choice or the balance are others.
    func redraw()
}

/// What the panel of ``TUIGiftListView`` does.
@MainActor
final class GiftPanelModel {
    var surface: (any GiftPanelSurface)?
    private(set) var gifts: [TUIGift] = []
    /// The gift that is chosen, counted from 0; nil for none.
    private(set) var selected: Int?
    /// What the app says that the user has; nil before it said so.
    private(set) var balance: Int?
    /// Is told that a gift is to be sent, and how many.
    var onSend: (TUIGift, Int) -> Void = { _, _ in }
    /// Is told that the user wants more coins.
    var onRecharge: () -> Void = {}
    private(set) var roomID: String
    private let kit: GiftKit
    private lazy var likes = LikeSender(roomID: roomID, kit: kit)

    init(roomID: String, kit: GiftKit) {
        self.roomID = roomID
        self.kit = kit
    }

    func setRoom(_ roomID: String) {
        guard roomID != self.roomID else { return }
        self.roomID = roomID
        likes.setRoom(roomID)
    }

    /// Shows other gifts. The choice stays where its gift is still there.
    func setGifts(_ gifts: [TUIGift]) {
        let chosen = selected.map { self.gifts[$0].giftId }
        self.gifts = gifts
        selected = chosen.flatMap { id in gifts.firstIndex { $0.giftId == id } }
        kit.store.learn(gifts)
        surface?.redraw()
    }

    func setBalance(_ balance: Int) {
        self.balance = balance
        surface?.redraw()
    }

    /// The user touched a gift.
    func choose(_ index: Int) {
        guard gifts.indices.contains(index) else { return }
        selected = index
        surface?.redraw()
    }

    /// The user touched the button of the gift that is chosen: one is to be sent.
    func tapSend() {
        guard let selected else { return }
        onSend(gifts[selected], 1)
    }

    /// The user touched the button for more coins.
    func tapRecharge() { onRecharge() }

    /// Sends a gift, unless ``GiftCloudServer`` has charged and shown it already.
    func send(
        _ gift: TUIGift, count: Int, receiver: TUIGiftUser, orderID: String?, completion: CompletionClosure?
    ) {
        let content = GiftOrderBook.Content(
            liveID: roomID, giftID: gift.giftId, count: count, receiver: receiver.userId)
        if orderID == nil, kit.orders.isSent(content) {
            let done = SendCompletion(completion)
            return kit.desk.onMain { done(.success(())) }
        }
        let order = GiftDesk.Order(
            orderID: orderID, liveID: roomID, giftID: gift.giftId, count: count, receiver: receiver.userId)
        kit.desk.send(order) { result in completion?(result.map { _ in }) }
    }

    /// The user likes the live.
    func like() { likes.tap() }
}

/// A completion of an app on its way to the main queue.
///
/// `@unchecked Sendable`: it is never touched but to call it, once, on the main queue.
private struct SendCompletion: @unchecked Sendable {
    private let completion: CompletionClosure?

    init(_ completion: CompletionClosure?) { self.completion = completion }

    func callAsFunction(_ result: Result<Void, ErrorInfo>) { completion?(result) }
}
