import GRDB
import OvationModel
import OvationRules
import OvationStorage

extension BatchWriter {
    /// Stores the pinned messages of a live.
    func keep(_ pins: [PinnedBarrage], ofRoom room: Int64) throws {
        guard !pins.isEmpty else { return try forgetPins(ofRoom: room) }
        try db.run(
            "INSERT INTO room_pin (room, pins) VALUES (?, ?) ON CONFLICT DO UPDATE SET pins = excluded.pins", room,
            try StoredJSON.text(pins))
    }

    /// Deletes the pinned messages of a start that has ended.
    func forgetPins(ofRoom room: Int64) throws {
        try db.run("DELETE FROM room_pin WHERE room = ?", room)
    }
}

extension PinnedBarrage {
    /// Reads the pinned messages of a start of a live.
    static func all(_ db: Database, ofRoom room: Int64) throws -> [PinnedBarrage] {
        try db.first("SELECT pins FROM room_pin WHERE room = ?", room) { row in
            try StoredJSON.value([PinnedBarrage].self, row[0], in: "room_pin.pins")
        } ?? []
    }
}
