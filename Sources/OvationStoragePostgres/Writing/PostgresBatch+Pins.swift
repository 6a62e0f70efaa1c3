#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    extension PostgresBatch {
        /// Stores the pinned messages of a live.
        func keep(_ pins: [PinnedBarrage], ofRoom room: Int64) throws {
            guard !pins.isEmpty else { return try forgetPins(ofRoom: room) }
            try db.later(
                "INSERT INTO room_pin (room, pins) VALUES ($1, $2) ON CONFLICT (room) DO UPDATE SET pins = excluded.pins",
                room, try StoredJSON.text(pins))
        }

        /// Deletes the pinned messages of a start that has ended.
        func forgetPins(ofRoom room: Int64) throws {
            try db.later("DELETE FROM room_pin WHERE room = $1", room)
        }
    }
#endif
