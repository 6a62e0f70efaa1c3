import AtomicXCore

/// Draws a panel.
@MainActor
protocol GiftPanelSurface: AnyObject {
    /// The gifts, the selection or the balance changed.
    func redraw()
}

/// The model of ``TUIGiftListView``.
@MainActor
final class GiftPanelModel {
    var surface: (any GiftPanelSurface)?
    private(set) var gifts: [TUIGift] = []
    /// The index of the selected gift; nil for none.
    private(set) var selected: Int?
    /// The balance that the app has set; nil before that.
    private(set) var balance: Int?
    /// Called with the gift to send and the number of gifts.
    var onSend: (TUIGift, Int) -> Void = { _, _ in }
    /// Called when the user wants more coins.
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

    /// Sets the gifts. The selection stays if its gift is still in the list.
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

    /// Handles a tap on a gift.
    func choose(_ index: Int) {
        guard gifts.indices.contains(index) else { return }
        selected = index
        surface?.redraw()
    }

    /// Handles a tap on the send button: sends one of the selected gift.
    func tapSend() {
        guard let selected else { return }
        onSend(gifts[selected], 1)
    }

    /// Handles a tap on the recharge button.
    func tapRecharge() { onRecharge() }

    /// Sends a gift, unless ``GiftCloudServer`` has already charged and shown it.
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

    /// Likes the live.
    func like() { likes.tap() }
}

/// Carries an app's completion to the main queue.
///
/// `@unchecked Sendable` is sound, because the completion is only called, once, on the main queue.
private struct SendCompletion: @unchecked Sendable {
    private let completion: CompletionClosure?

    init(_ completion: CompletionClosure?) { self.completion = completion }

    func callAsFunction(_ result: Result<Void, ErrorInfo>) { completion?(result) }
}
