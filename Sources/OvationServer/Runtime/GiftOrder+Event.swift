import OvationModel
import OvationRules
import OvationStorage
import OvationWire

extension GiftOrder {
    /// The event that tells the order, to be stored with it.
    ///
    /// - Parameter isUnconfirmed: whether it is shown although the app's own billing has not answered.
    func event(isUnconfirmed: Bool = false) -> (draft: EventDraft, data: [UInt8]) {
        let data = RoomEvent.giftReceived(received(isUnconfirmed: isUnconfirmed)).encodedData
        return (EventDraft(name: RoomEventName.giftReceived.rawValue, about: nil, at: at, data: data), data)
    }

    /// What the event says.
    func received(isUnconfirmed: Bool = false) -> GiftReceived {
        GiftReceived(
            orderID: orderID, gift: gift, count: count, coins: cost ?? .zero, sender: sender, to: to,
            isUnconfirmed: isUnconfirmed ? true : nil)
    }
}
