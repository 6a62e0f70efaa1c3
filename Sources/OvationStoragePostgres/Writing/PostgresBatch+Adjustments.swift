#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    /// A paid order.
    private struct PaidOrder {
        /// The number of the order's transfer.
        let transfer: Int64
        /// The postings of the transfer.
        let postings: [Posting]
        /// The account that gets the coins back.
        let payer: AccountID
    }

    extension PostgresBatch {
        /// Refunds an order, at most once.
        func refund(_ refund: Refund) throws -> StorageOutcome {
            guard let order = try paidOrder(refund.order) else { return .refundRefused(.orderNotFound) }
            // What the house can give is the sum of its rows in all lanes.
            for account in order.postings.map(\.account) + [order.payer, .house] { try loadAllLanes(account) }
            if let first = try firstRefund(of: order, refund.order) {
                guard first.reference == refund.reference.storable else { return .refundRefused(.alreadyRefunded) }
                return .refunded(first, balance: view.balances[order.payer] ?? .zero, repeated: true)
            }
            guard try transferOfAdjustment(.refund, refund.reference) == nil else {
                return .refundRefused(.referenceUsed)
            }
            let record: RefundedOrder
            let transfer: Transfer
            do {
                (record, transfer) = try view.refund(refund, paid: order.postings, to: order.payer)
            } catch {
                return .refundRefused(error)
            }
            try keepAdjustment(
                transfer, refund.reference, of: order.transfer, covered: record.coveredByHouse, by: refund.by,
                reason: refund.reason)
            try takeOffBoards(order.transfer)
            return .refunded(record, balance: view.balances[order.payer] ?? .zero, repeated: false)
        }

        /// Moves coins between two accounts, at most once for each reference.
        func correct(_ correction: Correction) throws -> StorageOutcome {
            for account in [correction.from, correction.to, .issuance] { try loadAllLanes(account) }
            if let first = try transferOfAdjustment(.correction, correction.reference) {
                guard correction.hasPostings(try postings(of: first)) else { return .correctionRefused(.referenceUsed) }
                return corrected(correction, repeated: true)
            }
            let transfers: [Transfer]
            do {
                transfers = try view.correct(correction, policy)
            } catch {
                return .correctionRefused(error)
            }
            for grant in transfers.dropLast() { try keep(grant) }
            for own in transfers.suffix(1) {
                try keepAdjustment(
                    own, correction.reference, of: nil, covered: .zero, by: correction.by, reason: correction.reason)
            }
            return corrected(correction, repeated: false)
        }

        private func corrected(_ correction: Correction, repeated: Bool) -> StorageOutcome {
            .corrected(
                from: view.balances[correction.from] ?? .zero, to: view.balances[correction.to] ?? .zero,
                repeated: repeated)
        }

        private func keepAdjustment(
            _ transfer: Transfer, _ reference: String, of order: Int64?, covered: Coins, by: UserID?, reason: String
        ) throws {
            let number = try keep(transfer)
            // The row refers to the transfer, which waits.
            try flush()
            try db.later(
                """
                INSERT INTO adjustment (id, kind, reference, gift_order, covered, done_by, reason)
                VALUES ($1, $2, $3, $4, $5, $6, $7)
                """, number, transfer.kind.rawValue, reference.storable, order, covered.amount, by?.rawValue,
                reason.storable)
        }

        /// Returns the number of the transfer with a reference; nil if the reference is unused.
        private func transferOfAdjustment(_ kind: Transfer.Kind, _ reference: String) throws -> Int64? {
            try flush()
            return try db.first(
                "SELECT id FROM adjustment WHERE kind = $1 AND reference = $2", kind.rawValue, reference.storable
            ) { try $0[0] }
        }

        private func paidOrder(_ key: OrderKey) throws -> PaidOrder? {
            guard let wallet = try load(.user(key.sender)) else { return nil }
            try flush()
            let transfer: Int64? = try db.first(
                "SELECT id FROM gift_order WHERE sender = $1 AND order_id = $2", wallet, key.orderID.rawValue
            ) { try $0[0] }
            guard let transfer else { return nil }
            // The condition "kind <> 'gift'" lets PostgreSQL use the partial index, which excludes gifts.
            let isChargedOutside =
                try db.first(
                    "SELECT 1 FROM transfer WHERE kind = 'charge' AND kind <> 'gift' AND reference = $1", key.reference
                ) { _ in true } ?? false
            return PaidOrder(
                transfer: transfer, postings: try postings(of: transfer),
                payer: isChargedOutside ? .biller : .user(key.sender))
        }

        /// Returns the postings of a transfer.
        func postings(of transfer: Int64) throws -> [Posting] {
            try flush()
            return try Posting.all(of: transfer, db)
        }

        private func firstRefund(of order: PaidOrder, _ key: OrderKey) throws -> RefundedOrder? {
            try flush()
            return try db.first(
                """
                SELECT adjustment.reference, entry.amount, adjustment.covered, transfer.at
                FROM adjustment JOIN transfer ON transfer.id = adjustment.id
                    JOIN entry ON entry.number = transfer.id
                WHERE adjustment.gift_order = $1
                """, order.transfer
            ) { row in
                guard let coins = Coins(try row[1]), let covered = Coins(try row[2]) else {
                    throw StorageError("The refund of \(key.reference) cannot be read. Run an audit of the ledger.")
                }
                return RefundedOrder(
                    order: key, reference: try row[0], payer: order.payer, coins: coins, coveredByHouse: covered,
                    at: Timestamp(milliseconds: try row[3]))
            }
        }
    }
#endif
