#if Cluster
    public import OvationModel
    public import OvationStorage

    extension PostgresStorage {
        /// Returns a user's visit; see `Storage.visit(of:in:of:)`.
        public func visit(of user: UserID, in session: LiveSessionID, of liveID: LiveID) async throws -> PastVisit? {
            try await read("a visit to a live") { db in
                // The visit ends with the first removal after its beginning.
                try db.first(
                    """
                    SELECT visit.since, (
                        SELECT MIN(found.id) & 4294967295
                        FROM unnest($4::text[]) AS removing (name)
                            CROSS JOIN LATERAL (
                                SELECT event.id FROM event
                                WHERE event.about = $1 AND event.name = removing.name
                                    AND event.id BETWEEN (room.id << 32) + visit.since + 1
                                        AND (room.id << 32) + 4294967295
                                ORDER BY event.id LIMIT 1
                            ) AS found
                        )
                    FROM room JOIN room_visit AS visit ON visit.room = room.id AND visit.user_id = $1
                    WHERE room.session_id = $2 AND room.live_id = $3
                    """, user.rawValue, session.rawValue, liveID.rawValue, PastVisit.removals
                ) { PastVisit(since: try $0[0], removedAt: try $0[1] as Int64?) }
            }
        }
    }
#endif
