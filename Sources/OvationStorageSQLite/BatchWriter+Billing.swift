import GRDB
import OvationModel
import OvationRules
import OvationStorage

extension BatchWriter {
    /// Applies a billing write.
    func apply(_ write: BillingWrite) throws -> StorageOutcome {
        switch write {
        case .begin(let order, let due): return .billing(try begin(order, due: due))
        case .deliver(let order, let draft, let state, let due):
            return try deliver(order, draft, as: state, due: due)
        case .move(let key, let from, let to, let note, let due, let at):
            return .billing(try move(key, from: from, to: to, note, due: due, at: at))
        case .postpone(let key, let state, let due):
            try db.run(
                """
                UPDATE billing_order SET attempts = attempts + 1, due = ?
                WHERE sender = ? AND order_id = ? AND state = ?
                """, due.milliseconds, key.sender.rawValue, key.orderID.rawValue, state.rawValue)
            return .billing(db.changesCount > 0 ? .moved(state) : .passed(try BillingOrder.one(key, db)?.state))
        case .reverse(let key, let note, let at): return .billing(try reverse(key, note, at: at))
        }
    }

    private func begin(_ order: GiftOrder, due: Timestamp) throws -> BillingOutcome {
        let wallet = try load(.user(order.sender.userID))
        let settled = try view.settled[order.key] ?? wallet.flatMap { try self.settled(order.key, wallet: $0) }
        let history = OrderHistory(settled: settled, asked: try BillingOrder.one(order.key, db))
        if let known = BillingOutcome.beginning(of: order, after: history) { return known }
        try db.run(
            """
            INSERT INTO billing_order (sender, order_id, content, state, is_open, attempts, due, message, updated_at)
            VALUES (?, ?, ?, ?, 1, 0, ?, '', ?)
            """, order.sender.userID.rawValue, order.orderID.rawValue, try StoredJSON.text(StoredGiftOrder(order)),
            BillingState.pending.rawValue, due.milliseconds, order.at.milliseconds)
        hasBillingOrders = true
        if let origin = order.origin {
            try db.run(
                "INSERT INTO billing_order_origin (number, address, platform) VALUES (?, ?, ?)", db.lastInsertedRowID,
                origin.address.storable, origin.platform.storable)
        }
        return .begun
    }

    /// Loads the billing's record of an order that the wallet is to pay. Usually there are no billing orders at all, which is checked once
    /// a batch.
    func loadAsked(_ order: GiftOrder) throws {
        guard !order.isChargedOutside, view.asked[order.key] == nil else { return }
        let isThere = try hasBillingOrders ?? db.first("SELECT EXISTS (SELECT 1 FROM billing_order)") { $0[0] } ?? false
        hasBillingOrders = isThere
        if isThere { view.asked[order.key] = try BillingOrder.one(order.key, db) }
    }

    private func deliver(
        _ order: GiftOrder, _ draft: EventDraft, as state: BillingState, due: Timestamp?
    ) throws -> StorageOutcome {
        precondition(state.wasDelivered, "a delivery must lead to a delivered state")
        let known = try BillingOrder.one(order.key, db)
        guard let known, known.state == .pending else { return .billing(.passed(known?.state)) }
        var paid = order
        paid.isChargedOutside = true
        var outcomes: [StorageOutcome] = []
        var run = [(order: paid, draft: draft)]
        try settleOrders(&run, into: &outcomes)
        if case .order(.charged, _) = outcomes[0] {
            try set(state, of: order.key, BillingNote(), due: due, at: order.at)
        }
        return outcomes[0]
    }

    private func move(
        _ key: OrderKey, from: BillingState, to: BillingState, _ note: BillingNote, due: Timestamp?, at: Timestamp
    ) throws -> BillingOutcome {
        let known = try BillingOrder.one(key, db)
        guard let known, known.state == from else { return .passed(known?.state) }
        try set(to, of: key, note, due: due, at: at)
        return .moved(to)
    }

    private func reverse(_ key: OrderKey, _ note: BillingNote, at: Timestamp) throws -> BillingOutcome {
        let known = try BillingOrder.one(key, db)
        guard let known, known.state == .unconfirmed else { return .passed(known?.state) }
        let refund = Refund(
            order: key, reference: "billing/\(key.reference)", by: note.by,
            reason: note.message.isEmpty ? "the app's billing refused what was shown" : note.message, at: at)
        switch try self.refund(refund) {
        case .refunded: break
        // An administrator refunded the order before, so there is nothing left to do.
        case .refundRefused(.alreadyRefunded): break
        case .refundRefused(let refusal): return .reverseRefused(refusal)
        case let other: preconditionFailure("a refund is answered with its outcome, not with \(other)")
        }
        try set(.reversed, of: key, note, due: nil, at: at)
        return .moved(.reversed)
    }

    private func set(_ state: BillingState, of key: OrderKey, _ note: BillingNote, due: Timestamp?, at: Timestamp)
        throws
    {
        try db.run(
            """
            UPDATE billing_order
            SET state = ?, is_open = ?, attempts = 0, due = ?, code = ?, message = ?, by = ?, updated_at = ?
            WHERE sender = ? AND order_id = ?
            """, state.rawValue, !state.isFinal, due?.milliseconds, note.code, note.message.storable,
            note.by?.rawValue, at.milliseconds, key.sender.rawValue, key.orderID.rawValue)
        guard state.isFinal else { return }
        try db.run(
            """
            DELETE FROM billing_order_origin
            WHERE number = (SELECT id FROM billing_order WHERE sender = ? AND order_id = ?)
            """, key.sender.rawValue, key.orderID.rawValue)
    }
}

extension BillingOrder {
    private static let columns = "id, content, state, attempts, due, code, message, by, updated_at, address, platform"
    private static let tables = "billing_order LEFT JOIN billing_order_origin ON number = id"

    init(_ row: Row) throws {
        guard let state = BillingState(rawValue: row[2]) else {
            throw StorageError("The billing's order \(row[0] as Int64) is in a state that this version does not know.")
        }
        let origin = (row[9] as String?).map { OrderOrigin(address: $0, platform: row[10]) }
        self.init(
            number: row[0],
            order: try StoredJSON.value(StoredGiftOrder.self, row[1], in: "billing_order.content").order(origin),
            state: state, attempts: row[3], due: (row[4] as Int64?).map { Timestamp(milliseconds: $0) },
            note: BillingNote(
                code: row[5], message: row[6], by: (row[7] as String?).map { UserID(unchecked: $0) }),
            updatedAt: Timestamp(milliseconds: row[8]))
    }

    /// Returns the order with a key; nil if there is none.
    static func one(_ key: OrderKey, _ db: Database) throws -> BillingOrder? {
        try db.first(
            "SELECT \(columns) FROM \(tables) WHERE sender = ? AND order_id = ?", key.sender.rawValue,
            key.orderID.rawValue
        ) { try BillingOrder($0) }
    }

    /// Returns a page of orders, oldest first. Due orders are sorted by their due time instead.
    static func page(_ query: BillingQuery, _ db: Database) throws -> [BillingOrder] {
        let states = query.states.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        var orders: [BillingOrder] = []
        if let dueBy = query.dueBy {
            try db.forEach(
                """
                SELECT \(columns) FROM \(tables)
                WHERE due IS NOT NULL AND due <= ? AND id > ? AND state IN (\(states)) ORDER BY due, id LIMIT ?
                """, dueBy.milliseconds, query.after, query.limit
            ) { orders.append(try BillingOrder($0)) }
        } else {
            let isOpen = query.states.allSatisfy { !$0.isFinal } ? "is_open AND " : ""
            try db.forEach(
                """
                SELECT \(columns) FROM \(tables) WHERE \(isOpen)id > ? AND state IN (\(states)) ORDER BY id LIMIT ?
                """, query.after, query.limit
            ) { orders.append(try BillingOrder($0)) }
        }
        return orders
    }
}
