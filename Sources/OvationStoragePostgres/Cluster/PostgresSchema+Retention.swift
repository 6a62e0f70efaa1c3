#if Cluster
    extension PostgresSchema {
        /// Lines of the moderation log that another one of their live follows, by age. The newest line of a live is never forgotten, so an
        /// index that had it would have one for each live that ever was, and a look for old lines would walk over them all.
        static let followedLines = """
            ALTER TABLE moderation ADD COLUMN is_followed boolean NOT NULL DEFAULT false;
            UPDATE moderation SET is_followed = true WHERE number < (
                SELECT MAX(number) FROM moderation AS newest WHERE newest.live_id = moderation.live_id);
            DROP INDEX moderation_at;
            CREATE INDEX moderation_followed ON moderation (at) WHERE is_followed;
            """
    }
#endif
