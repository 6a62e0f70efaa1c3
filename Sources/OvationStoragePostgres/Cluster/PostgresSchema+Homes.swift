#if Cluster
    extension PostgresSchema {
        /// An index by which the open lives of an owner are counted when another one begins.
        static let openLivesByOwner = """
            CREATE INDEX room_open_owner ON room (owner_id) WHERE ended_at IS NULL;
            """
    }
#endif
