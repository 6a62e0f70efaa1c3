extension Schema {
    /// Filter words, the moderation log, and further columns for mutes.
    ///
    /// The log is numbered by live id over all starts, so that a moderator can look back at earlier ones. The number also identifies the
    /// lines that exceed the limit, without counting them.
    static let moderation = """
        CREATE TABLE word_list (
            room INTEGER PRIMARY KEY,        -- 0: the list of the whole app
            words TEXT NOT NULL              -- JSON of [FilterWord]
        ) STRICT;

        CREATE TABLE moderation (
            live_id TEXT NOT NULL,
            number INTEGER NOT NULL,         -- from 1, without a gap
            room INTEGER NOT NULL REFERENCES room (id) ON DELETE CASCADE,
            action TEXT NOT NULL,
            at INTEGER NOT NULL,
            source TEXT NOT NULL,
            done_by TEXT,                    -- a user id; NULL: the server itself
            user_id TEXT,                    -- to whom
            reason TEXT NOT NULL,
            until INTEGER,
            seconds INTEGER,
            word TEXT,                       -- a word's id
            PRIMARY KEY (live_id, number)
        ) STRICT, WITHOUT ROWID;

        ALTER TABLE room_mute ADD COLUMN reason TEXT NOT NULL DEFAULT '';
        ALTER TABLE room_mute ADD COLUMN muted_by TEXT;
        CREATE INDEX room_mute_user ON room_mute (user_id);
        CREATE INDEX room_ban_user ON room_ban (user_id);
        """
}
