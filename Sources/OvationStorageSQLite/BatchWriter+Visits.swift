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
            if let kept = try PastVisit.one(of: visit.user, room: room, db), kept.removedAt == nil { continue }
            // The visit before a removal has ended. The user is not entitled to the events between the removal and this entry.
            let removedAt = try PastVisit.lastRemoval(of: visit.user, room: room, db)
            try db.run(
                """
                INSERT INTO room_visit (room, user_id, since) VALUES (?, ?, ?)
                ON CONFLICT (room, user_id) DO UPDATE SET since = excluded.since
                """, room, visit.user.rawValue, max(visit.since, removedAt ?? 0))
        }
        _ = try forgetVisits(before: time, max: 2 * visits.count)
    }

    /// Deletes visits to starts that ended before a time, oldest first. It deletes two for each stored visit, so that they do not
    /// accumulate. Returns how many visits were deleted, and whether there may be more.
    func forgetVisits(before time: Timestamp, max: Int) throws -> (count: Int, mayBeMore: Bool) {
        let room: Int64? = try db.first(
            "SELECT room FROM visited_room WHERE ended_at IS NOT NULL AND ended_at < ? ORDER BY ended_at LIMIT 1",
            time.milliseconds
        ) { $0[0] }
        guard let room else { return (0, false) }
        try db.run(
            """
            DELETE FROM room_visit
            WHERE room = ?1 AND user_id IN (SELECT user_id FROM room_visit WHERE room = ?1 ORDER BY user_id LIMIT ?2)
            """, room, max)
        let count = db.changesCount
        try db.run(
            """
            DELETE FROM visited_room
            WHERE room = ?1 AND NOT EXISTS (SELECT 1 FROM room_visit WHERE room = ?1)
            """, room)
        return (count, true)
    }
}

extension PastVisit {
    /// Returns a user's visit to a start of a live; nil if there is none.
    static func one(of user: UserID, room: Int64, _ db: Database) throws -> PastVisit? {
        let since: Int64? = try db.first(
            "SELECT since FROM room_visit WHERE room = ? AND user_id = ?", room, user.rawValue
        ) { $0[0] }
        guard let since else { return nil }
        let removedAt = try removals.compactMap {
            try removal(
                $0, "SELECT id FROM event WHERE about = ? AND name = ? AND id BETWEEN ? AND ? ORDER BY id LIMIT 1",
                of: user, room: room, after: since, db)
        }.min()
        return PastVisit(since: since, removedAt: removedAt)
    }

    /// Returns the number of the last event that removed a user; nil if there is none.
    fileprivate static func lastRemoval(of user: UserID, room: Int64, _ db: Database) throws -> Int64? {
        try removals.compactMap {
            try removal(
                $0,
                "SELECT id FROM event WHERE about = ? AND name = ? AND id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1",
                of: user, room: room, after: 0, db)
        }.max()
    }

    /// Returns the number of the event that a query finds among those of one name about a user; nil if there is none.
    private static func removal(
        _ name: String, _ query: String, of user: UserID, room: Int64, after durable: Int64, _ db: Database
    ) throws -> Int64? {
        let id: Int64? = try db.first(
            query, user.rawValue, name, EventKey(room: room, durable: durable + 1).id,
            EventKey(room: room, durable: 0xFFFF_FFFF).id
        ) { $0[0] }
        return id.map { EventKey(id: $0).durable }
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
