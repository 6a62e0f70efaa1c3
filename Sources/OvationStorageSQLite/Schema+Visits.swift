extension Schema {
    /// The users who entered each start of a live, and the event from which on they are entitled to missed events. Removals are found in
    /// the events.
    ///
    /// Visits are deleted some time after the end of the start. `visited_room` lists the ended starts that still have visits.
    static let visits = """
        CREATE TABLE room_visit (
            room INTEGER NOT NULL REFERENCES room (id) ON DELETE CASCADE,
            user_id TEXT NOT NULL,
            since INTEGER NOT NULL,          -- the number of the last event before it
            PRIMARY KEY (room, user_id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE visited_room (
            room INTEGER PRIMARY KEY REFERENCES room (id) ON DELETE CASCADE,
            ended_at INTEGER
        ) STRICT;
        CREATE INDEX visited_room_ended ON visited_room (ended_at) WHERE ended_at IS NOT NULL;
        CREATE TRIGGER visited_room_end AFTER UPDATE OF ended_at ON room
        BEGIN UPDATE visited_room SET ended_at = NEW.ended_at WHERE room = NEW.id; END;
        """
}
