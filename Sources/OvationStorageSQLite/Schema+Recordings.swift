extension Schema {
    /// Recordings of pictures. What is asked for has a column of its own.
    static let recordings = """
        CREATE TABLE recording (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            live_id TEXT NOT NULL,
            is_complete INTEGER NOT NULL,
            is_kept INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            content TEXT NOT NULL            -- JSON of Recording
        ) STRICT;
        CREATE INDEX recording_live ON recording (live_id, number);
        CREATE INDEX recording_under_way ON recording (number) WHERE is_complete = 0;
        CREATE INDEX recording_removable ON recording (number) WHERE is_complete = 1 AND is_kept = 0;
        """
}
