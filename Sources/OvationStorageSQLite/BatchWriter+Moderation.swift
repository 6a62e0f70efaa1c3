import GRDB
import OvationModel
import OvationRules
import OvationStorage

extension BatchWriter {
    /// The row that stands for the list of the whole app. No live has it, because SQLite numbers rows from 1.
    static let wholeApp: Int64 = 0

    /// Stores a list of filter words.
    func keep(_ words: [FilterWord], ofRoom room: Int64) throws {
        try db.run(
            "INSERT INTO word_list (room, words) VALUES (?, ?) ON CONFLICT DO UPDATE SET words = excluded.words", room,
            try StoredJSON.text(words))
    }

    /// Adds a line to the log of a live, and deletes the line that exceeds the limit.
    func log(_ record: ModerationRecord, ofRoom room: Int64) throws {
        let place = try db.first(
            """
            SELECT live_id, COALESCE((SELECT MAX(number) FROM moderation WHERE moderation.live_id = room.live_id), 0)
            FROM room WHERE id = ?
            """, room
        ) { (liveID: $0[0] as String, last: $0[1] as Int64) }
        guard let place else { throw StorageError("There is no live of the row \(room).") }
        try db.run(
            """
            INSERT INTO moderation
                (live_id, number, room, action, at, source, done_by, user_id, reason, until, seconds, word, seat)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, place.liveID, place.last + 1, room, record.action.rawValue, record.at.milliseconds,
            record.source.rawValue, record.by?.rawValue, record.userID?.rawValue, record.reason.storable,
            record.until?.milliseconds, record.seconds, record.word?.rawValue, record.seat)
        try db.run(
            "UPDATE moderation SET is_followed = 1 WHERE live_id = ? AND number = ?", place.liveID, place.last)
        try db.run(
            "DELETE FROM moderation WHERE live_id = ? AND number <= ?", place.liveID,
            place.last + 1 - Int64(moderationLogMax))
    }
}
