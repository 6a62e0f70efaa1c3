#if Cluster
    import Dispatch
    import OvationStorage
    import Synchronization

    /// Finds nodes of the database that are gone, and fences them, on a session and a thread of its own: it waits for their commits.
    final class PostgresNodeWatch: Sendable {
        /// How late a node's renewal must be at least. Its lock may be free for a moment while it lives: its connection was lost, and it
        /// opens another.
        static let lateMilliseconds: Int64 = 1_500

        private let address: PostgresAddress
        private let seat: PostgresSeat
        private let queue = DispatchQueue(label: "OvationStoragePostgres.watch")
        private let connection = Mutex<PostgresConnection?>(nil)

        init(_ address: PostgresAddress, seat: PostgresSeat) {
            self.address = address
            self.seat = seat
        }

        /// Fences the nodes that are gone: those whose lock is free, and those that are frozen, whose sessions it ends.
        ///
        /// - Throws: `PostgresFailure`; nodes that were fenced before stay so, and the next call goes on.
        func fenceLost() async throws {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                queue.async {
                    continuation.resume(with: Result { try self.connection.withLock { try self.fenceLost(&$0) } })
                }
            }
        }

        private func fenceLost(_ connection: inout PostgresConnection?) throws {
            let db: PostgresConnection
            if let open = connection, open.isOpen {
                db = open
            } else {
                var options = PostgresSession.holding
                options["application_name"] = PostgresSession.applicationName(holder: seat.holder)
                db = try PostgresConnection(address, options: options)
                connection = db
            }
            do {
                for slot in try lateSlots(db) { try fence(slot, db) }
            } catch {
                do { try db.execute("ROLLBACK") } catch { connection = nil }
                throw error
            }
        }

        private func lateSlots(_ db: PostgresConnection) throws -> [Int64] {
            var slots: [Int64] = []
            try db.forEach(
                """
                SELECT slot FROM node
                WHERE state = $1 AND slot <> $2 AND renewed_at < clock_timestamp() - make_interval(secs => $3::float / 1000)
                ORDER BY slot
                """, ClusterNode.State.serving.rawValue, seat.slot, Self.lateMilliseconds
            ) { slots.append(try $0[0]) }
            return slots
        }

        private func fence(_ slot: Int64, _ db: PostgresConnection) throws {
            try db.execute("BEGIN")
            let isFree = try db.first(
                "SELECT pg_try_advisory_xact_lock($1::int, $2::int)", PostgresHolderSession.slotLocks, slot
            ) { try $0[0] as Bool }
            if isFree == true {
                // With the lock nobody else renews or takes the slot. Somebody may have done so since the slot was found late.
                let isLate = try db.first(
                    """
                    SELECT EXISTS (SELECT 1 FROM node WHERE slot = $1 AND state = $2
                        AND renewed_at < clock_timestamp() - make_interval(secs => $3::float / 1000))
                    """, slot, ClusterNode.State.serving.rawValue, Self.lateMilliseconds
                ) { try $0[0] as Bool }
                if isLate == true { try PostgresHolderSession.endPlace(slot, holder: nil, db) }
            } else {
                // Its lock is free with the next look.
                try PostgresHolderSession.endFrozenHolder(of: slot, db)
            }
            try db.execute("COMMIT")
        }

        /// Closes the session.
        func close() { queue.async { self.connection.withLock { $0 = nil } } }
    }
#endif
