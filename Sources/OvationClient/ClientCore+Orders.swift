import Logging
import NIOCore
import OvationModel
import OvationWire

/// What became of an order of gifts.
enum OrderOutcome: Sendable {
    /// It has its answer; the journal need not keep it any longer.
    case settled(Result<GiftCharged, Rejection>)
    /// It was sent, and whether it was charged is not known. The journal keeps it for the next session.
    case unknown(Rejection)
    /// It was not sent.
    case notSent(Rejection)
}

/// Orders of gifts: sent until an answer comes, charged once.
extension ClientCore {
    /// Orders of earlier runs that are on their way at the same time.
    private static let settlingMax = 16

    /// Sends an order that the journal keeps.
    func send(_ entry: JournaledOrder, complete: @escaping (OrderOutcome) -> Void) {
        // The user may have changed while the journal wrote; nobody pays for somebody else's gift.
        guard let credentials, credentials.userID == entry.owner.userID else {
            complete(.notSent(Rejection(.notLoggedIn)))
            return
        }
        submit(.giftSend(entry.order), room: entry.liveID, onLoss: .resendOrder) { outcome in
            complete(Self.outcome(outcome))
        }
    }

    private static func outcome(_ outcome: CommandOutcome) -> OrderOutcome {
        switch outcome {
        case .done(let bytes):
            .settled(
                Result { try ServerFrame.decodeOK(GiftCharged.self, from: bytes) }
                    .mapError { _ in
                        Rejection(.invalidReply, "The gift was sent, but the server's answer cannot be read.")
                    })
        case .refused(let rejection):
            switch rejection.code {
            // The server itself does not know, or failed at a point that it cannot name.
            case .outcomeUnknown, .internalError, .serverShuttingDown:
                .unknown(Rejection(.outcomeUnknown, rejection.message))
            default: .settled(.failure(rejection))
            }
        case .unanswered(let rejection, wasSent: true): .unknown(rejection)
        case .unanswered(let rejection, wasSent: false): .notSent(rejection)
        }
    }

    /// Sends again what earlier runs, or this one, left without an answer.
    func settleUnfinishedOrders() {
        guard let owner else { return }
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        let journal = journal
        let eventLoop = eventLoop
        let logger = logger
        Task {
            do {
                let orders = try await journal.unfinished(of: owner)
                guard !orders.isEmpty else { return }
                eventLoop.execute {
                    let core = bound.value
                    core.perform { core.settle(orders, of: owner) }
                }
            } catch {
                logger.warning("unfinished orders cannot be read", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Whose orders the client sends; nil when logged out.
    private var owner: OrderOwner? {
        guard let endpoint, let credentials else { return nil }
        return OrderOwner(serverURL: endpoint.description, userID: credentials.userID)
    }

    private func settle(_ orders: [JournaledOrder], of owner: OrderOwner) {
        guard owner == self.owner else { return }
        // Taken in hand at once, so that a second reconnect in a row does not take them again.
        unsettled += shared.ordersInHand.withLock { inHand in
            orders.filter { inHand.insert($0.order.orderID).inserted }
        }
        settleNext()
    }

    private func settleNext() {
        while settling < Self.settlingMax, !unsettled.isEmpty {
            let entry = unsettled.removeFirst()
            settling += 1
            send(entry) { [unowned self] outcome in
                self.settling -= 1
                self.settled(entry, outcome)
                self.settleNext()
            }
        }
    }

    private func settled(_ entry: JournaledOrder, _ outcome: OrderOutcome) {
        let orderID = entry.order.orderID
        // Neither `unknown` nor `notSent` says anything of what an earlier run sent: the next session tries again.
        guard case .settled(let result) = outcome else {
            shared.ordersInHand.withLock { _ = $0.remove(orderID) }
            return
        }
        let journal = journal
        let shared = shared
        Task {
            await journal.remove(orderID, of: entry.owner)
            shared.ordersInHand.withLock { _ = $0.remove(orderID) }
        }
        shared.emit(.orderSettled(entry.liveID, entry.order, result))
    }
}
