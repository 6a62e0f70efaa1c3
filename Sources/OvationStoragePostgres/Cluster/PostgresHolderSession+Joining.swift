#if Cluster
    import OvationStorage

    /// Nodes that serve at the same time, each in a slot of its own.
    extension PostgresHolderSession {
        /// The holder of a lane that nobody has.
        static let nobody = "nobody"
        /// The key of the advisory lock under which one node at a time looks which others there are: "ovaj" and 0.
        private static let joiningLock: Int64 = 0x6F76_616A_0000_0000

        /// Takes a slot: the one that a process of this name had before, else the first that no node has.
        ///
        /// Lives that the last node of the slot ran are nobody's then, until some node claims them.
        ///
        /// - Throws: `StorageError` if all slots are taken, or if nodes serve that would not understand this one.
        ///
        /// - Parameter speaks: the version of what this server says to other nodes.
        func join(speaks: Int64 = NodeProtocol.version) async throws -> PostgresSeat {
            let (holder, name, version) = (holder, name, version)
            return try await withConnection { connection in
                let db = connection.db
                guard let slot = try Self.takeSlot(for: name, db) else {
                    throw StorageError(
                        "\(LedgerNumber.lanesMax) servers run on the database, and there is no place for another.")
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
                try Self.refuseFarVersions(speaks, besides: slot, db)
                try db.run(
                    """
                    INSERT INTO node (slot, name, incarnation, renewed_at, state, version, process, speaks)
                    VALUES ($1, $2, $3, now(), $5, $4, pg_backend_pid(), $6)
                    ON CONFLICT (slot) DO UPDATE SET name = excluded.name, incarnation = excluded.incarnation,
                        renewed_at = excluded.renewed_at, state = excluded.state, version = excluded.version,
                        process = excluded.process, speaks = excluded.speaks, clock_ahead = NULL, report = NULL
                    """, slot, name, incarnation, version, ClusterNode.State.serving.rawValue, speaks)
                try Self.giveUpRooms(of: slot, db)
                try db.execute("COMMIT")
                return PostgresSeat(slot: slot, holder: holder, incarnation: incarnation)
            }
        }

        /// Refuses to join nodes that would not understand this one. In a transaction; others that join at the same time wait for it.
        private static func refuseFarVersions(_ speaks: Int64, besides slot: Int64, _ db: PostgresConnection) throws {
            try db.run("SELECT pg_advisory_xact_lock($1)", joiningLock)
            let others = try ClusterNode.all(db).filter { node in
                node.seat.slot != slot && node.state == .serving
                    && node.leaseAge < .seconds(PostgresLease.expirySeconds)
            }
            if let refusal = NodeProtocol.refusal(of: speaks, beside: others) { throw StorageError(refusal) }
        }

        /// Takes the lock of a slot; nil if all are taken. A slot whose node is merely late is not looked at: its lives are to be claimed
        /// first.
        private static func takeSlot(for name: String, _ db: PostgresConnection) throws -> Int64? {
            var slots: [Int64] = []
            try db.forEach(
                """
                SELECT place FROM generate_series(1::bigint, $2) AS places (place) LEFT JOIN node ON node.slot = place
                WHERE node.slot IS NULL OR name = $1 OR state = $3
                ORDER BY name IS NOT DISTINCT FROM $1 DESC, place
                """, name, LedgerNumber.lanesMax, ClusterNode.State.gone.rawValue
            ) { slots.append(try $0[0]) }
            return try slots.first { try lock($0, db) }
        }

        /// Makes the open lives of a slot nobody's. In a transaction that has the slot's lane.
        static func giveUpRooms(of slot: Int64, _ db: PostgresConnection) throws {
            try db.run(
                """
                UPDATE room_counter SET home_slot = NULL, home_epoch = home_epoch + 1
                FROM room WHERE room.id = room_counter.room AND room.ended_at IS NULL AND home_slot = $1
                """, slot)
        }

        /// Ends the place of a node: nothing of it is kept any more, and its lives are nobody's. In a transaction.
        ///
        /// - Parameter holder: Only if this process has the lane; nil for any.
        static func endPlace(_ slot: Int64, holder: String?, _ db: PostgresConnection) throws {
            // Waits for a commit that is under way; no later one passes.
            let changed = try db.run(
                """
                UPDATE lane SET incarnation = incarnation + 1, holder = $2 WHERE lane = $1 AND ($3::text IS NULL OR holder = $3)
                """, slot, nobody, holder)
            guard changed > 0 else { return }
            try db.run("UPDATE node SET state = $2 WHERE slot = $1", slot, ClusterNode.State.gone.rawValue)
            try giveUpRooms(of: slot, db)
        }

        /// Ends the places that a process of this name had in other slots. This process has the lock of the name, so none of it is there.
        static func endOtherPlaces(of name: String, besides slot: Int64, _ db: PostgresConnection) throws {
            var others: [Int64] = []
            try db.forEach("SELECT slot FROM node WHERE name = $1 AND slot <> $2", name, slot) {
                others.append(try $0[0])
            }
            for other in others {
                try endPlace(other, holder: nil, db)
                try db.run("DELETE FROM node WHERE slot = $1", other)
            }
        }

        /// Ends the places of all nodes whose locks are free. For a process that serves alone, in the transaction in which it takes its
        /// slot.
        static func endPlacesOfDeadNodes(besides slot: Int64, _ db: PostgresConnection) throws {
            var others: [Int64] = []
            try db.forEach(
                "SELECT slot FROM node WHERE state = $1 AND slot <> $2 ORDER BY slot",
                ClusterNode.State.serving.rawValue,
                slot
            ) { others.append(try $0[0]) }
            for other in others {
                let isFree = try db.first("SELECT pg_try_advisory_xact_lock($1::int, $2::int)", slotLocks, other) {
                    try $0[0] as Bool
                }
                if isFree == true { try endPlace(other, holder: nil, db) }
            }
        }

        /// Says that the node of a seat is about to stop; nothing where the seat is another's.
        func noteDraining(_ seat: PostgresSeat) async throws {
            try await withConnection { connection in
                _ = try connection.db.run(
                    "UPDATE node SET drain = incarnation WHERE slot = $1 AND incarnation = $2", seat.slot,
                    seat.incarnation)
            }
        }

        /// Keeps what the node of a seat says of itself. It need not survive PostgreSQL's own death.
        func tell(_ report: String, clock milliseconds: Int64, _ seat: PostgresSeat) async throws {
            try await withConnection { connection in
                _ = try connection.db.pipeline([
                    PostgresStatement("BEGIN"), PostgresStatement("SET LOCAL synchronous_commit = off"),
                    PostgresStatement(
                        """
                        UPDATE node SET report = $3, clock_ahead = $4 - (extract(epoch FROM clock_timestamp()) * 1000)::bigint
                        WHERE slot = $1 AND incarnation = $2
                        """, seat.slot, seat.incarnation, report, milliseconds),
                    PostgresStatement("COMMIT"),
                ])
            }
        }

        /// Leaves the slot in order, so that others need not wait. What fails is found out by the others.
        func leave(_ seat: PostgresSeat) async {
            try? await withConnection { connection in
                try connection.db.execute("BEGIN")
                try Self.endPlace(seat.slot, holder: seat.holder, connection.db)
                try connection.db.execute("COMMIT")
            }
        }
    }
#endif
