import OvationModel
import OvationRules
import OvationStorage

/// The orders that are taken back.
extension MemoryTables {
    /// Takes an order back, at most once.
    mutating func take(back refund: Refund, _ policy: LedgerPolicy) -> StorageOutcome {
        guard orders[refund.order] != nil else { return .refundRefused(.orderNotFound) }
        let isChargedOutside = entries.contains {
            $0.entry.kind == .charge && $0.entry.reference == refund.order.reference
        }
        let payer = isChargedOutside ? AccountID.biller : .user(refund.order.sender)
        if let first = refunds[refund.order] {
            guard first.reference == refund.reference else { return .refundRefused(.alreadyRefunded) }
            return .refunded(first, balance: accounts[payer]?.balance ?? .zero, repeated: true)
        }
        if refunds.values.contains(where: { $0.reference == refund.reference }) {
            return .refundRefused(.referenceUsed)
        }
        do {
            let record = try post(refund, to: payer, policy.calendar)
            return .refunded(record, balance: accounts[payer]?.balance ?? .zero, repeated: false)
        } catch {
            return .refundRefused(error)
        }
    }

    /// Gives the coins of an order back and takes it off the boards.
    @discardableResult
    mutating func post(
        _ refund: Refund, to payer: AccountID, _ calendar: BoardCalendar
    ) throws(RefundRefusal) -> RefundedOrder {
        let paid = entries.filter { $0.entry.kind == .gift && $0.entry.reference == refund.order.reference }
        var view = LedgerView()
        for account in paid.map(\.account) + [payer] { view.balances[account] = accounts[account]?.balance }
        let postings = paid.map { Posting(account: $0.account, amount: $0.entry.amount) }
        let (record, transfer) = try view.refund(refund, paid: postings, to: payer)
        keep(transfer)
        refunds[refund.order] = record
        takeOffBoards(refund.order, calendar)
        return record
    }

    private mutating func takeOffBoards(_ key: OrderKey, _ calendar: BoardCalendar) {
        guard let record = orders[key], let index = roomIndex[record.sessionID] else { return }
        accounts[.user(key.sender)]?.score.remove(record.coins, at: record.at, in: calendar)
        for receiver in record.to {
            accounts[.host(receiver)]?.score.remove(record.coinsEach, at: record.at, in: calendar)
        }
        rooms[index].senders[key.sender] = rooms[index].senders[key.sender]?.subtracting(record.coins)
    }
}
