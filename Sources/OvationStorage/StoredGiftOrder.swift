import OvationModel
package import OvationRules

/// An order as it is stored while the billing is asked.
package struct StoredGiftOrder: Codable {
    let sender: UserInfo
    let orderID: OrderID
    let liveID: LiveID
    let sessionID: LiveSessionID
    let gift: Gift
    let count: Int
    let to: [UserInfo]
    let at: Timestamp

    package init(_ order: GiftOrder) {
        sender = order.sender
        orderID = order.orderID
        liveID = order.liveID
        sessionID = order.sessionID
        gift = order.gift
        count = order.count
        to = order.to
        at = order.at
    }

    package func order(_ origin: OrderOrigin?) -> GiftOrder {
        GiftOrder(
            sender: sender, orderID: orderID, liveID: liveID, sessionID: sessionID, gift: gift, count: count, to: to,
            at: at, isChargedOutside: true, origin: origin)
    }
}
