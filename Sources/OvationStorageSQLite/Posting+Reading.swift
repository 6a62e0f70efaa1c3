import GRDB
import OvationModel
import OvationRules
import OvationStorage

extension Posting {
    /// Returns what a transfer moved, in the order of its entries.
    static func all(of transfer: Int64, _ db: Database) throws -> [Posting] {
        var postings: [Posting] = []
        // The entries of a transfer have consecutive numbers that begin with the transfer's own.
        try db.forEach(
            """
            SELECT name, amount FROM transfer
                JOIN entry ON number BETWEEN transfer.id AND transfer.id + postings - 1
                JOIN account ON account.id = account
            WHERE transfer.id = ? ORDER BY number
            """, transfer
        ) { row in
            guard let account = AccountID(row[0]), let amount = Coins(row[1]) else {
                throw StorageError("The transfer \(transfer) cannot be read. Run an audit of the ledger.")
            }
            postings.append(Posting(account: account, amount: amount))
        }
        return postings
    }
}
