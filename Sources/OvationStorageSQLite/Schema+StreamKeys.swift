extension Schema {
    /// The stream keys of lives. A live has one key at a time, over all of its starts.
    static let streamKeys = """
        CREATE TABLE stream_key (
            live_id TEXT PRIMARY KEY,
            key TEXT NOT NULL,
            made_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX stream_key_live ON stream_key (key);
        """
}
