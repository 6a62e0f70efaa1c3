import OvationModel
import OvationWire

extension GiftReceived {
    /// The gifts of an event one by one, each as if it had been told alone, with the place that it would have had. What a
    /// combo had come to with each of them follows from what it has come to with the last.
    func oneByOne(at place: EventPosition) -> [(gift: GiftReceived, place: EventPosition)] {
        guard let orders, !orders.isEmpty else { return [(self, place)] }
        var later = combo
        var gifts: [(gift: GiftReceived, place: EventPosition)] = []
        for order in orders.reversed() {
            var gift = self
            gift.orders = nil
            gift.orderID = order.orderID
            gift.count = order.count
            gift.coins = order.coins
            gift.combo = later
            later = later?.without(order)
            var own = place
            own.durable = order.durable
            own.at = order.at
            gifts.append((gift, own))
        }
        return gifts.reversed()
    }
}

extension GiftCombo {
    /// The combo before an order; never less than nothing, whatever a server says.
    fileprivate func without(_ order: GiftReceived.Order) -> GiftCombo {
        var before = self
        before.count = max(0, count.subtractingReportingOverflow(order.count).partialValue)
        before.coins = max(coins.subtracting(order.coins) ?? .zero, .zero)
        before.isFinal = false
        return before
    }
}
