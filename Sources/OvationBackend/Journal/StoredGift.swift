package import OvationModel
package import OvationRules
package import OvationStorage
import OvationWire

/// The event that tells an order, as it is stored with it.
package struct StoredGift: Sendable {
    /// What it says.
    package let event: GiftReceived
    /// The same, to be stored with the order.
    package let draft: EventDraft

    /// - Parameter isUnconfirmed: whether it is shown although the app's own billing has not answered.
    package init(_ order: GiftOrder, isUnconfirmed: Bool = false) {
        event = order.received(isUnconfirmed: isUnconfirmed)
        draft = EventDraft(
            name: RoomEventName.giftReceived.rawValue, about: nil, at: order.at,
            data: RoomEvent.giftReceived(event).encodedData)
    }
}

extension GiftOrder {
    /// What its event says.
    package func received(isUnconfirmed: Bool = false) -> GiftReceived {
        GiftReceived(
            orderID: orderID, gift: gift, count: count, coins: cost ?? .zero, sender: sender, to: to,
            isUnconfirmed: isUnconfirmed ? true : nil)
    }
}
