#if Cluster
    import OvationStorage

    /// The tables in the schema `ovation`, and the migrations of earlier versions.
    ///
    /// The first migration has all that several nodes need, although one node uses a part of it: entries cannot be numbered anew later.
    enum PostgresSchema {
        /// The schema with all tables.
        static let name = "ovation"

        /// A migration. A released one is never edited.
        struct Migration {
            let name: String
            let sql: String
            /// How many of the migrations, counted from the first, a server must know to run on tables that have this one; nil for this one
            /// itself. Named for what only adds tables, columns with defaults and indexes, so that a server of the version before may be
            /// started again while a cluster is upgraded.
            var worksFrom: Int64?
        }

        /// All migrations, oldest first.
        static let migrations = [
            Migration(
                name: "1 tables",
                sql: [nodes, rooms, events, catalogue, callbacks, ledger, billing, guards].joined(separator: "\n")),
            Migration(name: "2 open lives by owner", sql: openLivesByOwner),
            Migration(name: "3 tickets without a log", sql: unloggedTickets),
            Migration(name: "4 seats", sql: seats),
            Migration(name: "5 pinned messages", sql: pins),
            Migration(name: "6 log of operators", sql: operatorLog),
            Migration(name: "7 links and battles", sql: coHosts),
            Migration(name: "8 lives without a home", sql: livesWithoutHome),
            Migration(name: "9 recordings", sql: recordings),
            Migration(name: "10 erasure and retention", sql: erasure),
            Migration(name: "11 operating nodes", sql: operating, worksFrom: 10),
            Migration(name: "12 followed lines of moderation logs", sql: followedLines),
            Migration(name: "13 earnings of hosts by live", sql: hostEarnings, worksFrom: 12),
        ]

        /// The key of the advisory lock under which migrations run: "ovat" and 0.
        private static let lockKey: Int64 = 0x6F76_6174_0000_0000

        /// What a database has of the migrations.
        enum State {
            case current
            case missing([String])
        }

        /// Looks which migrations a database has.
        ///
        /// - Throws: `StorageError` if the schema belongs to another program or to a newer version.
        static func state(_ db: PostgresConnection) throws -> State {
            let hasSchema = try db.first("SELECT to_regnamespace($1) IS NOT NULL", name) { try $0[0] as Bool } ?? false
            guard hasSchema else { return .missing(migrations.map(\.name)) }
            let hasTable = try db.first("SELECT to_regclass($1) IS NOT NULL", "\(name).migration") { try $0[0] as Bool }
            guard hasTable == true else {
                let isEmpty = try db.first(
                    "SELECT NOT EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = to_regnamespace($1))", name
                ) { try $0[0] as Bool }
                guard isEmpty == true else {
                    throw StorageError(
                        """
                        The schema "\(name)" of the database belongs to another program. Name another database; nothing \
                        was changed in this one.
                        """)
                }
                return .missing(migrations.map(\.name))
            }
            let known = migrations.map(\.name)
            var (applied, unknown): ([String], [String]) = ([], [])
            // The last column is not there in tables of an earlier version.
            try db.forEach(
                "SELECT name, (to_jsonb(migration) ->> 'works_from')::bigint FROM \(name).migration ORDER BY number"
            ) { row in
                let (applies, worksFrom): (String, Int64?) = (try row[0], try row[1])
                applied.append(applies)
                if !known.contains(applies), worksFrom ?? .max > Int64(known.count) { unknown.append(applies) }
            }
            guard unknown.isEmpty else {
                throw StorageError(
                    """
                    The database was written by a newer version of Ovation (it has \
                    \(unknown.map { "\"\($0)\"" }.joined(separator: ", ")), which this version does not know). Start that \
                    version, or restore a backup from before the update.
                    """)
            }
            let missing = known.filter { !applied.contains($0) }
            return missing.isEmpty ? .current : .missing(missing)
        }

        /// Runs the missing migrations in one transaction, while other servers that want the same wait.
        ///
        /// - Returns: The names of those that were run.
        static func migrate(_ db: PostgresConnection) throws -> [String] {
            try db.execute("BEGIN")
            do {
                // Migrations may take long, and a lock that another holds is that of another migration.
                try db.execute("SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0")
                try db.run("SELECT pg_advisory_xact_lock($1)", lockKey)
                guard case .missing(let names) = try state(db) else {
                    try db.execute("COMMIT")
                    return []
                }
                try db.execute(
                    """
                    CREATE SCHEMA IF NOT EXISTS \(name);
                    SET LOCAL search_path = \(name);
                    CREATE TABLE IF NOT EXISTS migration (
                        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                        name text NOT NULL UNIQUE,
                        applied_at timestamptz NOT NULL DEFAULT now()
                    )
                    """)
                for migration in migrations where names.contains(migration.name) {
                    try db.execute(migration.sql)
                    try db.run("INSERT INTO \(name).migration (name) VALUES ($1)", migration.name)
                }
                for migration in migrations {
                    guard let worksFrom = migration.worksFrom, names.contains(migration.name) else { continue }
                    try db.run(
                        "UPDATE \(name).migration SET works_from = $2 WHERE name = $1", migration.name, worksFrom)
                }
                try db.execute("COMMIT")
                return names
            } catch {
                try? db.execute("ROLLBACK")
                throw error
            }
        }

        /// Gives a role the rights that a server needs, and no more: rows of the ledger can be added and not changed. When a user goes,
        /// the columns with ids, names and texts change, and triggers allow nothing else.
        static func grant(to role: String, _ db: PostgresConnection) throws {
            let quoted = "\"" + role.replacing("\"", with: "\"\"") + "\""
            let changed = try tables(db).filter { !onlyAdded.contains($0) && $0 != "migration" && $0 != "account" }
            try db.execute(
                """
                GRANT USAGE ON SCHEMA \(name) TO \(quoted);
                GRANT SELECT ON ALL TABLES IN SCHEMA \(name) TO \(quoted);
                GRANT USAGE ON ALL SEQUENCES IN SCHEMA \(name) TO \(quoted);
                GRANT INSERT ON \(onlyAdded.map { "\(name).\($0)" }.joined(separator: ", ")) TO \(quoted);
                GRANT INSERT ON \(name).account TO \(quoted);
                GRANT UPDATE (balance, last_entry, board_total, board_week, board_week_coins, board_day, board_day_coins)
                    ON \(name).account TO \(quoted);
                GRANT INSERT, UPDATE, DELETE ON \(changed.map { "\(name).\($0)" }.joined(separator: ", ")) TO \(quoted);
                REVOKE DELETE ON \(name).billing_order, \(name).ledger_halt FROM \(quoted);
                REVOKE UPDATE ON \(name).ledger_halt FROM \(quoted);
                GRANT UPDATE (name) ON \(name).account TO \(quoted);
                \(erased.sorted { $0.key < $1.key }.map { table, columns in
                    "GRANT UPDATE (\(columns.joined(separator: ", "))) ON \(name).\(table) TO \(quoted)"
                }.joined(separator: ";\n"))
                """)
        }

        private static func tables(_ db: PostgresConnection) throws -> [String] {
            var tables: [String] = []
            try db.forEach("SELECT tablename::text FROM pg_tables WHERE schemaname = $1 ORDER BY 1", name) {
                tables.append(try $0[0])
            }
            return tables
        }
    }
#endif
