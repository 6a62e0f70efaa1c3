extension Schema {
    /// The seats of open lives, a row for each that differs from an empty one, and the applications and invitations that wait.
    static let seats = """
        CREATE TABLE room_seat (
            room INTEGER NOT NULL REFERENCES room (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,         -- from 0
            seat TEXT NOT NULL,              -- JSON of Seat
            PRIMARY KEY (room, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE room_seat_request (
            room INTEGER NOT NULL REFERENCES room (id) ON DELETE CASCADE,
            guest TEXT NOT NULL,             -- a user id
            position INTEGER NOT NULL,       -- the order in which they came
            request TEXT NOT NULL,           -- JSON of SeatRequest
            PRIMARY KEY (room, guest)
        ) STRICT, WITHOUT ROWID;

        -- The number of the seat that a line is about.
        ALTER TABLE moderation ADD COLUMN seat INTEGER;
        """
}
