#if Cluster
    extension PostgresSchema {
        /// What open lives have to do with others, and the links and battles between them, a row each.
        static let coHosts = """
            CREATE TABLE room_cohost (
                room bigint PRIMARY KEY REFERENCES room (id) ON DELETE CASCADE,
                record text NOT NULL                 -- JSON of CoHostRecord
            );

            CREATE TABLE cohost_course (
                id text PRIMARY KEY,                 -- link/… or battle/…
                course text NOT NULL                 -- JSON of CoHostCourse
            );
            """
    }
#endif
