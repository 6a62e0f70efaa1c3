#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    extension PostgresBatch {
        /// The row that stands for the list of the whole app. No live has it, because PostgreSQL numbers rows from 1.
        static let wholeApp: Int64 = 0

        /// Stores a list of filter words.
        func keep(_ words: [FilterWord], ofRoom room: Int64) throws {
            try db.later(
                """
                INSERT INTO word_list (room, words) VALUES ($1, $2) ON CONFLICT (room) DO UPDATE SET words = excluded.words
                """, room, try StoredJSON.text(words))
        }

        /// Adds a line to the log of a live, and deletes the line that exceeds the limit.
        func log(_ record: ModerationRecord, ofRoom room: Int64) throws {
            let place = try db.first(
                """
                SELECT live_id,
                    COALESCE((SELECT MAX(number) FROM moderation WHERE moderation.live_id = room.live_id), 0)
                FROM room WHERE id = $1
                """, room
            ) { (liveID: try $0[0] as String, last: try $0[1] as Int64) }
            guard let place else { throw StorageError("There is no live of the row \(room).") }
            try db.later(
                """
                INSERT INTO moderation
                    (live_id, number, room, action, at, source, done_by, user_id, reason, until, seconds, word, seat)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
                """, place.liveID, place.last + 1, room, record.action.rawValue, record.at.milliseconds,
                record.source.rawValue, record.by?.rawValue, record.userID?.rawValue, record.reason.storable,
                record.until?.milliseconds, record.seconds, record.word?.rawValue, record.seat)
            try db.later(
                "UPDATE moderation SET is_followed = true WHERE live_id = $1 AND number = $2", place.liveID, place.last)
            try db.later(
                "DELETE FROM moderation WHERE live_id = $1 AND number <= $2", place.liveID,
                place.last + 1 - Int64(moderationLogMax))
        }
    }
#endif
