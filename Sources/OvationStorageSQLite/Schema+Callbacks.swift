extension Schema {
    /// The server settings that come over REST, and the queue of callbacks for the app's backend.
    static let callbacks = """
        CREATE TABLE setting (
            name TEXT PRIMARY KEY,
            value BLOB NOT NULL              -- JSON
        ) STRICT, WITHOUT ROWID;

        -- AUTOINCREMENT, so that a number that was delivered is never given again.
        CREATE TABLE callback (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL,
            live TEXT NOT NULL,              -- not a reference: it outlives what it tells of
            command TEXT NOT NULL,
            at INTEGER NOT NULL,
            body BLOB NOT NULL,              -- JSON
            client_address TEXT NOT NULL,
            client_platform TEXT NOT NULL
        ) STRICT;
        CREATE INDEX callback_live ON callback (live, number);

        -- A row for every live that has callbacks, so that the next one due is found without looking at all of them.
        CREATE TABLE callback_lane (
            live TEXT PRIMARY KEY,
            attempts INTEGER NOT NULL,
            due_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX callback_lane_due ON callback_lane (due_at);

        CREATE TABLE callback_dead (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL,
            live TEXT NOT NULL,
            command TEXT NOT NULL,
            at INTEGER NOT NULL,
            body BLOB NOT NULL,
            client_address TEXT NOT NULL,
            client_platform TEXT NOT NULL,
            attempts INTEGER NOT NULL,
            failure TEXT NOT NULL,
            died_at INTEGER NOT NULL
        ) STRICT;
        """
}
