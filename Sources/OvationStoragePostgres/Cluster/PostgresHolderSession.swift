#if Cluster
    import Dispatch
    import OvationStorage
    import Synchronization

    /// The session that holds the advisory lock of a slot, on a thread of its own: no batch delays it.
    final class PostgresHolderSession: Sendable {
        /// What became of an attempt to renew a lease.
        enum Renewal {
            /// With the versions of what is edited, and whether an operator asked for this node to be drained.
            case renewed(StoredVersions, isDrainAsked: Bool)
            /// Another process has the slot.
            case taken
            /// The database does not answer, or lets nobody in.
            case away
        }

        /// The first number of the advisory locks of slots, and of names: "ovat" and "ovan".
        static let slotLocks: Int64 = 0x6F76_6174
        private static let nameLocks: Int64 = 0x6F76_616E

        let address: PostgresAddress
        let name: String
        let holder: String
        let version: String
        private let queue = DispatchQueue(label: "OvationStoragePostgres.lease")
        private let state = Mutex<Connection?>(nil)
        private let openingsCount = Atomic(0)

        /// How many connections it has opened so far.
        var openings: Int { openingsCount.load(ordering: .acquiring) }

        /// An open connection, and which locks it has. Another connection never has them, whatever its process is called.
        final class Connection {
            let db: PostgresConnection
            var hasSlot = false

            init(_ db: PostgresConnection) { self.db = db }
        }

        /// Another session has the name.
        struct NameTaken: Error {
            let problem: StorageError
        }

        init(_ address: PostgresAddress, name: String, holder: String, version: String) {
            self.address = address
            self.name = name
            self.holder = holder
            self.version = version
        }

        /// Runs a closure with an open connection.
        ///
        /// - Throws: ``NameTaken``, `PostgresFailure`, and what the closure throws.
        func run<Value: Sendable>(_ body: @escaping @Sendable (PostgresConnection) throws -> Value) async throws
            -> Value
        {
            try await withConnection { try body($0.db) }
        }

        func withConnection<Value: Sendable>(
            _ body: @escaping @Sendable (Connection) throws -> Value
        ) async throws -> Value {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    continuation.resume(
                        with: Result {
                            try self.state.withLock { connection in
                                let open = try self.open(&connection)
                                do {
                                    return try body(open)
                                } catch {
                                    do { try open.db.execute("ROLLBACK") } catch { connection = nil }
                                    if (error as? PostgresFailure)?.isConnectionLost == true { connection = nil }
                                    throw error
                                }
                            }
                        })
                }
            }
        }

        /// The open connection; a new one also holds the lock of this process's name.
        private func open(_ connection: inout Connection?) throws -> Connection {
            if let connection, connection.db.isOpen { return connection }
            connection = nil
            var options = PostgresSession.holding
            options["application_name"] = PostgresSession.applicationName(holder: holder)
            let db = try PostgresConnection(address, options: options)
            if try !takeName(db) {
                // PostgreSQL may not have noticed yet that an earlier connection of this process is gone. It is of no use to anybody.
                try db.run(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
                    WHERE locktype = 'advisory' AND classid = $1::int::oid AND objid = hashtext($2)::oid AND objsubid = 2
                        AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()
                    """, Self.nameLocks, name)
                guard try takeName(db) else {
                    throw NameTaken(
                        problem: StorageError(
                            """
                            Another server with the name "\(name)" runs on \(address). Give each a name of its own with \
                            cluster.nodeName.
                            """))
                }
            }
            let open = Connection(db)
            openingsCount.add(1, ordering: .releasing)
            connection = open
            return open
        }

        private func takeName(_ db: PostgresConnection) throws -> Bool {
            try db.first("SELECT pg_try_advisory_lock($1::int, hashtext($2))", Self.nameLocks, name) {
                try $0[0] as Bool
            } ?? false
        }

        /// Tries to take a slot. Returns nil while another process has it.
        ///
        /// - Parameter mayEnd: True if this process has watched the slot for a whole lease, and may end the sessions of a holder that did
        ///   not renew its row in that time.
        func claim(slot: Int64, mayEnd: Bool) async throws -> PostgresSeat? {
            let (holder, name, version) = (holder, name, version)
            return try await withConnection { connection in
                let db = connection.db
                guard try Self.lock(slot, db) else {
                    if mayEnd { try Self.endFrozenHolder(of: slot, db) }
                    return nil
                }
                connection.hasSlot = true
                try db.execute("BEGIN")
                // Waits for a commit of the old holder that is under way; no later one passes.
                let incarnation = try db.first(
                    """
                    INSERT INTO lane (lane, incarnation, holder, next_place) VALUES ($1, 1, $2, 1)
                    ON CONFLICT (lane) DO UPDATE SET incarnation = lane.incarnation + 1, holder = excluded.holder
                    RETURNING incarnation
                    """, slot, holder
                ) { try $0[0] as Int64 }
                guard let incarnation else { throw PostgresFailure("the lane has no row after it was taken") }
                try Self.endOtherPlaces(of: name, besides: slot, db)
                try Self.endPlacesOfDeadNodes(besides: slot, db)
                try db.run(
                    """
                    INSERT INTO node (slot, name, incarnation, renewed_at, state, version, process)
                    VALUES ($1, $2, $3, now(), 'serving', $4, pg_backend_pid())
                    ON CONFLICT (slot) DO UPDATE SET name = excluded.name, incarnation = excluded.incarnation,
                        renewed_at = excluded.renewed_at, state = excluded.state, version = excluded.version,
                        process = excluded.process
                    """, slot, name, incarnation, version)
                try db.run(
                    """
                    UPDATE room_counter SET home_slot = $1, home_epoch = home_epoch + 1
                    FROM room WHERE room.id = room_counter.room AND room.ended_at IS NULL
                        AND (home_slot IS NULL OR home_slot = $1)
                    """, slot)
                try db.execute("COMMIT")
                return PostgresSeat(slot: slot, holder: holder, incarnation: incarnation)
            }
        }

        /// Renews the row of a slot. A connection that was lost is opened again, and takes the lock again.
        func renew(_ seat: PostgresSeat) async -> Renewal {
            do {
                return try await withConnection { connection in
                    let db = connection.db
                    if !connection.hasSlot, try !Self.lock(seat.slot, db) {
                        // Its own old session may be there for a moment after the connection was lost.
                        let isTaken = try db.first(
                            "SELECT EXISTS (SELECT 1 FROM lane WHERE lane = $1 AND holder <> $2)", seat.lane,
                            seat.holder
                        ) { try $0[0] as Bool }
                        return isTaken == true ? .taken : .away
                    }
                    connection.hasSlot = true
                    // It need not survive PostgreSQL's own death, and must not wait for a disk or a replica: a standby's look waits for
                    // neither, and would take a holder that waits for one that is frozen.
                    let results = try db.pipeline([
                        PostgresStatement("BEGIN"), PostgresStatement("SET LOCAL synchronous_commit = off"),
                        PostgresStatement(
                            """
                            UPDATE node SET renewed_at = now(), process = pg_backend_pid()
                            WHERE slot = $1 AND EXISTS (SELECT 1 FROM lane WHERE lane = $1 AND holder = $2)
                            RETURNING drain IS NOT DISTINCT FROM incarnation
                            """, seat.slot, seat.holder),
                        StoredVersions.statement, PostgresStatement("COMMIT"),
                    ])
                    guard results[2].count == 1 else { return .taken }
                    return .renewed(try StoredVersions(results[3]), isDrainAsked: try results[2][0][0])
                }
            } catch {
                return .away
            }
        }

        static func lock(_ slot: Int64, _ db: PostgresConnection) throws -> Bool {
            try db.first("SELECT pg_try_advisory_lock($1::int, $2::int)", slotLocks, slot) { try $0[0] as Bool }
                ?? false
        }

        /// Ends the sessions of a holder that has not renewed its row for a whole lease, by PostgreSQL's clock.
        static func endFrozenHolder(of slot: Int64, _ db: PostgresConnection) throws {
            try db.run(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity, node JOIN lane ON lane = slot
                WHERE slot = $1 AND renewed_at < now() - make_interval(secs => $2::float)
                    AND application_name = 'ovation ' || holder AND pid <> pg_backend_pid()
                """, slot, PostgresLease.expirySeconds)
        }

        /// Closes the connection, which frees the locks.
        func close() async {
            await withCheckedContinuation { continuation in
                queue.async {
                    self.state.withLock { $0 = nil }
                    continuation.resume()
                }
            }
        }
    }
#endif
