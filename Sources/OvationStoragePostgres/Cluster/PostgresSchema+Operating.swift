#if Cluster
    extension PostgresSchema {
        /// What operators see of nodes and ask of them, and which servers work with a migration that they do not know.
        static let operating = """
            ALTER TABLE node ADD COLUMN drain bigint, ADD COLUMN speaks bigint NOT NULL DEFAULT 1,
                ADD COLUMN clock_ahead bigint, ADD COLUMN report text;
            ALTER TABLE migration ADD COLUMN works_from bigint;
            """
    }
#endif
