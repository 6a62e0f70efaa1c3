import Logging
package import OvationModel
import OvationObservability
package import OvationRules
import OvationStorage
import OvationSupport

// MARK: - Trying again

extension BillingDesk {
    /// Takes up the orders that were under way when the server stopped, or another one that nobody runs any more. It is called before the
    /// first connection, and before the journal runs.
    ///
    /// An order that another living server has in the air is left to it.
    ///
    /// - Parameter policy: the configured one; the URL of the billing need not be known yet.
    package func restore(_ policy: BillingPolicy) async throws {
        while true {
            let page = try await storage.billingOrders(
                BillingQuery(states: [.pending], isAbandoned: true, limit: 1_000))
            guard !page.isEmpty else { return }
            let now = steadyTime.now()
            let writes = page.compactMap { order -> StorageWrite? in
                guard case .become(let state) = order.state.step(after: .abandoned, policy) else { return nil }
                return .billing(
                    .move(
                        order.order.key, from: .pending, to: state, BillingNote(message: "The server was stopped."),
                        due: state.isRetried(policy) ? now : nil, at: clock.wall()))
            }
            _ = try await storage.commit(writes)
            logger.notice(
                "orders were under way with the app's billing when the server stopped",
                metadata: [LogKeys.billingOrders: "\(writes.count)"])
        }
    }

    /// Orders that are read from the storage at a time.
    private static let pageSize = 64
    /// Orders that are asked about again at the same time. Nobody waits for these answers. A whole page of them at once took so much of the
    /// processor that gifts whose senders do wait were answered 50 to 100 ms later (`scripts/verify billing`).
    private static let retriesAtOnceMax = 16

    /// For how long no other server goes on with orders that this one has claimed: longer than it takes to ask about a page of them.
    private var claimMilliseconds: Int64 {
        Int64(Self.pageSize / Self.retriesAtOnceMax) * Int64(limits.callbackTimeoutMilliseconds)
            + Self.graceMilliseconds
    }

    /// Goes on with every order that is due.
    func sweep() async {
        // Before anything else: what is decided is not due.
        guard await keepUnkept(), let policy else { return }
        let now = steadyTime.now()
        let states: [BillingState] = [.pending, .unconfirmed, .cancelling, .revoking]
        do {
            while true {
                let page = try await storage.claimBillingOrders(
                    in: states, dueBy: now, until: now.adding(milliseconds: claimMilliseconds), limit: Self.pageSize)
                let mine = page.filter { !isUnderWay($0.order.key) && !isUnkept($0.order.key) }
                guard !mine.isEmpty else { return }
                var progress = 0
                await withTaskGroup(of: Bool.self) { group in
                    for (place, order) in mine.enumerated() {
                        if place >= Self.retriesAtOnceMax, await group.next() == true { progress += 1 }
                        group.addTask { await self.goOn(with: order, policy) }
                    }
                    for await isDone in group where isDone { progress += 1 }
                }
                // If nothing could be kept, the next page would be the same.
                guard progress > 0, page.count == Self.pageSize else { return }
            }
        } catch {
            logger.error("orders of the app's billing could not be read", metadata: [LogKeys.error: "\(error)"])
        }
    }

    /// Takes an order a step further. Answers whether the step was kept, so that the order is no longer due.
    private func goOn(with order: BillingOrder, _ policy: BillingPolicy) async -> Bool {
        let event: BillingEvent
        switch order.state {
        case .pending: event = .abandoned
        case _ where !order.state.isRetried(policy): event = .abandoned
        case .revoking: event = .revoked(await biller.revoke(order.order))
        default:
            event = .answered(await askBiller(order.order))
        }
        return await take(order.state.step(after: event, policy) ?? .wait, order, policy, note: event.note)
    }

    private func take(
        _ step: BillingStep, _ order: BillingOrder, _ policy: BillingPolicy, note: BillingNote
    ) async -> Bool {
        let key = order.order.key
        let now = clock.wall()
        let due = steadyTime.now()
        let write: BillingWrite
        switch step {
        case .become(let state):
            write = .move(
                key, from: order.state, to: state, note, due: state.isRetried(policy) ? due : nil, at: now)
        case .reverse: write = .reverse(key, note, at: now)
        case .wait, .deliver: write = .postpone(key, order.state, due: nextRetry(of: order, at: due))
        }
        guard case .success(.billing(let outcome)) = await keep(write) else { return false }
        if case .reverseRefused(let refusal) = outcome {
            logger.error(
                "a gift that the app's billing refused after it was shown cannot be taken back",
                metadata: [
                    LogKeys.orderID: "\(key.reference)", LogKeys.error: "\(Rejection(refused: refusal).message)",
                ])
            _ = await keep(.postpone(key, order.state, due: nextRetry(of: order, at: due)))
        }
        return true
    }

    private func nextRetry(of order: BillingOrder, at now: Timestamp) -> Timestamp {
        now.adding(
            milliseconds: BillingOrder.backoffMilliseconds(
                attempts: order.attempts + 1, first: limits.billingRetryMilliseconds))
    }
}

// MARK: - Reconciliation

extension BillingDesk {
    /// Takes what an operator has found out about an order whose outcome in the billing was not known.
    ///
    /// - Parameter isCharged: whether the billing has charged it. If the gift was not delivered, the operator has had the
    ///   coins given back there.
    /// - Throws: `orderNotOpen`, `refundNotCovered`, `storageUnavailable`.
    package func resolve(_ key: OrderKey, isCharged: Bool, by: UserID, note: String) async throws(Rejection)
        -> BillingState
    {
        let known = try await found(key)
        let note = BillingNote(message: note, by: by)
        let now = clock.wall()
        let write: BillingWrite
        switch known?.state.step(after: .resolved(isCharged: isCharged), policy ?? BillingPolicy()) {
        case .become(let state)?:
            write = .move(key, from: known?.state ?? .unknown, to: state, note, due: nil, at: now)
        case .reverse?: write = .reverse(key, note, at: now)
        default: throw Rejection(.orderNotOpen)
        }
        switch try await keep(write).get() {
        case .billing(.moved(let state)): return state
        case .billing(.reverseRefused(let refusal)): throw Rejection(refused: refusal)
        // The server has found out by itself in the meantime.
        case .billing(.passed): throw Rejection(.orderNotOpen)
        case let other: preconditionFailure("a resolution is not answered with \(other)")
        }
    }
}

extension BillingDesk {
    /// Asks the billing about an order at once instead of when it is due, and answers where the order stands then.
    ///
    /// The billing may hear of an order twice, from here and from the server's own retry. It charges once all the same, or it would not be
    /// asked again at all.
    ///
    /// - Throws: `orderNotOpen`, `billingNotAskedAgain`, `outcomeUnknown` while the server asks, `storageUnavailable`.
    package func askAgain(_ key: OrderKey) async throws(Rejection) -> BillingOrder {
        guard let known = try await found(key), !known.state.isFinal else { throw Rejection(.orderNotOpen) }
        guard known.state != .pending, !isUnkept(key) else {
            throw Rejection(
                .outcomeUnknown,
                "The server asks the billing about this order at this moment. Look again in some seconds.")
        }
        guard let policy, known.state.isRetried(policy) else { throw Rejection(.billingNotAskedAgain) }
        _ = await goOn(with: known, policy)
        return try await found(key) ?? known
    }

    private func found(_ key: OrderKey) async throws(Rejection) -> BillingOrder? {
        do { return try await storage.billingOrder(key) } catch { throw Rejection(.storageUnavailable) }
    }
}

extension BillingEvent {
    fileprivate var note: BillingNote {
        switch self {
        case .answered(let answer): answer.note
        case .revoked(let isDone): BillingNote(message: isDone ? "The billing has given it back." : "")
        case .abandoned, .resolved: BillingNote()
        }
    }
}
