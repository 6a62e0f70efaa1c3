import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// Orders of gifts. A client sends them over its connection, or the app's backend over REST.
extension Node {
    /// Hands an order to its live. The answer comes once, on an event loop or a task.
    ///
    /// What its live, the app's billing or the storage say to the order stands. Any other refusal says nothing of what the id was used
    /// for before: then its first answer is looked up, and only where there is none is the refusal the answer.
    func send(
        _ order: GiftSend, in liveID: LiveID, by actor: RoomActor, from client: Callback.Client,
        _ answer: @escaping @Sendable (Result<GiftCharged, Rejection>) -> Void
    ) {
        let wish = OrderWish(order, in: liveID, from: actor)
        let refused: @Sendable (Rejection) -> Void = { rejection in
            self.background.submit { answer(await self.answer(to: wish, refused: rejection)) }
        }
        guard let room = directory.room(liveID) else { return refused(Rejection(.roomNotFound)) }
        room.ask(
            .gift(
                order.orderID, giftID: order.giftID, gift: gifts.gift(order.giftID), count: wish.count, to: wish.to),
            as: actor, from: client
        ) { result in
            switch result {
            case .success(.charged(let charged)): answer(.success(charged))
            case .success(.refused(let rejection)): answer(.failure(rejection))
            case .failure(let rejection): refused(rejection)
            }
        }
    }

    /// How often the id of an order is looked up that begins anew each time.
    private static let lookUpsMax = 3

    /// What an order is answered that was refused without a look at its id: what it was answered first, else the refusal.
    ///
    /// An order that is under way has no answer yet. A sender who repeats it waits for its outcome, whatever the rules say by now: they
    /// let it through once, and it may be charged.
    func answer(to wish: OrderWish, refused rejection: Rejection) async -> Result<GiftCharged, Rejection> {
        do {
            for number in 1...Self.lookUpsMax {
                try await billing.waitUntilDone(with: wish.key)
                // Asked before the storage: what is kept in between is found there, with its reason.
                let unkept = billing.unkeptRefusal(of: wish.key)
                // It may also be on its way to the disk.
                try await journal.barrier()
                // In this order: an order that is delivered between the two is found with the second.
                let asked = try await storage.billingOrder(wish.key)
                let history = OrderHistory(settled: try await storage.order(wish.key), asked: asked)
                // Begun while it was looked up, or left so by a storage that failed; then it can only end cancelled.
                if asked?.state == .pending, number == 1 || billing.isUnderWay(wish.key) { continue }
                switch history.firstAnswer(to: wish) {
                case .none: return .failure(rejection)
                case .charged(let record): return .success(GiftCharged(record))
                case .refused(let known):
                    return .failure(known.state == .pending ? unkept ?? known.refusal : known.refusal)
                case .conflict: return .failure(Rejection(.orderConflict))
                }
            }
            return .failure(Rejection(.outcomeUnknown))
        } catch {
            return .failure(error as? Rejection ?? Rejection(.storageUnavailable))
        }
    }
}

extension OrderWish {
    /// What a client or the app's backend asks for.
    init(_ order: GiftSend, in liveID: LiveID, from actor: RoomActor) {
        guard let sender = actor.user?.userID else { preconditionFailure("an order is somebody's") }
        self.init(
            key: OrderKey(sender: sender, orderID: order.orderID), liveID: liveID, giftID: order.giftID,
            count: order.count ?? 1, to: order.to ?? [])
    }
}
