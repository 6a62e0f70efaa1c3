#if Cluster
    public import OvationStorage

    /// Fills an empty database with what another storage kept, in one transaction.
    ///
    /// Used on one thread, in this order: ``init(_:)``, ``queries(_:)``, ``add(_:toTable:)`` for every page, ``finish(matching:)``.
    public final class PostgresImport {
        private let access: PostgresAccess
        private let db: PostgresConnection
        private var tables: [CopiedTable] = []
        private var counts: [Int] = []

        /// Makes the tables, and begins.
        ///
        /// - Throws: `StorageError` if the database cannot be reached, or has something in it.
        public init(_ access: PostgresAccess) throws {
            self.access = access
            do {
                db = try PostgresConnection(access.address)
                db.deadline = .seconds(3_600)
                _ = try PostgresSchema.migrate(db)
                try db.execute("BEGIN; SET LOCAL search_path = \(PostgresSchema.name)")
                let isEmpty = try db.first(
                    "SELECT NOT EXISTS (SELECT 1 FROM room) AND NOT EXISTS (SELECT 1 FROM account) AND NOT EXISTS (SELECT 1 FROM lane)"
                ) { try $0[0] as Bool }
                guard isEmpty == true else {
                    throw StorageError("\(access.address) is in use. Name an empty database to copy into.")
                }
            } catch {
                throw StorageError.postgres("\(access.address)", cannot: "begin a copy", error)
            }
        }

        /// The queries whose results are to be added, by the index of their table.
        ///
        /// - Parameter first: Returns the first value of a query.
        public func queries(_ first: (String) throws -> StoredValue) throws -> [String] {
            tables = try CopiedTable.all(first)
            counts = Array(repeating: 0, count: tables.count)
            return tables.map(\.query)
        }

        /// Adds rows.
        public func add(_ rows: [[StoredValue]], toTable index: Int) throws {
            let table = tables[index]
            do {
                var values: [any PostgresParameter] = []
                var expressions: [String] = []
                for (place, column) in table.columns.enumerated() {
                    switch column.kind {
                    case .integer, .boolean:
                        values.append(
                            rows.map { row -> Int64? in if case .integer(let n) = row[place] { n } else { nil } })
                        expressions.append(column.kind == .boolean ? "c\(place) <> 0" : "c\(place)")
                    case .text:
                        values.append(
                            rows.map { row -> String? in if case .text(let t) = row[place] { t.storable } else { nil } }
                        )
                        expressions.append("c\(place)")
                    case .bytes:
                        values.append(
                            rows.map { row -> PostgresBytes? in
                                if case .bytes(let b) = row[place] { PostgresBytes(b) } else { nil }
                            })
                        expressions.append("c\(place)")
                    }
                }
                let kinds = table.columns.map { column in
                    switch column.kind {
                    case .integer, .boolean: "bigint"
                    case .text: "text"
                    case .bytes: "bytea"
                    }
                }
                let arrays = kinds.enumerated().map { "$\($0.offset + 1)::\($0.element)[]" }.joined(separator: ", ")
                let names = table.columns.indices.map { "c\($0)" }.joined(separator: ", ")
                _ = try db.pipeline([
                    PostgresStatement(
                        """
                        INSERT INTO \(table.name) (\(table.columns.map(\.name).joined(separator: ", ")))
                        OVERRIDING SYSTEM VALUE SELECT \(expressions.joined(separator: ", "))
                        FROM unnest(\(arrays)) AS u (\(names))
                        """, values: PostgresParameters(values))
                ])
                counts[index] += rows.count
            } catch {
                throw StorageError.postgres("\(access.address)", cannot: "copy the table \(table.name)", error)
            }
        }

        /// Sets where numbers go on, counts every table, audits the ledger, and commits.
        ///
        /// - Parameter original: What the audit of the original found. The copy's has to find the same.
        /// - Returns: What the audit found; the ledger balances.
        /// - Throws: `StorageError`; the database is empty then.
        public func finish(matching original: LedgerAudit) throws -> LedgerAudit {
            do {
                try db.execute(
                    """
                    INSERT INTO lane (lane, incarnation, holder, next_place)
                        SELECT 0, 1, 'sqlite', COALESCE(MAX(number), 0) + 1 FROM entry;
                    SELECT setval('account_id', GREATEST((SELECT MAX(id) FROM account), \(LedgerNumber.accountsOfUsersMin)));
                    """)
                for (table, column) in [
                    ("room", "id"), ("callback", "number"), ("billing_order", "id"), ("ledger_halt", "id"),
                    ("operator_log", "number"), ("recording", "number"),
                ] {
                    // Also above numbers of callbacks that were given up: a number is never given twice.
                    let dead = table == "callback" ? ", (SELECT MAX(number) FROM callback_dead)" : ""
                    try db.execute(
                        """
                        SELECT setval(pg_get_serial_sequence('\(table)', '\(column)'),
                            GREATEST((SELECT MAX(\(column)) FROM \(table))\(dead), 1))
                        """)
                }
                // Lives that are over are nobody's to claim.
                try db.execute(
                    """
                    UPDATE room_counter SET home_slot = 0 FROM room WHERE room.id = room_counter.room AND ended_at IS NOT NULL
                    """)
                for (table, count) in zip(tables, counts) {
                    let stored = try db.first("SELECT COUNT(*) FROM \(table.name)") { try $0[0] as Int }
                    guard stored == count else {
                        throw StorageError("The table \(table.name) has \(stored ?? 0) rows instead of \(count).")
                    }
                }
                let audit = try PostgresAuditor(db).audit()
                guard audit.isBalanced else {
                    throw StorageError("The copied ledger does not balance: \(audit.problems.joined(separator: " "))")
                }
                guard audit == original else {
                    throw StorageError(
                        "The copy has \(audit) and the original \(original). Keep the original, and report this.")
                }
                try db.execute("COMMIT")
                // For the planner alone. Everything is there without it.
                try? db.execute("ANALYZE")
                return audit
            } catch {
                throw StorageError.postgres("\(access.address)", cannot: "finish a copy", error)
            }
        }
    }
#endif
