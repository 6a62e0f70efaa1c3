#if Cluster
    /// What sessions of a server are set to.
    enum PostgresSession {
        /// How long a statement waits for a row that another session holds.
        private static let lockTimeout = "2s"

        /// How soon PostgreSQL notices that this machine is gone. Without it, its kernel keeps a session for two hours, and the session
        /// keeps its locks: of a row, of a slot and of a name. The other side's settings are in ``PostgresConnection``.
        private static let liveliness = [
            "tcp_keepalives_idle": "5", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "3",
            "tcp_user_timeout": "5000",
        ]

        /// Settings of the session that writes.
        ///
        /// The planner's choices are pinned: it plans for the tables as they are when a statement is first run, and what is right for an
        /// empty table reads a full one from end to end. Every statement of a batch finds its rows by an index.
        static let writing = [
            "search_path": PostgresSchema.name, "lock_timeout": lockTimeout,
            "idle_in_transaction_session_timeout": "5s", "enable_seqscan": "off", "enable_hashjoin": "off",
            "enable_mergejoin": "off", "jit": "off", "plan_cache_mode": "force_generic_plan",
        ].merging(liveliness) { $1 }

        /// Settings of a session that reads.
        static let reading = [
            "search_path": PostgresSchema.name, "lock_timeout": lockTimeout,
            "idle_in_transaction_session_timeout": "60s", "jit": "off", "default_transaction_read_only": "on",
            "default_transaction_isolation": "repeatable read",
        ].merging(liveliness) { $1 }

        /// Settings of the session that holds the slot's lock.
        static let holding = ["search_path": PostgresSchema.name, "lock_timeout": lockTimeout].merging(liveliness) {
            $1
        }

        /// The name under which PostgreSQL lists the sessions of a process.
        static func applicationName(holder: String) -> String { "ovation \(holder)" }
    }
#endif
