#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    extension PostgresBatch {
        /// Applies a billing write.
        func apply(_ write: BillingWrite) throws -> StorageOutcome {
            switch write {
            case .begin(let order, let due): return .billing(try begin(order, due: due))
            case .deliver(let order, let draft, let state, let due):
                return try deliver(order, draft, as: state, due: due)
            case .move(let key, let from, let to, let note, let due, let at):
                return .billing(try move(key, from: from, to: to, note, due: due, at: at))
            case .postpone(let key, let state, let due):
                let count = try db.run(
                    """
                    UPDATE billing_order SET attempts = attempts + 1, due = $1
                    WHERE sender = $2 AND order_id = $3 AND state = $4
                    """, due.milliseconds, key.sender.rawValue, key.orderID.rawValue, state.rawValue)
                forget(key)
                return .billing(
                    count > 0 ? .moved(state) : .passed(try BillingOrder.one(key, db, slot: seat.slot)?.state))
            case .reverse(let key, let note, let at): return .billing(try reverse(key, note, at: at))
            }
        }

        private func begin(_ order: GiftOrder, due: Timestamp) throws -> BillingOutcome {
            let key = order.key
            // The wallet's row is locked, so that no other node charges this order from it meanwhile.
            try load(.user(key.sender))
            try learn(key)
            let history = OrderHistory(settled: view.settled[key], asked: view.asked[key])
            if let known = BillingOutcome.beginning(of: order, after: history) { return known }
            let number: Int64? = try db.first(
                """
                INSERT INTO billing_order (sender, order_id, content, state, is_open, attempts, due, message, updated_at,
                    slot, incarnation)
                VALUES ($1, $2, $3, $4, true, 0, $5, '', $6, $7, $8) RETURNING id
                """, key.sender.rawValue, key.orderID.rawValue, try StoredJSON.text(StoredGiftOrder(order)),
                BillingState.pending.rawValue, due.milliseconds, order.at.milliseconds, seat.slot, seat.incarnation
            ) { try $0[0] }
            guard let number else { throw PostgresFailure("a new order of the billing has no number") }
            if let origin = order.origin {
                try db.later(
                    "INSERT INTO billing_order_origin (number, address, platform) VALUES ($1, $2, $3)", number,
                    origin.address.storable, origin.platform.storable)
            }
            forget(key)
            return .begun
        }

        private func deliver(
            _ order: GiftOrder, _ draft: EventDraft, as state: BillingState, due: Timestamp?
        ) throws -> StorageOutcome {
            precondition(state.wasDelivered, "a delivery must lead to a delivered state")
            let known = try lockedState(of: order.key)
            guard known == .pending else { return .billing(.passed(known)) }
            var paid = order
            paid.isChargedOutside = true
            let outcome = try settle(paid, draft)
            if case .order(.charged, _) = outcome {
                try set(state, of: order.key, BillingNote(), due: due, at: order.at)
            }
            return outcome
        }

        private func move(
            _ key: OrderKey, from: BillingState, to: BillingState, _ note: BillingNote, due: Timestamp?, at: Timestamp
        ) throws -> BillingOutcome {
            let known = try lockedState(of: key)
            guard known == from else { return .passed(known) }
            try set(to, of: key, note, due: due, at: at)
            return .moved(to)
        }

        private func reverse(_ key: OrderKey, _ note: BillingNote, at: Timestamp) throws -> BillingOutcome {
            let known = try lockedState(of: key)
            guard known == .unconfirmed else { return .passed(known) }
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

        /// Returns the state of an order, and locks its row, so that it stays in this state until the batch ends; nil if there is none.
        private func lockedState(of key: OrderKey) throws -> BillingState? {
            try db.first(
                "SELECT state FROM billing_order WHERE sender = $1 AND order_id = $2 FOR UPDATE", key.sender.rawValue,
                key.orderID.rawValue
            ) { row in
                guard let state = BillingState(rawValue: try row[0]) else {
                    throw StorageError(
                        "The billing's order \(key.reference) is in a state that this version does not know.")
                }
                return state
            }
        }

        private func set(
            _ state: BillingState, of key: OrderKey, _ note: BillingNote, due: Timestamp?, at: Timestamp
        ) throws {
            try db.later(
                """
                UPDATE billing_order
                SET state = $1, is_open = $2, attempts = 0, due = $3, code = $4, message = $5, done_by = $6,
                    updated_at = $7, slot = $8, incarnation = $9
                WHERE sender = $10 AND order_id = $11
                """, state.rawValue, !state.isFinal, due?.milliseconds, note.code, note.message.storable,
                note.by?.rawValue, at.milliseconds, seat.slot, seat.incarnation, key.sender.rawValue,
                key.orderID.rawValue)
            forget(key)
            guard state.isFinal else { return }
            try db.later(
                """
                DELETE FROM billing_order_origin
                WHERE number = (SELECT id FROM billing_order WHERE sender = $1 AND order_id = $2)
                """, key.sender.rawValue, key.orderID.rawValue)
        }

        /// Forgets what the batch knows of an order that changed. The next write that needs it reads it again.
        private func forget(_ key: OrderKey) {
            knownOrders.remove(key)
            view.asked[key] = nil
        }
    }

    extension BillingOrder {
        /// The columns that `init(_:)` reads, in order.
        static let columns = """
            billing_order.id, billing_order.content, billing_order.state, billing_order.attempts, billing_order.due, \
            billing_order.code, billing_order.message, billing_order.done_by, billing_order.updated_at, \
            billing_order_origin.address, billing_order_origin.platform, \(worker)
            """
        /// The slot of the node that works at an order; NULL if nobody does. A node is fenced where its lane has another incarnation.
        private static let worker = """
            (SELECT lane.lane FROM lane
             WHERE lane.lane = billing_order.slot AND lane.incarnation = billing_order.incarnation)
            """
        private static let tables = """
            billing_order LEFT JOIN billing_order_origin ON billing_order_origin.number = billing_order.id
            """

        /// - Parameter slot: The slot of the node that asks.
        init(_ row: PostgresRow, slot: Int64) throws {
            let number: Int64 = try row[0]
            guard let state = BillingState(rawValue: try row[2]) else {
                throw StorageError("The billing's order \(number) is in a state that this version does not know.")
            }
            let origin = try (row[9] as String?).map { OrderOrigin(address: $0, platform: try row[10]) }
            let content = try StoredJSON.value(StoredGiftOrder.self, try row[1], in: "billing_order.content")
            self.init(
                number: number, order: content.order(origin),
                state: state, attempts: try row[3],
                due: (try row[4] as Int64?).map { Timestamp(milliseconds: $0) },
                note: BillingNote(
                    code: try row[5] as Int?, message: try row[6],
                    by: (try row[7] as String?).map { UserID(unchecked: $0) }),
                updatedAt: Timestamp(milliseconds: try row[8]),
                isElsewhere: (try row[11] as Int64?).map { $0 != slot } ?? false)
        }

        /// Returns the order with a key; nil if there is none.
        static func one(_ key: OrderKey, _ db: PostgresConnection, slot: Int64) throws -> BillingOrder? {
            try db.first(
                "SELECT \(columns) FROM \(tables) WHERE sender = $1 AND order_id = $2", key.sender.rawValue,
                key.orderID.rawValue
            ) { try BillingOrder($0, slot: slot) }
        }

        /// Returns a page of orders, oldest first. Due orders are sorted by their due time instead.
        static func page(_ query: BillingQuery, _ db: PostgresConnection, slot: Int64) throws -> [BillingOrder] {
            let isAbandoned = query.isAbandoned ? "\(worker) IS NULL AND " : ""
            let states = query.states.map(\.rawValue)
            var orders: [BillingOrder] = []
            if let dueBy = query.dueBy {
                try db.forEach(
                    """
                    SELECT \(columns) FROM \(tables)
                    WHERE \(isAbandoned)due IS NOT NULL AND due <= $1 AND id > $2 AND state = ANY($3::text[])
                    ORDER BY due, id LIMIT $4
                    """, dueBy.milliseconds, query.after, states, max(0, query.limit)
                ) { orders.append(try BillingOrder($0, slot: slot)) }
            } else {
                let isOpen = query.states.allSatisfy { !$0.isFinal } ? "is_open AND " : ""
                try db.forEach(
                    """
                    SELECT \(columns) FROM \(tables) WHERE \(isAbandoned)\(isOpen)id > $1 AND state = ANY($2::text[])
                    ORDER BY id LIMIT $3
                    """, query.after, states, max(0, query.limit)
                ) { orders.append(try BillingOrder($0, slot: slot)) }
            }
            return orders
        }

        /// Claims orders that are due; see `Storage.claimBillingOrders(in:dueBy:until:limit:)`. Rows that another node claims at this
        /// moment are passed over, and so are those of a live that another node runs: its home takes back what has to be, and shows it.
        static func claim(
            _ states: [BillingState], dueBy time: Timestamp, until: Timestamp, limit: Int, _ db: PostgresConnection,
            seat: PostgresSeat
        ) throws -> [BillingOrder] {
            var numbers: [Int64] = []
            try db.forEach(
                """
                SELECT id FROM billing_order
                WHERE due IS NOT NULL AND due <= $1 AND state = ANY($2::text[])
                    AND (state <> 'pending' OR \(worker) IS NULL OR slot = $3)
                    AND NOT EXISTS (
                        SELECT 1 FROM room JOIN room_counter ON room_counter.room = room.id
                        WHERE session_id = billing_order.content::json ->> 'sessionID' AND ended_at IS NULL
                            AND home_slot <> $3)
                ORDER BY due, id LIMIT $4 FOR UPDATE SKIP LOCKED
                """, time.milliseconds, states.map(\.rawValue), seat.slot, max(0, limit)
            ) { numbers.append(try $0[0]) }
            guard !numbers.isEmpty else { return [] }
            var orders: [BillingOrder] = []
            try db.forEach(
                """
                SELECT \(columns) FROM \(tables) WHERE billing_order.id = ANY($1::bigint[])
                ORDER BY billing_order.due, billing_order.id
                """, numbers
            ) { orders.append(try BillingOrder($0, slot: seat.slot)) }
            try db.later(
                "UPDATE billing_order SET due = $1, slot = $2, incarnation = $3 WHERE id = ANY($4::bigint[])",
                until.milliseconds, seat.slot, seat.incarnation, numbers)
            return orders
        }
    }
#endif
