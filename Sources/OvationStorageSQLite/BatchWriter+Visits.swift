import GRDB
public import OvationModel
import OvationRules
public import OvationStorage

extension BatchWriter {
    /// Stores visits to a start of a live. If the start does not exist, it does nothing, so that the batch does not fail.
    func keep(_ visits: [Visit], of session: LiveSessionID, forgettingBefore time: Timestamp) throws {
        let room: Int64? = try db.first("SELECT id FROM room WHERE session_id = ?", session.rawValue) { $0[0] }
        guard let room, !visits.isEmpty else { return }
        try db.run(
            "INSERT INTO visited_room (room, ended_at) SELECT id, ended_at FROM room WHERE id = ? ON CONFLICT DO NOTHING",
            room)
        for visit in visits {
            guard let kept = try PastVisit.one(of: visit.user, room: room, db) else {
                try db.run(
                    "INSERT INTO room_visit (room, user_id, since) VALUES (?, ?, ?)", room, visit.user.rawValue,
                    visit.since)
                continue
            }
            // The visit before the removal has ended. The user is not entitled to the events between the removal and this entry.
            guard let removedAt = kept.removedAt, visit.since >= removedAt else { continue }
            try db.run(
                "UPDATE room_visit SET since = ? WHERE room = ? AND user_id = ?", visit.since, room,
                visit.user.rawValue)
        }
        try forgetVisits(before: time, max: 2 * visits.count)
    }

    /// Deletes visits to starts that ended before a time, oldest first. It deletes two for each stored visit, so that they do not
    /// accumulate.
    private func forgetVisits(before time: Timestamp, max: Int) throws {
        let room: Int64? = try db.first(
            "SELECT room FROM visited_room WHERE ended_at IS NOT NULL AND ended_at < ? ORDER BY ended_at LIMIT 1",
            time.milliseconds
        ) { $0[0] }
        guard let room else { return }
        try db.run(
            """
            DELETE FROM room_visit
            WHERE room = ?1 AND user_id IN (SELECT user_id FROM room_visit WHERE room = ?1 ORDER BY user_id LIMIT ?2)
            """, room, max)
        try db.run(
            """
            DELETE FROM visited_room
            WHERE room = ?1 AND NOT EXISTS (SELECT 1 FROM room_visit WHERE room = ?1)
            """, room)
    }
}

extension PastVisit {
    /// Returns a user's visit to a start of a live; nil if there is none.
    static func one(of user: UserID, room: Int64, _ db: Database) throws -> PastVisit? {
        let since: Int64? = try db.first(
            "SELECT since FROM room_visit WHERE room = ? AND user_id = ?", room, user.rawValue
        ) { $0[0] }
        guard let since else { return nil }
        var visit = PastVisit(since: since)
        for name in removals {
            let found: Int64? = try db.first(
                "SELECT id FROM event WHERE about = ? AND name = ? AND id BETWEEN ? AND ? ORDER BY id LIMIT 1",
                user.rawValue, name, EventKey(room: room, durable: since + 1).id,
                EventKey(room: room, durable: 0xFFFF_FFFF).id
            ) { $0[0] }
            guard let found else { continue }
            let durable = EventKey(id: found).durable
            visit.removedAt = min(visit.removedAt ?? durable, durable)
        }
        return visit
    }
}

extension SQLiteStorage {
    /// Returns a user's visit; see ``OvationStorage/Storage/visit(of:in:of:)``.
    public func visit(of user: UserID, in session: LiveSessionID, of liveID: LiveID) async throws -> PastVisit? {
        try await read("a visit to a live") { db in
            let room: Int64? = try db.first(
                "SELECT id FROM room WHERE session_id = ? AND live_id = ?", session.rawValue, liveID.rawValue
            ) { $0[0] }
            return try room.flatMap { try PastVisit.one(of: user, room: $0, db) }
        }
    }
}
