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
    /// How long a server that could not decide is left alone: with the time that a request has, three or four questions.
    private static let orderBackoff = ReconnectBackoff(min: .milliseconds(500), max: .seconds(4))

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
            if let charged = try? ServerFrame.decodeOK(GiftCharged.self, from: bytes) {
                .settled(.success(charged))
            } else {
                // Most likely charged. Taken for refused, it would be ordered again under another id.
                .unknown(Rejection(.invalidReply, "The gift was sent, but the server's answer cannot be read."))
            }
        case .refused(let rejection):
            rejection.code.leavesOrderOpen
                ? .unknown(Rejection(.outcomeUnknown, rejection.message)) : .settled(.failure(rejection))
        case .unanswered(let rejection, wasSent: true): .unknown(rejection)
        case .unanswered(let rejection, wasSent: false): .notSent(rejection)
        }
    }

    /// Asks again for an order that the server could not decide on; false where that was tried often or long enough.
    func askAgain(_ id: Int64) -> Bool {
        commands.postpone(id, at: clock.now) { sends in
            Self.orderBackoff.delay(attempt: sends, using: &random)
        }
    }

    /// Sends again what earlier runs, or this one, left without an answer.
    func settleUnfinishedOrders() {
        guard let owner else { return }
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        let journal = journal
        let eventLoop = eventLoop
        let logger = logger
        let shared = shared
        Task {
            var taken: [JournaledOrder] = []
            do {
                // Taken in hand at once, so that a second reconnect in a row does not take them again.
                taken = shared.takeInHand(try await journal.unfinished(of: owner))
                guard !taken.isEmpty else { return }
                // A call that had one in hand may have had its answer since the journal was read. It is out of the journal
                // before it is out of that hand, so whatever is there now has no answer.
                let kept = Set(try await journal.unfinished(of: owner).map(\.order.orderID))
                shared.letGo(taken.filter { !kept.contains($0.order.orderID) })
                let unfinished = taken.filter { kept.contains($0.order.orderID) }
                eventLoop.execute {
                    let core = bound.value
                    core.perform { core.settle(unfinished, of: owner) }
                }
            } catch {
                shared.letGo(taken)
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
        guard owner == self.owner else { return shared.letGo(orders) }
        unsettled += orders
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
        let eventLoop = eventLoop
        let logger = logger
        let event = ClientEvent.orderSettled(entry.liveID, entry.order, result)
        if case .success = result { shared.emit(event) }
        Task {
            defer { shared.ordersInHand.withLock { _ = $0.remove(orderID) } }
            guard case .failure = result else { return await journal.remove(orderID, of: entry.owner) }
            do {
                // That nothing was charged is told only once it cannot be sent again.
                try await journal.withdraw(orderID, of: entry.owner)
                eventLoop.execute { shared.emit(event) }
            } catch {
                logger.warning("a refused order cannot be withdrawn and is sent again", metadata: ["error": "\(error)"])
            }
        }
    }
}
