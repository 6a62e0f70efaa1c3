public import Observation
public import OvationClient
public import OvationModel
import OvationWire

/// What `GiftPanel` shows and does: a choice among the gifts of a live, and its orders. Used on the main actor.
@available(iOS 17, tvOS 17, *)
@MainActor
@Observable
public final class GiftSale {
    /// How many of a gift an order may have on a server whose `limits.giftCountMax` is not configured.
    ///
    /// The protocol tells no client what is configured. A server that takes fewer refuses the order, and ``failure`` has the number
    /// that it takes. Where it takes more, the panel still offers no more than this.
    public static let countMax = Limits().giftCountMax

    /// The live that gifts are sent in.
    public let room: LiveRoom
    /// The category that is shown, counted from 0.
    public private(set) var category = 0
    /// The gift that is chosen; nil for none.
    public private(set) var chosen: Gift?
    /// How many are sent, 1 to ``countMax``.
    public private(set) var count = 1
    /// Whether an order is on its way.
    public private(set) var isSending = false
    /// Why the last call failed; nil where it did not.
    public private(set) var failure: Rejection?
    /// The gifts of orders whose charge is not known yet. None of these gifts is sent again before it is known.
    public private(set) var undecided: [OrderID: GiftID] = [:]

    /// Makes the sale of a live.
    public init(_ room: LiveRoom) { self.room = room }

    /// The gifts of the category that is shown.
    public var gifts: [Gift] {
        room.giftCategories.indices.contains(category) ? room.giftCategories[category].giftList : []
    }

    /// What the choice costs; nil without a choice, or where there is no such number of coins.
    public var price: Coins? { chosen?.coins.multiplied(by: count) }

    /// Whether the choice can be sent: nothing is on its way, it is not undecided, and the coins suffice as far as they are known.
    public var canSend: Bool {
        guard let chosen, let price, !isSending, !undecided.values.contains(chosen.giftID) else { return false }
        return room.balance.map { $0 >= price } ?? true
    }

    /// Whether the choice costs more than there is.
    public var isShortOfCoins: Bool {
        guard let price, let balance = room.balance else { return false }
        return balance < price
    }

    /// Fetches the gifts and the coins, and then follows what becomes of undecided orders. It returns when the user leaves the live or the
    /// task is cancelled.
    public func run(language: String? = nil) async {
        let events = room.events()
        do throws(Rejection) {
            try await room.fetchGifts(language: language)
            try await room.fetchBalance()
            failure = nil
        } catch {
            failure = error
        }
        for await event in events {
            if case .orderSettled(let order, _) = event { undecided[order.orderID] = nil }
        }
    }

    /// Shows a category.
    public func show(category: Int) {
        guard room.giftCategories.indices.contains(category) else { return }
        self.category = category
    }

    /// Chooses a gift: one of it.
    public func choose(_ gift: Gift) {
        if gift.giftID != chosen?.giftID { count = 1 }
        chosen = gift
        failure = nil
    }

    /// Says how many are sent.
    public func setCount(_ count: Int) { self.count = min(max(count, 1), Self.countMax) }

    /// Sends the choice to the owner of the live. What became of it is in ``failure``.
    public func send() async {
        guard let chosen, canSend else { return }
        isSending = true
        defer { isSending = false }
        let orderID = room.client.makeOrderID()
        undecided[orderID] = chosen.giftID
        do throws(Rejection) {
            try await room.sendGift(chosen.giftID, count: count, orderID: orderID)
            failure = nil
            undecided[orderID] = nil
        } catch {
            failure = error
            if error.code != .outcomeUnknown { undecided[orderID] = nil }
        }
    }
}
