#if Cluster
    public import OvationStorage

    /// What operators do with a database, beside the servers.
    extension PostgresAccess {
        /// Makes or updates the tables.
        ///
        /// - Parameter role: The role of the server, which gets the rights that it needs; nil for nobody.
        /// - Returns: The names of the migrations that were run.
        /// - Throws: `StorageError`; nothing was changed then.
        public func migrate(grantingTo role: String?) async throws -> [String] {
            try await with("make the tables") { db in
                let names = try PostgresSchema.migrate(db)
                if let role { try PostgresSchema.grant(to: role, db) }
                return names
            }
        }

        /// Looks who serves the database, and audits its ledger. Changes nothing.
        ///
        /// - Returns: The name of the server and since when its lease holds, if one runs; the audit; why gifts are halted, if they are.
        /// - Throws: `StorageError` if the database cannot be read, or has another version's tables.
        public func inspect() async throws -> (server: String?, audit: LedgerAudit, halt: LedgerHalt?) {
            try await with("read the ledger") { db in
                guard case .current = try PostgresSchema.state(db) else {
                    throw StorageError("The database has no tables of this version. Run \"ovation storage migrate\".")
                }
                db.deadline = .seconds(3_600)
                try db.execute(
                    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL search_path = \(PostgresSchema.name)")
                let server =
                    try db.first(
                        """
                        SELECT string_agg(name || ', version ' || version, '; ' ORDER BY slot) FROM node
                        WHERE renewed_at > now() - make_interval(secs => $1::float)
                        """, PostgresLease.expirySeconds
                    ) { try $0[0] as String? } ?? nil
                let result = (server: server, audit: try PostgresAuditor(db).audit(), halt: try LedgerHalt.current(db))
                try db.execute("COMMIT")
                return result
            }
        }

        /// What the servers of a database are at, as it is kept there.
        public struct ClusterReport: Sendable {
            /// A server, and how many lives it runs.
            public struct Member: Sendable {
                /// The server.
                public var node: ClusterNode
                /// Lives that it is the home of.
                public var lives: Int
                /// Whether its lease has run out, though nobody has taken it for gone yet.
                public var isLate: Bool
                /// Whether it has said that it hears few of the others over the broker.
                public var isApart: Bool
            }

            /// All that have joined, by slot; those that are gone stay until another takes their slot.
            public var members: [Member]
            /// Lives that are on and that nobody runs.
            public var livesWithoutHome: Int
        }

        /// Looks which servers run the lives of the database. Changes nothing.
        ///
        /// - Throws: `StorageError` if the database cannot be read, or has another version's tables.
        public func cluster() async throws -> ClusterReport {
            try await with("look at the servers") { db in
                guard case .current = try PostgresSchema.state(db) else {
                    throw StorageError("The database has no tables of this version. Run \"ovation storage migrate\".")
                }
                try db.execute("SET search_path = \(PostgresSchema.name)")
                var members: [ClusterReport.Member] = []
                try db.forEach(
                    """
                    SELECT \(ClusterNode.columns),
                        (SELECT count(*) FROM room JOIN room_counter ON room_counter.room = room.id
                         WHERE ended_at IS NULL AND home_slot = slot),
                        EXISTS (SELECT 1 FROM singleton WHERE singleton.name = 'apart ' || node.slot
                            AND until > clock_timestamp())
                    FROM node ORDER BY slot
                    """
                ) { row in
                    let node = try ClusterNode(row)
                    let isLate = node.state == .serving && node.leaseAge > .seconds(PostgresLease.expirySeconds)
                    members.append(
                        ClusterReport.Member(
                            node: node, lives: Int(try row[10] as Int64), isLate: isLate,
                            isApart: try node.state == .serving && row[11]))
                }
                let homeless = try db.first(
                    """
                    SELECT count(*) FROM room JOIN room_counter ON room_counter.room = room.id
                    WHERE ended_at IS NULL AND home_slot IS NULL
                    """
                ) { try $0[0] as Int64 }
                return ClusterReport(members: members, livesWithoutHome: Int(homeless ?? 0))
            }
        }

        /// What became of a wish to drain a server.
        public enum DrainAsk: Hashable, Sendable {
            /// It is asked to; it notices within a second or two.
            case asked(NodeSeat)
            /// No server of the name serves. With the names of those that do.
            case unknown(serving: [String])
            /// No other server serves that could run its lives.
            case isLast
        }

        /// Asks a server to hand its lives and clients to the others, and to end.
        ///
        /// - Parameters:
        ///   - name: the server's name.
        ///   - mayBeLast: whether to ask it also where nobody would run its lives.
        /// - Throws: `StorageError` if the database cannot be read or written, or has another version's tables.
        public func askToDrain(_ name: String, mayBeLast: Bool) async throws -> DrainAsk {
            try await with("ask a server to be drained") { db in
                guard case .current = try PostgresSchema.state(db) else {
                    throw StorageError("The database has no tables of this version. Run \"ovation storage migrate\".")
                }
                try db.execute("BEGIN; SET LOCAL search_path = \(PostgresSchema.name)")
                // Two servers that were drained at once would each count on the other.
                try db.execute("LOCK TABLE node IN SHARE ROW EXCLUSIVE MODE")
                let serving = try ClusterNode.all(db).filter { node in
                    node.state == .serving && node.leaseAge < .seconds(PostgresLease.expirySeconds)
                }
                guard let node = serving.first(where: { $0.name == name }) else {
                    return .unknown(serving: serving.map(\.name))
                }
                guard mayBeLast || serving.contains(where: { $0.name != name && !$0.isDraining }) else {
                    return .isLast
                }
                try db.run("UPDATE node SET drain = incarnation WHERE slot = $1", node.seat.slot)
                try db.execute("COMMIT")
                return .asked(node.seat)
            }
        }

        /// Changes what all servers of the database agree on.
        ///
        /// - Throws: `StorageError` while a server runs on it.
        public func agree(on agreement: Agreement) async throws {
            try await with("change the agreement") { db in
                try db.execute("SET search_path = \(PostgresSchema.name)")
                let server = try db.first(
                    "SELECT name FROM node WHERE renewed_at > now() - make_interval(secs => $1::float)",
                    PostgresLease.expirySeconds
                ) { try $0[0] as String }
                if let server {
                    throw StorageError("The server \"\(server)\" runs on \(address). Stop all of them first.")
                }
                if agreement.cluster == nil { try db.run("DELETE FROM agreement WHERE name LIKE 'cluster.%'") }
                for (name, value) in agreement.values {
                    try db.run(
                        """
                        INSERT INTO agreement (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value
                        """, name, value)
                }
            }
        }

        /// Ends a halt of gifting, where an audit finds nothing.
        ///
        /// - Returns: What the audit found, and whether gifting goes on by this call or went on before.
        /// - Throws: `StorageError` if the database cannot be read or written.
        public func resumeGifting(
            at milliseconds: Int64, by user: String
        ) async throws -> (audit: LedgerAudit, isHalted: Bool) {
            let found = try await inspect()
            guard found.halt != nil, found.audit.isBalanced else { return (found.audit, found.halt != nil) }
            _ = try await with("let gifting go on") { db in
                // One statement: neither is kept without the other.
                try db.run(
                    """
                    WITH halt AS (INSERT INTO \(PostgresSchema.name).ledger_halt (at, problems) VALUES ($1, NULL))
                    INSERT INTO \(PostgresSchema.name).operator_log
                        (at, done_by, way, address, command, object, details, code, request_id)
                    VALUES ($1, $2, 'local', '', 'ledger resume', '', '{}', 0, '')
                    """, milliseconds, user)
            }
            return (found.audit, false)
        }

        /// Deletes everything of Ovation's in the database, for tools that begin with an empty one.
        package func erase() async throws {
            try await with("erase the database") {
                try $0.execute("DROP SCHEMA IF EXISTS \(PostgresSchema.name) CASCADE")
            }
        }

        /// Waits for the lease without agreeing on a configuration, for tools that read what servers have left.
        package func leaseOfTool(name: String) async throws -> PostgresLease {
            let session = PostgresHolderSession(
                address, name: name, holder: "tool-\(UInt64.random(in: .min ... .max))", version: "tool")
            do {
                while true {
                    if let seat = try await session.claim(slot: 1, mayEnd: false) {
                        return PostgresLease(session, seat: seat, awayMax: .zero)
                    }
                    try await Task.sleep(for: PostgresLease.retryDelay)
                }
            } catch {
                await session.close()
                throw StorageError.postgres("\(address)", cannot: "take the lease", error)
            }
        }

        /// Does something with a connection of its own.
        func with<Value>(_ what: String, _ body: (PostgresConnection) throws -> Value) async throws -> Value {
            do {
                return try body(PostgresConnection(address))
            } catch {
                throw StorageError.postgres("\(address)", cannot: what, error)
            }
        }
    }
#endif
