#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    extension PostgresBatch {
        /// Stores a seat of a live. An empty one needs no row.
        func keep(_ seat: Seat, ofRoom room: Int64) throws {
            guard seat != Seat(index: seat.index) else {
                try db.later("DELETE FROM room_seat WHERE room = $1 AND number = $2", room, seat.index)
                return
            }
            try db.later(
                """
                INSERT INTO room_seat (room, number, seat) VALUES ($1, $2, $3)
                ON CONFLICT (room, number) DO UPDATE SET seat = excluded.seat
                """, room, seat.index, StoredJSON.text(seat))
        }

        /// Stores an application or an invitation behind the others.
        func keep(_ request: SeatRequest, ofRoom room: Int64) throws {
            try db.later(
                """
                INSERT INTO room_seat_request (room, guest, position, request)
                VALUES ($1, $2, (SELECT COALESCE(MAX(position), 0) + 1 FROM room_seat_request WHERE room = $1), $3)
                ON CONFLICT (room, guest) DO UPDATE SET position = excluded.position, request = excluded.request
                """, room, request.guest.userID.rawValue, try StoredJSON.text(request))
        }

        /// Deletes the application or invitation of a guest.
        func endSeatRequest(of guest: UserID, ofRoom room: Int64) throws {
            try db.later("DELETE FROM room_seat_request WHERE room = $1 AND guest = $2", room, guest.rawValue)
        }

        /// Deletes the seats of a start that has ended, and what waited there.
        func forgetSeats(ofRoom room: Int64) throws {
            try db.later("DELETE FROM room_seat WHERE room = $1", room)
            try db.later("DELETE FROM room_seat_request WHERE room = $1", room)
        }
    }
#endif
