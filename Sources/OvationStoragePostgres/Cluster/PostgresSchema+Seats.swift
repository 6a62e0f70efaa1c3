#if Cluster
    extension PostgresSchema {
        /// The seats of open lives, a row for each that differs from an empty one, and the applications and invitations that wait.
        static let seats = """
            CREATE TABLE room_seat (
                room bigint NOT NULL REFERENCES room (id) ON DELETE CASCADE,
                number bigint NOT NULL,              -- from 0
                seat text NOT NULL,                  -- JSON of Seat
                PRIMARY KEY (room, number)
            );

            CREATE TABLE room_seat_request (
                room bigint NOT NULL REFERENCES room (id) ON DELETE CASCADE,
                guest text NOT NULL,                 -- a user id
                position bigint NOT NULL,            -- the order in which they came
                request text NOT NULL,               -- JSON of SeatRequest
                PRIMARY KEY (room, guest)
            );

            -- The number of the seat that a line is about.
            ALTER TABLE moderation ADD COLUMN seat bigint;
            """
    }
#endif
