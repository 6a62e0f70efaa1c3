#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    extension Posting {
        /// Returns what a transfer moved, in the order of its entries.
        ///
        /// An account with a row a lane may have given coins out of several of them, with an entry each. Together they are one posting.
        static func all(of transfer: Int64, _ db: PostgresConnection) throws -> [Posting] {
            var postings: [Posting] = []
            // The entries of a transfer have consecutive numbers that begin with the transfer's own.
            try db.forEach(
                """
                SELECT account.name, entry.amount FROM transfer
                    JOIN entry ON entry.number BETWEEN transfer.id AND transfer.id + transfer.postings - 1
                    JOIN account ON account.id = entry.account
                WHERE transfer.id = $1 ORDER BY entry.number
                """, transfer
            ) { row in
                guard let account = StoredAccount.account(try row[0]), let amount = Coins(try row[1]) else {
                    throw StorageError("The transfer \(transfer) cannot be read. Run an audit of the ledger.")
                }
                guard let last = postings.last, last.account == account, StoredAccount.striped.contains(account) else {
                    return postings.append(Posting(account: account, amount: amount))
                }
                guard let sum = last.amount.adding(amount) else {
                    throw StorageError("The transfer \(transfer) moves too many coins. Run an audit of the ledger.")
                }
                postings[postings.count - 1].amount = sum
            }
            return postings
        }
    }
#endif
