extension Schema {
    /// What open lives have to do with others, and the links and battles between them, a row each.
    static let coHosts = """
        CREATE TABLE room_cohost (
            room INTEGER PRIMARY KEY REFERENCES room (id) ON DELETE CASCADE,
            record TEXT NOT NULL             -- JSON of CoHostRecord
        ) STRICT;

        CREATE TABLE cohost_course (
            id TEXT PRIMARY KEY,             -- link/… or battle/…
            course TEXT NOT NULL             -- JSON of CoHostCourse
        ) STRICT, WITHOUT ROWID;
        """
}
