import OvationModel
import OvationNode
import OvationRules
import OvationStorage
import OvationSupport
import OvationWire

extension RESTCommand {
    /// The command that sends a gift for a user.
    static let sentGifts = [sendGift]

    private static let sendGift = RESTCommand(
        .liveEngine, "send_gift",
        "Sends a gift on behalf of a user, who pays it like one of their own and need not be in the live."
    ) { (request: RESTSendGift, call) in
        let order = try request.order(
            orElse: { OrderID(unchecked: call.node.services.ids.makeText()) }, call.node.limits)
        return RESTResponse(RESTGiftSent(try await call.send(order, in: request.roomID, from: request.sender)))
    }
}

extension RESTCall {
    /// Sends a gift for a user.
    ///
    /// - Throws: a ``Rejection`` if it is not charged.
    fileprivate func send(_ order: GiftSend, in liveID: LiveID, from sender: UserID) async throws -> GiftCharged {
        let user: UserInfo
        do {
            user = try await requireImported(sender, field: "From_Account")
        } catch let rejection as Rejection {
            let wish = OrderWish(order, in: liveID, from: RoomActor(user: UserInfo(userID: sender)))
            return try await node.answer(to: wish, refused: rejection).get()
        }
        let actor = RoomActor(user: user, isAdministrator: true, isOnBehalf: true)
        return try await FirstOutcome.answer { node.send(order, in: liveID, by: actor, from: rooms.client, $0) }
    }
}

/// The body of `send_gift`.
struct RESTSendGift: Codable, Sendable {
    let roomID: LiveID
    let sender: UserID
    let giftID: GiftID
    let count: Int?
    let receivers: [UserID]?
    let orderID: OrderID?

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case sender = "From_Account"
        case giftID = "GiftId"
        case count = "Count"
        case receivers = "ReceiverList_Account"
        case orderID = "OrderId"
    }

    /// The order as a client would send it. A backend that names no id cannot repeat the call without a second charge.
    fileprivate func order(orElse makeID: () -> OrderID, _ limits: Limits) throws(Rejection) -> GiftSend {
        try RESTField.number("Count", count, in: 1...limits.giftCountMax)
        if let receivers, receivers.count > limits.giftReceiversMax || Set(receivers).count < receivers.count {
            throw Rejection(
                .illegalParameter,
                "\"ReceiverList_Account\" names at most \(limits.giftReceiversMax) users, each once.")
        }
        return GiftSend(orderID: orderID ?? makeID(), giftID: giftID, count: count ?? 1, to: receivers)
    }
}

/// The answer to `send_gift`.
struct RESTGiftSent: Codable, Sendable {
    let orderID: OrderID
    let giftID: GiftID
    let count: Int
    /// What it cost.
    let coins: Coins
    /// What the sender has left.
    let balance: Coins
    /// Unix seconds.
    let time: Int64

    enum CodingKeys: String, CodingKey {
        case orderID = "OrderId"
        case giftID = "GiftId"
        case count = "Count"
        case coins = "Coins"
        case balance = "Balance"
        case time = "Time"
    }

    fileprivate init(_ charged: GiftCharged) {
        orderID = charged.orderID
        giftID = charged.giftID
        count = charged.count
        coins = charged.coins
        balance = charged.balance
        time = charged.at.milliseconds / 1_000
    }
}
