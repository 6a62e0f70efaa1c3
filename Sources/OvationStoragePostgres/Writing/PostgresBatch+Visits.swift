#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    extension PostgresBatch {
        /// Stores visits to a start of a live. If the start does not exist, it does nothing, so that the batch does not fail.
        func keep(_ visits: [Visit], of session: LiveSessionID, forgettingBefore time: Timestamp) throws {
            guard let room = try rooms[session]?.id ?? rowNumber(of: session), !visits.isEmpty else { return }
            // Removals of the same batch may wait.
            try flush()
            try db.later(
                """
                INSERT INTO visited_room (room, ended_at) SELECT id, ended_at FROM room WHERE id = $1
                ON CONFLICT (room) DO NOTHING
                """, room)
            // Whatever is stored after the first visit of a user has begun after every removal, so a second one changes nothing.
            var users: Set<UserID> = []
            let first = visits.filter { users.insert($0.user).inserted }
            // A visit that no removal has ended stays. Another one has ended, and the user is not entitled to the events between the
            // removal and this entry.
            try db.later(
                """
                INSERT INTO room_visit (room, user_id, since)
                SELECT $1, visit.user_id, GREATEST(visit.since, COALESCE(removal.number, 0))
                FROM unnest($2::text[], $3::bigint[]) AS visit (user_id, since)
                    CROSS JOIN LATERAL (
                        SELECT MAX(found.id) & 4294967295 AS number
                        FROM unnest($4::text[]) AS removing (name)
                            CROSS JOIN LATERAL (
                                SELECT event.id FROM event
                                WHERE event.about = visit.user_id AND event.name = removing.name
                                    AND event.id BETWEEN $5 AND $6
                                ORDER BY event.id DESC LIMIT 1
                            ) AS found
                    ) AS removal
                    LEFT JOIN room_visit AS kept ON kept.room = $1 AND kept.user_id = visit.user_id
                WHERE kept.since IS NULL OR kept.since < removal.number
                ON CONFLICT (room, user_id) DO UPDATE SET since = excluded.since
                """, room, first.map(\.user.rawValue), first.map(\.since), PastVisit.removals,
                EventKey(room: room, durable: 1).id, EventKey(room: room, durable: 0xFFFF_FFFF).id)
            visitsToForget = (before: time, countMax: visitsToForget.countMax + 2 * visits.count)
        }

        /// The oldest start that has visits and ended before `$1`. Another node that is at it leaves the next one to this one.
        private static let oldestVisited = """
            SELECT room FROM visited_room WHERE ended_at IS NOT NULL AND ended_at < $1
            ORDER BY ended_at LIMIT 1 FOR UPDATE SKIP LOCKED
            """

        /// Deletes visits to a start that ended long ago: two for each visit that the batch stored, so that they do not accumulate.
        func forgetVisitsForThoseStored() throws {
            guard visitsToForget.countMax > 0 else { return }
            let time = visitsToForget.before.milliseconds
            try db.later(
                """
                WITH oldest AS MATERIALIZED (\(Self.oldestVisited))
                DELETE FROM room_visit USING oldest
                WHERE room_visit.room = oldest.room AND user_id IN (
                    SELECT user_id FROM room_visit AS found WHERE found.room = oldest.room ORDER BY user_id LIMIT $2)
                """, time, visitsToForget.countMax)
            // It is still the oldest: the statement before has locked it.
            try db.later(
                """
                WITH oldest AS MATERIALIZED (\(Self.oldestVisited))
                DELETE FROM visited_room USING oldest
                WHERE visited_room.room = oldest.room
                    AND NOT EXISTS (SELECT 1 FROM room_visit WHERE room_visit.room = oldest.room)
                """, time)
            visitsToForget.countMax = 0
        }

        /// Deletes visits to the oldest start that ended before a time. Returns how many were deleted, and whether there may be more.
        func forgetVisits(before time: Timestamp, max: Int) throws -> (count: Int, mayBeMore: Bool) {
            let room: Int64? = try db.first(Self.oldestVisited, time.milliseconds) { try $0[0] }
            guard let room else { return (0, false) }
            let count = try db.run(
                """
                DELETE FROM room_visit
                WHERE room = $1
                    AND user_id IN (SELECT user_id FROM room_visit WHERE room = $1 ORDER BY user_id LIMIT $2)
                """, room, max)
            try db.later(
                """
                DELETE FROM visited_room
                WHERE room = $1 AND NOT EXISTS (SELECT 1 FROM room_visit WHERE room_visit.room = $1)
                """, room)
            return (count, true)
        }
    }
#endif
