import GRDB
import OvationModel
import OvationRules
import OvationStorage

extension BatchWriter {
    /// Stores a seat. An empty one needs no row.
    func keep(_ seat: Seat, ofRoom room: Int64) throws {
        guard seat != Seat(index: seat.index) else {
            try db.run("DELETE FROM room_seat WHERE room = ? AND number = ?", room, seat.index)
            return
        }
        try db.run(
            "INSERT INTO room_seat (room, number, seat) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET seat = excluded.seat",
            room, seat.index, StoredJSON.text(seat))
    }

    /// Stores an application or an invitation behind the others.
    func keep(_ request: SeatRequest, ofRoom room: Int64) throws {
        try db.run(
            """
            INSERT INTO room_seat_request (room, guest, position, request)
            VALUES (?1, ?2, (SELECT COALESCE(MAX(position), 0) + 1 FROM room_seat_request WHERE room = ?1), ?3)
            ON CONFLICT DO UPDATE SET position = excluded.position, request = excluded.request
            """, room, request.guest.userID.rawValue, try StoredJSON.text(request))
    }

    /// Deletes the application or invitation of a guest.
    func endSeatRequest(of guest: UserID, ofRoom room: Int64) throws {
        try db.run("DELETE FROM room_seat_request WHERE room = ? AND guest = ?", room, guest.rawValue)
    }

    /// Deletes the seats of a start that has ended, and what waited there.
    func forgetSeats(ofRoom room: Int64) throws {
        try db.run("DELETE FROM room_seat WHERE room = ?", room)
        try db.run("DELETE FROM room_seat_request WHERE room = ?", room)
    }
}

extension RoomRecord {
    /// The seats and requests of starts of lives, by the number of the row.
    struct SeatRows {
        private(set) var seats: [Int64: [Seat]] = [:]
        private(set) var requests: [Int64: [SeatRequest]] = [:]

        /// Reads them for starts that are chosen by an SQL condition on a column `room`.
        init<each Value: StatementBinding>(
            _ db: Database, in chosen: String, _ values: repeat each Value
        ) throws {
            var seats: [Int64: [Seat]] = [:]
            var requests: [Int64: [SeatRequest]] = [:]
            try db.forEach(
                "SELECT room, seat FROM room_seat WHERE \(chosen) ORDER BY room, number", repeat each values
            ) { row in
                seats[row[0], default: []].append(try StoredJSON.value(Seat.self, row[1], in: "room_seat.seat"))
            }
            try db.forEach(
                "SELECT room, request FROM room_seat_request WHERE \(chosen) ORDER BY room, position",
                repeat each values
            ) { row in
                let request = try StoredJSON.value(SeatRequest.self, row[1], in: "room_seat_request.request")
                requests[row[0], default: []].append(request)
            }
            self.seats = seats
            self.requests = requests
        }
    }
}
