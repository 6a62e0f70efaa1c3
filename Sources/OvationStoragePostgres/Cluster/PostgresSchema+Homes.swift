#if Cluster
    extension PostgresSchema {
        /// An index by which the open lives of an owner are counted when another one begins.
        static let openLivesByOwner = """
            CREATE INDEX room_open_owner ON room (owner_id) WHERE ended_at IS NULL;
            """

        /// An index by which a node finds the lives that nobody runs. It has few rows, because a live that has ended is nobody's to claim:
        /// it keeps its last home, or 0 where it never had one here.
        static let livesWithoutHome = """
            UPDATE room_counter SET home_slot = 0 FROM room
                WHERE room.id = room_counter.room AND ended_at IS NOT NULL AND home_slot IS NULL;
            CREATE INDEX room_counter_homeless ON room_counter (room) WHERE home_slot IS NULL;
            """
    }
#endif
