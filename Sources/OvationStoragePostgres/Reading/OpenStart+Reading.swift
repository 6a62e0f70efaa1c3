#if Cluster
    import OvationModel
    import OvationStorage

    extension OpenStart {
        /// Reads the start of a live that is on, for the node with a slot; nil if the live is not on.
        static func current(of liveID: LiveID, _ db: PostgresConnection, slot: Int64) throws -> OpenStart? {
            try db.first(
                """
                SELECT session_id, owner_id, home_slot FROM room JOIN room_counter ON room_counter.room = room.id
                WHERE live_id = $1 AND ended_at IS NULL
                """, liveID.rawValue
            ) { row in
                let home: Home =
                    switch try row[2] as Int64? {
                    case nil: .nobody
                    case slot: .here
                    case let other?: .node(other)
                    }
                return OpenStart(
                    sessionID: LiveSessionID(unchecked: try row[0]), owner: UserID(unchecked: try row[1]), home: home)
            }
        }
    }
#endif
