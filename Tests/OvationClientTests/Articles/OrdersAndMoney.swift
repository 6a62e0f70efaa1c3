// The code of the article of this name in the catalogue of OvationClient. It is enough that it compiles.

import OvationClient
import OvationModel
import OvationWire

func give(_ giftID: GiftID, in liveID: LiveID, with client: OvationClient) async -> String {
    do {
        let charged = try await client.sendGift(giftID, count: 1, to: [], in: liveID)
        return "Paid \(charged.coins) coins, \(charged.balance) left."
    } catch let rejection as Rejection where rejection.code == .outcomeUnknown {
        return "We are finding out. Please do not order again."
    } catch {
        return "\(error)"
    }
}

func hearSettledOrders(of client: OvationClient) {
    client.addHandler { event in
        guard case .orderSettled(_, let order, let result) = event else { return }
        switch result {
        case .success(let charged): print("Order \(order.orderID) was charged: \(charged.coins) coins")
        case .failure(let rejection): print("Order \(order.orderID) was not charged: \(rejection.message)")
        }
    }
}

func deliver(
    purchase: OrderID, _ giftID: GiftID, in liveID: LiveID, with client: OvationClient
) async throws -> GiftCharged {
    try await client.sendGift(giftID, count: 1, to: [], in: liveID, orderID: purchase)
}

func bot(for userID: UserID) -> OvationClient {
    OvationClient(
        configuration: ClientConfiguration(serverURL: ClientConfiguration.defaultServerURL),
        orderJournal: InMemoryOrderJournal())
}
