#if Cluster
    import OvationModel
    public import OvationRules
    public import OvationStorage

    extension PostgresStorage {
        /// How long an answer to a question about the whole ledger may take.
        private static let auditDeadline = Duration.seconds(3_600)

        /// Audits the ledger; see `Storage.auditLedger()`.
        public func auditLedger() async throws -> LedgerAudit {
            try await read("the ledger", deadline: Self.auditDeadline) { try PostgresAuditor($0).audit() }
        }

        /// Continues an audit; see `Storage.audit(_:entriesMax:)`.
        public func audit(_ run: LedgerAuditRun, entriesMax: Int) async throws -> LedgerAuditRun {
            try await read("the ledger", deadline: Self.auditDeadline) { db in
                var run = run
                if case .today = run.start, !run.hasCaughtUp {
                    try run.loadBalances(db)
                } else {
                    try run.readNextEntries(db, entriesMax: entriesMax)
                }
                return run
            }
        }

        /// Returns why gifts are halted; see `Storage.ledgerHalt()`.
        public func ledgerHalt() async throws -> LedgerHalt? {
            try await read("the state of the ledger") { try LedgerHalt.current($0) }
        }
    }

    extension LedgerHalt {
        /// Reads why gifts are halted; nil if they are not.
        static func current(_ db: PostgresConnection) throws -> LedgerHalt? {
            let row = try db.first("SELECT problems, at FROM ledger_halt ORDER BY id DESC LIMIT 1") {
                (problems: try $0[0] as String?, at: try $0[1] as Int64)
            }
            guard let row, let problems = row.problems else { return nil }
            return LedgerHalt(
                problems: try StoredJSON.value([String].self, problems, in: "ledger_halt.problems"),
                at: Timestamp(milliseconds: row.at))
        }
    }

    extension LedgerAuditRun {
        fileprivate mutating func loadBalances(_ db: PostgresConnection) throws {
            try db.forEach("SELECT id, balance FROM account") { believe(try $0[0], balance: try $0[1]) }
            var newest: [Int64] = []
            for lane in try Self.lanes(db) {
                let last = try db.first(
                    "SELECT MAX(number) FROM entry WHERE number > $1 AND number < $2", LedgerLane.start(of: lane),
                    LedgerLane.start(of: lane + 1)
                ) { try $0[0] as Int64? }
                if let last = last ?? nil { newest.append(last) }
            }
            skip(to: newest)
        }

        fileprivate mutating func readNextEntries(_ db: PostgresConnection, entriesMax: Int) throws {
            var rest = entriesMax
            for lane in try Self.lanes(db) {
                // The transfer is looked up for each entry: a join may read the table of transfers from its beginning.
                try db.forEach(
                    """
                    SELECT number, account, transfer,
                        (SELECT postings FROM transfer WHERE transfer.id = entry.transfer), amount
                    FROM entry WHERE number > $1 AND number < $2 ORDER BY number LIMIT $3
                    """, lastEntry(ofLane: lane), LedgerLane.start(of: lane + 1), rest
                ) { row in
                    rest -= 1
                    read(
                        entry: try row[0], account: try row[1], transfer: try row[2], postings: try row[3] as Int?,
                        amount: try row[4])
                }
                // After a full page there may be more entries. Balances are compared when all lanes are read to their end.
                guard rest > 0 else { return }
            }
            try compareBalances(db)
            finishComparison()
        }

        private mutating func compareBalances(_ db: PostgresConnection) throws {
            guard let touched else {
                try db.forEach("SELECT id, name, balance FROM account") { row in
                    compare(try row[0], name: try row[1], balance: try row[2])
                }
                return
            }
            var missing = touched
            try db.forEach(
                "SELECT id, name, balance FROM account WHERE id = ANY($1::bigint[]) ORDER BY id", touched.sorted()
            ) { row in
                let account: Int64 = try row[0]
                missing.remove(account)
                compare(account, name: try row[1], balance: try row[2])
            }
            for account in missing.sorted() { compare(account, name: "number \(account), which is gone,", balance: 0) }
        }

        /// Returns the lanes that may have entries. Lane 0 has them where the ledger was copied from SQLite, and no writer.
        private static func lanes(_ db: PostgresConnection) throws -> [Int64] {
            var lanes: [Int64] = []
            try db.forEach("SELECT lane FROM lane UNION SELECT 0::bigint ORDER BY lane") { lanes.append(try $0[0]) }
            return lanes
        }
    }
#endif
