import Logging
import NIOCore
import OvationModel
import OvationWire

/// The outcome of a gift order.
enum OrderOutcome: Sendable {
    /// The server has decided. The journal need not keep the order any longer.
    case settled(Result<GiftCharged, Rejection>)
    /// The order was sent, and nobody knows whether it was charged. The journal keeps it for the next session.
    case unknown(Rejection)
    /// The order was not sent.
    case notSent(Rejection)
}

/// Gift orders: the client sends an order until it gets an answer, and the server charges it once.
extension ClientCore {
    /// The most unfinished orders that are being sent again at the same time.
    private static let settlingMax = 16
    /// How long to wait before asking again when the server could not decide. Three or four attempts fit into the time that a request has.
    private static let orderBackoff = ReconnectBackoff(min: .milliseconds(500), max: .seconds(4))

    /// Sends an order that is already in the journal.
    func send(_ entry: JournaledOrder, complete: @escaping (OrderOutcome) -> Void) {
        // Another user may have logged in while the journal wrote. Nobody pays for somebody else's gift.
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
                // The order was most likely charged. If it counted as refused, the user would order it again under another id.
                .unknown(Rejection(.invalidReply, "The gift was sent, but the server's answer cannot be read."))
            }
        case .refused(let rejection):
            rejection.code.leavesOrderOpen
                ? .unknown(Rejection(.outcomeUnknown, rejection.message)) : .settled(.failure(rejection))
        case .unanswered(let rejection, wasSent: true): .unknown(rejection)
        case .unanswered(let rejection, wasSent: false): .notSent(rejection)
        }
    }

    /// Schedules another attempt for an order that the server could not decide on. Returns false if the attempts or the time are used up.
    func askAgain(_ id: Int64) -> Bool {
        commands.postpone(id, at: clock.now) { sends in
            Self.orderBackoff.delay(attempt: sends, using: &random)
        }
    }

    /// Sends the orders again that this run or an earlier one left without an answer.
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
                // Claim the orders at once, so that a second reconnect right after this one does not claim them again.
                taken = shared.claim(try await journal.unfinished(of: owner))
                guard !taken.isEmpty else { return }
                // A call that had claimed one of them may have got its answer since the journal was read. Such a call removes the order
                // from the journal before it releases it, so every order that is still in the journal has no answer.
                let kept = Set(try await journal.unfinished(of: owner).map(\.order.orderID))
                shared.release(taken.filter { !kept.contains($0.order.orderID) })
                let unfinished = taken.filter { kept.contains($0.order.orderID) }
                eventLoop.execute {
                    let core = bound.value
                    core.perform { core.settle(unfinished, of: owner) }
                }
            } catch {
                shared.release(taken)
                logger.warning("unfinished orders cannot be read", metadata: ["error": "\(error)"])
            }
        }
    }

    /// The owner of the orders that the client sends; nil when logged out.
    private var owner: OrderOwner? {
        guard let endpoint, let credentials else { return nil }
        return OrderOwner(serverURL: endpoint.description, userID: credentials.userID)
    }

    private func settle(_ orders: [JournaledOrder], of owner: OrderOwner) {
        guard owner == self.owner else { return shared.release(orders) }
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
        // Neither `unknown` nor `notSent` tells what became of the earlier attempt, so the next session tries again.
        guard case .settled(let result) = outcome else {
            shared.claimedOrders.withLock { _ = $0.remove(orderID) }
            return
        }
        let journal = journal
        let shared = shared
        let eventLoop = eventLoop
        let logger = logger
        let event = ClientEvent.orderSettled(entry.liveID, entry.order, result)
        if case .success = result { shared.emit(event) }
        Task {
            defer { shared.claimedOrders.withLock { _ = $0.remove(orderID) } }
            guard case .failure = result else { return await journal.remove(orderID, of: entry.owner) }
            do {
                // Report that nothing was charged only once the order cannot be sent again.
                try await journal.withdraw(orderID, of: entry.owner)
                eventLoop.execute { shared.emit(event) }
            } catch {
                logger.warning("a refused order cannot be withdrawn and is sent again", metadata: ["error": "\(error)"])
            }
        }
    }
}
