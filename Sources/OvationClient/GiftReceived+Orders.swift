import OvationModel
import OvationWire

extension GiftReceived {
    /// Splits an event into one event for each order, with the position that each would have had if it had come alone. The combo's totals
    /// of the last order are known, and those of the orders before it follow from them.
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
    /// The combo as it was before an order. Its totals are never negative, whatever the server sent.
    fileprivate func without(_ order: GiftReceived.Order) -> GiftCombo {
        var before = self
        before.count = max(0, count.subtractingReportingOverflow(order.count).partialValue)
        before.coins = max(coins.subtracting(order.coins) ?? .zero, .zero)
        before.isFinal = false
        return before
    }
}
