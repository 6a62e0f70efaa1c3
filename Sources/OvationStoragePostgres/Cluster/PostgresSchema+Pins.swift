#if Cluster
    extension PostgresSchema {
        /// The pinned messages of open lives, a row for each live that has some.
        static let pins = """
            CREATE TABLE room_pin (
                room bigint PRIMARY KEY REFERENCES room (id) ON DELETE CASCADE,
                pins text NOT NULL                   -- JSON of an array of PinnedBarrage
            );
            """
    }
#endif
