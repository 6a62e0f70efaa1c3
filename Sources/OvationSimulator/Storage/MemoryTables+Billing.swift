import OvationModel
import OvationRules
import OvationStorage

/// The orders that the app's own billing pays.
extension MemoryTables {
    mutating func apply(_ write: BillingWrite, _ policy: LedgerPolicy) throws -> StorageOutcome {
        switch write {
        case .begin(let order, let due): return .billing(begin(order, due))
        case .deliver(let order, let draft, let state, let due):
            guard billing[order.key]?.state == .pending else { return .billing(.passed(billing[order.key]?.state)) }
            var paid = order
            paid.isChargedOutside = true
            let outcome = try settle(paid, draft, policy)
            if case .order(.charged, _) = outcome { move(order.key, to: state, BillingNote(), due, order.at) }
            return outcome
        case .move(let key, let from, let to, let note, let due, let at):
            guard billing[key]?.state == from else { return .billing(.passed(billing[key]?.state)) }
            move(key, to: to, note, due, at)
            return .billing(.moved(to))
        case .postpone(let key, let state, let due):
            guard billing[key]?.state == state else { return .billing(.passed(billing[key]?.state)) }
            billing[key]?.attempts += 1
            billing[key]?.due = due
            return .billing(.moved(state))
        case .reverse(let key, let note, let at): return .billing(reverse(key, note, at, policy.calendar))
        }
    }

    private mutating func begin(_ order: GiftOrder, _ due: Timestamp) -> BillingOutcome {
        let history = OrderHistory(
            settled: orders[order.key], asked: billingOrder(order.key, from: fence?.seat))
        if let known = BillingOutcome.beginning(of: order, after: history) { return known }
        var paid = order
        paid.isChargedOutside = true
        billing[order.key] = BillingOrder(
            number: Int64(billing.count) + 1, order: paid, state: .pending, attempts: 0, due: due, note: BillingNote(),
            updatedAt: order.at)
        billingWorkers[order.key] = fence?.seat
        return .begun
    }

    private mutating func move(
        _ key: OrderKey, to state: BillingState, _ note: BillingNote, _ due: Timestamp?, _ at: Timestamp
    ) {
        billing[key]?.state = state
        billing[key]?.attempts = 0
        billing[key]?.due = due
        billing[key]?.note = note
        billing[key]?.updatedAt = at
        billingWorkers[key] = fence?.seat
        if state.isFinal { billing[key]?.order.origin = nil }
    }

    private mutating func reverse(
        _ key: OrderKey, _ note: BillingNote, _ at: Timestamp, _ calendar: BoardCalendar
    ) -> BillingOutcome {
        guard billing[key]?.state == .unconfirmed else { return .passed(billing[key]?.state) }
        let refund = Refund(
            order: key, reference: "billing/\(key.reference)", by: note.by, reason: note.message, at: at)
        do {
            try post(refund, to: .biller, calendar)
        } catch {
            return .reverseRefused(error)
        }
        move(key, to: .reversed, note, nil, at)
        return .moved(.reversed)
    }

    /// Returns a page of orders, oldest first. Due orders are sorted by their due time instead.
    ///
    /// - Parameter seat: The node that asks; nil for a process that serves alone.
    func billingOrders(_ query: BillingQuery, from seat: NodeSeat? = nil) -> [BillingOrder] {
        let chosen = billing.keys.compactMap { billingOrder($0, from: seat) }.filter { order in
            query.states.contains(order.state) && order.number > query.after
                && !(query.isAbandoned && worker(at: order.order.key) != nil)
        }
        guard let dueBy = query.dueBy else {
            return Array(chosen.sorted { $0.number < $1.number }.prefix(query.limit))
        }
        let due = chosen.compactMap { order in order.due.map { (due: $0, order: order) } }.filter { $0.due <= dueBy }
        return due.sorted { ($0.due, $0.order.number) < ($1.due, $1.order.number) }.prefix(query.limit).map(\.order)
    }
}

// MARK: - Who works at an order

extension MemoryTables {
    /// The node that works at an order; nil if nobody does, or if the node was fenced.
    private func worker(at key: OrderKey) -> NodeSeat? { billingWorkers[key].flatMap { isServing($0) ? $0 : nil } }

    /// An order as a node sees it; nil if there is none with this key.
    func billingOrder(_ key: OrderKey, from seat: NodeSeat?) -> BillingOrder? {
        var order = billing[key]
        order?.isElsewhere = worker(at: key).map { $0.slot != seat?.slot } ?? false
        return order
    }

    /// Claims orders that are due; see `Storage.claimBillingOrders(in:dueBy:until:limit:)`. Those of a live that another node runs are
    /// left to it.
    mutating func claimBillingOrders(
        _ query: BillingQuery, until: Timestamp, for seat: NodeSeat
    ) throws -> [BillingOrder] {
        guard isServing(seat) else { throw MemoryDatabase.goneError }
        var all = query
        all.limit = .max
        let claimed = billingOrders(all, from: seat).filter { !$0.isAskedElsewhere && !isRunElsewhere($0, than: seat) }
            .prefix(query.limit)
        for order in claimed {
            billing[order.order.key]?.due = until
            billingWorkers[order.order.key] = seat
        }
        return Array(claimed)
    }

    private func isRunElsewhere(_ order: BillingOrder, than seat: NodeSeat) -> Bool {
        guard let index = roomIndex[order.order.sessionID], rooms[index].record.endedAt == nil else { return false }
        return rooms[index].home.map { $0 != seat.slot } ?? false
    }
}
