import GRDB
public import OvationModel
import OvationRules
import OvationStorage

extension SQLiteStorage {
    /// Returns the filter words of the whole app; see ``OvationStorage/Storage/words()``.
    public func words() async throws -> [FilterWord] {
        try await read("the app's words") { try FilterWord.list($0, ofRoom: BatchWriter.wholeApp) }
    }

    /// Returns lines of the moderation log; see ``OvationStorage/Storage/moderationLog(of:before:limit:)``.
    public func moderationLog(of liveID: LiveID, before: Int64?, limit: Int) async throws -> [ModerationEntry] {
        try await read("the moderation log") { db in
            var entries: [ModerationEntry] = []
            try db.forEach(
                """
                SELECT number, session_id, action, at, source, done_by, user_id, reason, until, seconds, word, seat
                FROM moderation JOIN room ON room.id = moderation.room
                WHERE moderation.live_id = ? AND number < ? ORDER BY number DESC LIMIT ?
                """, liveID.rawValue, before ?? .max, max(0, limit)
            ) { entries.append(try ModerationEntry($0)) }
            return entries
        }
    }

    /// Returns bans and mutes of a user; see ``OvationStorage/Storage/sanctions(of:after:limit:)``.
    public func sanctions(of user: UserID, after liveID: LiveID?, limit: Int) async throws -> [Sanction] {
        try await read("the sanctions of a user") { db in
            var sanctions: [Sanction] = []
            try db.forEach(
                """
                WITH sanction AS (
                    SELECT live_id, 'ban' AS kind, until, reason, banned_by AS done_by
                    FROM room_ban JOIN room ON room.id = room_ban.room WHERE user_id = ?1 AND ended_at IS NULL
                    UNION ALL
                    SELECT live_id, 'mute', until, reason, muted_by
                    FROM room_mute JOIN room ON room.id = room_mute.room WHERE user_id = ?1 AND ended_at IS NULL
                )
                SELECT live_id, kind, until, reason, done_by FROM sanction
                WHERE live_id IN (SELECT DISTINCT live_id FROM sanction WHERE live_id > ?2 ORDER BY live_id LIMIT ?3)
                ORDER BY live_id, kind
                """, user.rawValue, liveID?.rawValue ?? "", max(0, limit)
            ) { row in
                guard let kind = Sanction.Kind(rawValue: row[1]) else {
                    throw StorageError("A sanction of a kind that this version does not know.")
                }
                sanctions.append(
                    Sanction(
                        liveID: LiveID(unchecked: row[0]), kind: kind,
                        until: (row[2] as Int64?).map(Timestamp.init(milliseconds:)), reason: row[3],
                        by: (row[4] as String?).map(UserID.init(unchecked:))))
            }
            return sanctions
        }
    }
}

extension FilterWord {
    /// Reads the filter words of a start of a live; empty if it has none.
    static func list(_ db: Database, ofRoom room: Int64) throws -> [FilterWord] {
        try db.first("SELECT words FROM word_list WHERE room = ?", room) { row in
            try StoredJSON.value([FilterWord].self, row[0], in: "word_list.words")
        } ?? []
    }
}

extension ModerationEntry {
    fileprivate init(_ row: Row) throws {
        guard let action = ModerationAction(rawValue: row[2]), let source = ModerationSource(rawValue: row[4]) else {
            throw StorageError("The line \(row[0] as Int64) of a moderation log cannot be read.")
        }
        let record = ModerationRecord(
            action, at: Timestamp(milliseconds: row[3]), source: source,
            by: (row[5] as String?).map(UserID.init(unchecked:)),
            userID: (row[6] as String?).map(UserID.init(unchecked:)), reason: row[7],
            until: (row[8] as Int64?).map(Timestamp.init(milliseconds:)), seconds: row[9],
            word: (row[10] as String?).map(WordID.init(unchecked:)), seat: row[11])
        self.init(number: row[0], sessionID: LiveSessionID(unchecked: row[1]), record: record)
    }
}
