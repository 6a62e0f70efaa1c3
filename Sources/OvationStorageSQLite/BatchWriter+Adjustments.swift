import GRDB
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

extension BatchWriter {
    /// Refunds an order, at most once.
    func refund(_ refund: Refund) throws -> StorageOutcome {
        guard let order = try paidOrder(refund.order) else { return .refundRefused(.orderNotFound) }
        for posting in order.postings { try load(posting.account) }
        try load(order.payer)
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
        for account in [correction.from, correction.to, .issuance] { try load(account) }
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
        try db.run(
            """
            INSERT INTO adjustment (id, kind, reference, gift_order, covered, by, reason) VALUES (?, ?, ?, ?, ?, ?, ?)
            """, number, transfer.kind.rawValue, reference.storable, order, covered.amount, by?.rawValue,
            reason.storable)
    }

    /// Returns the number of the transfer with a reference; nil if the reference is unused.
    private func transferOfAdjustment(_ kind: Transfer.Kind, _ reference: String) throws -> Int64? {
        try db.first(
            "SELECT id FROM adjustment WHERE kind = ? AND reference = ?", kind.rawValue, reference.storable
        ) { $0[0] }
    }

    private func paidOrder(_ key: OrderKey) throws -> PaidOrder? {
        guard let wallet = try load(.user(key.sender)) else { return nil }
        let transfer: Int64? = try db.first(
            "SELECT id FROM gift_order WHERE sender = ? AND order_id = ?", wallet, key.orderID.rawValue
        ) { $0[0] }
        guard let transfer else { return nil }
        // The condition "kind <> 'gift'" lets SQLite use the partial index, which excludes gifts.
        let isChargedOutside =
            try db.first(
                "SELECT 1 FROM transfer WHERE kind = 'charge' AND kind <> 'gift' AND reference = ?", key.reference
            ) { _ in true } ?? false
        return PaidOrder(
            transfer: transfer, postings: try postings(of: transfer),
            payer: isChargedOutside ? .biller : .user(key.sender))
    }

    /// Returns the postings of a transfer.
    func postings(of transfer: Int64) throws -> [Posting] { try Posting.all(of: transfer, db) }

    private func firstRefund(of order: PaidOrder, _ key: OrderKey) throws -> RefundedOrder? {
        try db.first(
            """
            SELECT adjustment.reference, amount, covered, at
            FROM adjustment JOIN transfer ON transfer.id = adjustment.id JOIN entry ON number = transfer.id
            WHERE gift_order = ?
            """, order.transfer
        ) { row in
            guard let coins = Coins(row[1]), let covered = Coins(row[2]) else {
                throw StorageError("The refund of \(key.reference) cannot be read. Run an audit of the ledger.")
            }
            return RefundedOrder(
                order: key, reference: row[0], payer: order.payer, coins: coins, coveredByHouse: covered,
                at: Timestamp(milliseconds: row[3]))
        }
    }
}
