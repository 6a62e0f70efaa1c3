#if Cluster
    import OvationModel
    import OvationStorage

    /// Which lives this node is the home of. On the session that writes, in order with its batches.
    extension PostgresWriter {
        /// Reads which open lives this node has, when it has taken a slot with the lives of it.
        func learnHomes() async throws {
            try await run { state in
                for home in try Self.homes(try self.open(&state), slot: state.seat.slot) {
                    state.homes[home.start] = home.epoch
                }
            }
        }

        private static func homes(_ db: PostgresConnection, slot: Int64) throws -> [ClaimedStart] {
            var homes: [ClaimedStart] = []
            try db.forEach(
                """
                SELECT session_id, room.id, home_epoch, seq_base FROM room JOIN room_counter ON room_counter.room = room.id
                WHERE ended_at IS NULL AND home_slot = $1
                """, slot
            ) { homes.append(try ClaimedStart($0)) }
            return homes
        }

        /// Makes this node the home of lives that nobody runs.
        ///
        /// - Returns: All starts that were claimed, by this call or an earlier one, and not yet ``took(_:)``.
        func claim(limit: Int) async throws -> [ClaimedStart] {
            try await run { state in
                let db = try self.open(&state)
                if state.mayHaveClaimed {
                    // A live that this node began itself is in its first epoch.
                    for home in try Self.homes(db, slot: state.seat.slot)
                    where state.homes[home.start] == nil && home.epoch > PostgresBatch.firstEpoch {
                        state.homes[home.start] = home.epoch
                        state.claimed[home.room] = home
                    }
                    state.mayHaveClaimed = false
                }
                var isCommitting = false
                do {
                    let results = try db.pipeline(Self.beginning(state.seat) + [Self.claim(limit, state.seat)])
                    guard results[1].count == 1 else { throw PostgresFenced() }
                    isCommitting = true
                    try db.execute("COMMIT")
                    for index in 0..<results[2].count {
                        let claimed = try ClaimedStart(results[2][index])
                        state.homes[claimed.start] = claimed.epoch
                        state.claimed[claimed.room] = claimed
                    }
                } catch {
                    if isCommitting { state.mayHaveClaimed = true }
                    _ = try self.mayTryAgain(after: error, isCommitting: isCommitting, &state)
                    throw error
                }
                return state.claimed.values.sorted { $0.room < $1.room }
            }
        }

        /// The rooms were read that ``claim(limit:)`` has returned.
        func took(_ rooms: [Int64]) async throws {
            try await run { state in for room in rooms { state.claimed[room] = nil } }
        }

        /// Gives lives back.
        func release(_ starts: [LiveSessionID]) async throws {
            try await run { state in
                let db = try self.open(&state)
                var isCommitting = false
                do {
                    let release = PostgresStatement(
                        """
                        UPDATE room_counter SET home_slot = NULL, home_epoch = home_epoch + 1 FROM room
                        WHERE room.id = room_counter.room AND session_id = ANY($2::text[]) AND ended_at IS NULL AND home_slot = $1
                        """, state.seat.slot, starts.map(\.rawValue))
                    let results = try db.pipeline(Self.beginning(state.seat) + [release])
                    guard results[1].count == 1 else { throw PostgresFenced() }
                    isCommitting = true
                    try db.execute("COMMIT")
                    for start in starts { state.homes[start] = nil }
                } catch {
                    _ = try self.mayTryAgain(after: error, isCommitting: isCommitting, &state)
                    throw error
                }
            }
        }

        /// Begins a transaction that passes only while this node has its lane.
        private static func beginning(_ seat: PostgresSeat) -> [PostgresStatement] {
            [
                PostgresStatement("BEGIN"),
                PostgresStatement(
                    "SELECT 1::bigint FROM lane WHERE lane = $1 AND incarnation = $2 AND holder = $3 FOR UPDATE",
                    seat.lane, seat.incarnation, seat.holder),
            ]
        }

        /// Claims lives. Rows that another node claims at this moment are passed over.
        ///
        /// The lane is looked at again: the statement runs also where the one before it has found that the lane is another's.
        private static func claim(_ limit: Int, _ seat: PostgresSeat) -> PostgresStatement {
            PostgresStatement(
                """
                WITH homeless AS (
                    SELECT room_counter.room, session_id FROM room_counter JOIN room ON room.id = room_counter.room
                    WHERE home_slot IS NULL AND ended_at IS NULL
                        AND EXISTS (SELECT 1 FROM lane WHERE lane = $1 AND incarnation = $2 AND holder = $3)
                    ORDER BY room_counter.room LIMIT $4 FOR UPDATE OF room_counter SKIP LOCKED
                )
                UPDATE room_counter SET home_slot = $1, home_epoch = home_epoch + 1,
                    seq_base = GREATEST(seq_base + \(SeqBase.gap), (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
                FROM homeless WHERE room_counter.room = homeless.room
                RETURNING session_id, room_counter.room, home_epoch, seq_base
                """, seat.slot, seat.incarnation, seat.holder, max(0, limit))
        }
    }

    extension PostgresWriter.ClaimedStart {
        /// Reads the start, the number of its row, its epoch and its base.
        fileprivate init(_ row: PostgresRow) throws {
            self.init(
                room: try row[1], start: LiveSessionID(unchecked: try row[0]), epoch: try row[2], seqBase: try row[3])
        }
    }
#endif
