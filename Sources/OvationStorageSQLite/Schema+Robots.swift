import GRDB

extension Schema {
    /// The robots of a live. Their names are stored, so that they are in the audience again after a restart.
    static func addRobots(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE room_robot (
                    room INTEGER NOT NULL REFERENCES room (id) ON DELETE CASCADE,
                    user_id TEXT NOT NULL,
                    user TEXT NOT NULL,              -- JSON of UserInfo
                    position INTEGER NOT NULL,       -- the order in which they were added
                    PRIMARY KEY (room, user_id)
                ) STRICT, WITHOUT ROWID;
                """)
    }
}
