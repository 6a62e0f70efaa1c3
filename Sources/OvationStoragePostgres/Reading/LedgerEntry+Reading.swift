#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    extension LedgerEntry {
        /// Reads number, amount, kind, reference and time.
        private init(_ row: PostgresRow) throws {
            let number: Int64 = try row[0]
            guard let amount = Coins(try row[1]), let kind = Transfer.Kind(rawValue: try row[2]) else {
                throw StorageError("The entry \(number) cannot be read. Run an audit of the ledger.")
            }
            self.init(
                number: number, amount: amount, kind: kind, reference: try row[3],
                at: Timestamp(milliseconds: try row[4]))
        }

        /// Returns entries of an account that has one row, by following the chain of its entries.
        static func chain(
            of account: AccountID, before: Int64?, limit: Int, _ db: PostgresConnection
        ) throws -> [LedgerEntry] {
            var next = try newest(of: account, before: before, db)
            guard let first = next else { return [] }
            var entries: [LedgerEntry] = []
            try db.forEach(
                """
                WITH RECURSIVE chain AS (
                    SELECT number, amount, transfer, previous, 1::bigint AS place FROM entry WHERE number = $1
                    UNION ALL
                    SELECT entry.number, entry.amount, entry.transfer, entry.previous, chain.place + 1
                    FROM chain JOIN entry ON entry.number = chain.previous WHERE chain.place < $2
                )
                SELECT chain.number, chain.amount, transfer.kind, transfer.reference, transfer.at, chain.previous
                FROM chain JOIN transfer ON transfer.id = chain.transfer ORDER BY chain.place
                """, first, limit
            ) { row in
                let entry = try LedgerEntry(row)
                if let missing = next, missing != entry.number { throw Self.missing(missing) }
                entries.append(entry)
                next = try row[5] as Int64?
            }
            if let next, entries.count < limit { throw missing(next) }
            return entries
        }

        private static func missing(_ number: Int64) -> StorageError {
            StorageError("The entry \(number) is missing. Run an audit of the ledger.")
        }

        /// Returns the number of an account's newest entry, or of the entry before another one; nil if there is none.
        private static func newest(of account: AccountID, before: Int64?, _ db: PostgresConnection) throws -> Int64? {
            guard let before else {
                return try db.first("SELECT last_entry FROM account WHERE name = $1", account.description) { try $0[0] }
            }
            // The previous page ended at an entry of this account, and the chain continues from there. Any other number is not
            // supported: finding the nearest entry would mean reading the entries of all accounts.
            return try db.first(
                """
                SELECT previous FROM entry
                WHERE number = $1 AND account = (SELECT id FROM account WHERE name = $2)
                """, before, account.description
            ) { try $0[0] as Int64? } ?? nil
        }

        /// Returns entries of an account that has a row a lane, those with the largest numbers first.
        static func ofLanes(
            _ account: AccountID, before: Int64?, limit: Int, _ db: PostgresConnection
        ) throws -> [LedgerEntry] {
            let usersMin = LedgerNumber.accountsOfUsersMin
            var rows: [Int64] = []
            try db.forEach("SELECT id FROM account WHERE id < \(usersMin) AND name LIKE $1", "\(account)/%") {
                rows.append(try $0[0])
            }
            if let before {
                let isOwn = try db.first(
                    "SELECT EXISTS (SELECT 1 FROM entry WHERE number = $1 AND account = ANY($2::bigint[]))", before,
                    rows
                ) { try $0[0] as Bool }
                guard isOwn == true else { return [] }
            }
            var entries: [LedgerEntry] = []
            // Of each lane only a page is read, in the order of the index.
            try db.forEach(
                """
                SELECT newest.number, newest.amount, transfer.kind, transfer.reference, transfer.at
                FROM unnest($1::bigint[]) AS row_of_lane (id)
                    CROSS JOIN LATERAL (
                        SELECT number, amount, transfer FROM entry
                        WHERE account = row_of_lane.id AND account < \(usersMin) AND number < $2
                        ORDER BY number DESC LIMIT $3
                    ) AS newest
                    JOIN transfer ON transfer.id = newest.transfer
                ORDER BY newest.number DESC LIMIT $3
                """, rows, before ?? Int64.max, limit
            ) { entries.append(try LedgerEntry($0)) }
            return entries
        }
    }
#endif
