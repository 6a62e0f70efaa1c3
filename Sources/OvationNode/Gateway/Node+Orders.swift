package import OvationBackend
package import OvationModel
package import OvationRules
import OvationSupport
package import OvationWire

/// Orders of gifts. A client sends them over its connection, or the app's backend over REST.
extension Node {
    /// Hands an order to its live. The answer comes once, on an event loop or a task.
    ///
    /// What its live, the app's billing or the storage say to the order stands. Any other refusal says nothing of what the id was used
    /// for before: then its first answer is looked up, and only where there is none is the refusal the answer, and only of a live that no
    /// other server runs.
    ///
    /// - Parameter isAsked: whether anybody waits for the answer. A sender who does not may have sent the order to another node meanwhile,
    ///   which may have refused it for good: then it must not be charged here.
    package func send(
        _ order: GiftSend, in liveID: LiveID, by actor: RoomActor, from client: Callback.Client,
        isAsked: @escaping @Sendable () -> Bool = { true },
        _ answer: @escaping @Sendable (Result<GiftCharged, Rejection>) -> Void
    ) {
        let wish = OrderWish(order, in: liveID, from: actor)
        let isHome = services.directory.ownRoom(liveID) != nil
        let refused: @Sendable (Rejection) -> Void = { rejection in
            self.services.background.submit {
                answer(await self.answer(to: wish, refused: rejection, isByItsHome: isHome))
            }
        }
        let ask: @Sendable (any RoomPort) -> Void = { room in
            self.ask(room, wish, as: actor, from: client, answer, refused: refused)
        }
        if let room = services.directory.room(liveID) { return ask(room) }
        // Only its home can say what becomes of the order.
        guard homeLink != nil, services.bug != .refusedElsewhere else { return refused(Rejection(.roomNotFound)) }
        services.background.submit {
            switch await self.reachRoom(liveID) {
            case .success where !isAsked(): answer(.failure(Rejection(.outcomeUnknown)))
            case .success(let room): ask(room)
            case .failure(let rejection): refused(rejection)
            }
        }
    }

    private func ask(
        _ room: any RoomPort, _ wish: OrderWish, as actor: RoomActor, from client: Callback.Client,
        _ answer: @escaping @Sendable (Result<GiftCharged, Rejection>) -> Void,
        refused: @escaping @Sendable (Rejection) -> Void
    ) {
        room.ask(
            .gift(
                wish.key.orderID, giftID: wish.giftID,
                gift: services.bug == .priceAtEdge ? services.gifts.gift(wish.giftID) : nil, count: wish.count,
                to: wish.to), as: actor, from: client
        ) { result in
            switch result {
            case .success(.charged(let charged)): answer(.success(charged))
            case .success(.refused(let rejection)): answer(.failure(rejection))
            case .failure(let rejection): refused(rejection)
            }
        }
    }
}

extension OrderWish {
    /// What a client or the app's backend asks for.
    package init(_ order: GiftSend, in liveID: LiveID, from actor: RoomActor) {
        guard let sender = actor.user?.userID else { preconditionFailure("an order is somebody's") }
        self.init(
            key: OrderKey(sender: sender, orderID: order.orderID), liveID: liveID, giftID: order.giftID,
            count: order.count ?? 1, to: order.to ?? [])
    }
}
