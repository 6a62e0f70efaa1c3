import GRDB
import OvationModel
import OvationRules
import OvationStorage

extension BatchWriter {
    /// Adds a start of a live with all data of the record, unless its owner has too many.
    ///
    /// If an earlier start is still open, its creation was committed but the answer was lost, and nobody runs it: a file has one process.
    /// It is closed, so that the live can begin again.
    func createRoom(_ record: RoomRecord, livesMax: Int?) throws -> StorageOutcome {
        let info = record.info
        if let livesMax {
            let count: Int? = try db.first(
                """
                SELECT COUNT(*) FROM room
                WHERE owner_id = ? AND ended_at IS NULL AND ends_without_owner AND live_id <> ?
                """, info.liveOwner.userID.rawValue, info.liveID.rawValue
            ) { $0[0] }
            if let count, count >= livesMax { return .tooManyLives }
        }
        let leftover: String? = try db.first(
            "SELECT session_id FROM room WHERE live_id = ? AND ended_at IS NULL", info.liveID.rawValue
        ) { $0[0] }
        if let leftover, leftover != info.sessionID.rawValue {
            try close(LiveSessionID(unchecked: leftover), at: info.createTime)
        }
        let earlierBase: Int64? = try db.first(
            """
            SELECT seq_base FROM room JOIN room_counter ON room_counter.room = room.id
            WHERE live_id = ? ORDER BY room.id DESC LIMIT 1
            """, info.liveID.rawValue
        ) { $0[0] }
        let seqBase = SeqBase.next(at: info.createTime, after: earlierBase)
        try db.run(
            """
            INSERT INTO room (session_id, live_id, owner_id, owner, settings, ends_without_owner, created_at, ended_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """, info.sessionID.rawValue, info.liveID.rawValue, info.liveOwner.userID.rawValue,
            try StoredJSON.text(info.liveOwner), try StoredJSON.text(RoomSettings(of: info)), record.endsWithoutOwner,
            info.createTime.milliseconds, record.endedAt?.milliseconds)
        let id = db.lastInsertedRowID
        let statistics = record.statistics
        try db.run(
            """
            INSERT INTO room_counter
                (room, durable, viewers, likes, messages, duration, gifts, gift_coins, gift_senders, seq_base)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, id, record.durable, statistics.totalViewers, statistics.totalLikesReceived,
            statistics.totalMessageSent,
            statistics.totalDuration, statistics.totalGiftsSent, statistics.totalGiftCoins,
            statistics.totalUniqueGiftSenders, seqBase)
        for user in record.admins { try change(id, .admin(user, true)) }
        for (user, until) in record.mutes {
            try change(id, .mute(user, until: until.time, reason: until.reason, by: nil))
        }
        for (user, until) in record.bans {
            try change(id, .ban(user, until: until.time, reason: until.reason, by: nil))
        }
        for user in record.robots { try change(id, .robot(user, true)) }
        if !record.words.isEmpty { try change(id, .words(record.words)) }
        for seat in record.seats { try change(id, .seat(seat)) }
        for request in record.seatRequests { try change(id, .seatRequest(request)) }
        if record.coHosts != CoHostRecord() { try change(id, .coHosts(record.coHosts)) }
        if !record.pins.isEmpty { try change(id, .pins(record.pins)) }
        return .started(seqBase: seqBase)
    }

    /// Claims every open start; see ``OvationStorage/Storage/claimRooms(at:)``.
    static func claimRooms(_ db: Database, at time: Timestamp) throws -> [ClaimedRoom] {
        var bases: [LiveSessionID: Int64] = [:]
        var rooms: [(id: Int64, base: Int64)] = []
        try db.forEach(
            """
            SELECT id, session_id, seq_base FROM room JOIN room_counter ON room_counter.room = room.id
            WHERE ended_at IS NULL
            """
        ) { row in
            let base = SeqBase.next(at: time, after: row[2])
            bases[LiveSessionID(unchecked: row[1])] = base
            rooms.append((row[0], base))
        }
        for room in rooms {
            try db.run("UPDATE room_counter SET seq_base = ? WHERE room = ?", room.base, room.id)
        }
        return try RoomRecord.all(db, where: "ended_at IS NULL").compactMap { record in
            bases[record.info.sessionID].map { ClaimedRoom(record: record, seqBase: $0) }
        }
    }

    /// Closes a start that nobody runs. Does nothing if it has ended or was never stored.
    func close(_ session: LiveSessionID, at: Timestamp) throws {
        try db.run(
            "UPDATE room SET ended_at = ?, end_reason = ? WHERE session_id = ? AND ended_at IS NULL", at.milliseconds,
            RoomEnded.Reason.endedByServer.rawValue, session.rawValue)
        guard db.changesCount > 0 else { return }
        // The row stays, because its numbers may have changed within the batch and are written at the end.
        rooms[session]?.isEnded = true
        let old: Int64? = try db.first("SELECT id FROM room WHERE session_id = ?", session.rawValue) { $0[0] }
        guard let old else { return }
        try forgetTopics(ofRoom: old)
        try forgetSeats(ofRoom: old)
        try forgetCoHosts(ofRoom: old)
        try forgetPins(ofRoom: old)
    }

    /// Applies changes to a start of a live.
    func change(_ session: LiveSessionID, _ changes: [RoomChange]) throws {
        let room = try room(session)
        for change in changes { try self.change(room.id, change, coins: room.gifts.totalGiftCoins) }
    }

    /// - Parameter coins: The coins of all orders of the start so far.
    private func change(_ room: Int64, _ change: RoomChange, coins: Int64 = 0) throws {
        switch change {
        case .info(let info):
            try db.run(
                "UPDATE room SET owner = ?, settings = ? WHERE id = ?", try StoredJSON.text(info.liveOwner),
                try StoredJSON.text(RoomSettings(of: info)), room)
        case .admin(let user, true):
            try db.run(
                """
                INSERT INTO room_admin (room, user_id, position)
                VALUES (?1, ?2, (SELECT COALESCE(MAX(position), 0) + 1 FROM room_admin WHERE room = ?1))
                ON CONFLICT DO NOTHING
                """, room, user.rawValue)
        case .admin(let user, false):
            try db.run("DELETE FROM room_admin WHERE room = ? AND user_id = ?", room, user.rawValue)
        case .mute(let user, let until, let reason, let by):
            try db.run(
                """
                INSERT INTO room_mute (room, user_id, until, reason, muted_by) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE
                SET until = excluded.until, reason = excluded.reason, muted_by = excluded.muted_by
                """, room, user.rawValue, until?.milliseconds, reason.storable, by?.rawValue)
        case .unmute(let user):
            try db.run("DELETE FROM room_mute WHERE room = ? AND user_id = ?", room, user.rawValue)
        case .ban(let user, let until, let reason, let by):
            try db.run(
                """
                INSERT INTO room_ban (room, user_id, until, reason, banned_by) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE
                SET until = excluded.until, reason = excluded.reason, banned_by = excluded.banned_by
                """, room, user.rawValue, until?.milliseconds, reason.storable, by?.rawValue)
        case .robot(let user, true):
            try db.run(
                """
                INSERT INTO room_robot (room, user_id, user, position)
                VALUES (?1, ?2, ?3, (SELECT COALESCE(MAX(position), 0) + 1 FROM room_robot WHERE room = ?1))
                ON CONFLICT DO UPDATE SET user = excluded.user
                """, room, user.userID.rawValue, try StoredJSON.text(user))
        case .robot(let user, false):
            try db.run("DELETE FROM room_robot WHERE room = ? AND user_id = ?", room, user.userID.rawValue)
        case .unban(let user):
            try db.run("DELETE FROM room_ban WHERE room = ? AND user_id = ?", room, user.rawValue)
        case .words(let words): try keep(words, ofRoom: room)
        case .seat(let seat): try keep(seat, ofRoom: room)
        case .seatRequest(let request): try keep(request, ofRoom: room)
        case .seatRequestEnded(let guest): try endSeatRequest(of: guest, ofRoom: room)
        case .coHosts(let record): try keep(record, coins: coins, ofRoom: room)
        case .pins(let pins): try keep(pins, ofRoom: room)
        case .log(let record): try log(record, ofRoom: room)
        }
    }

    /// Stores counters. Gift counters do not change here; orders update them.
    func count(_ session: LiveSessionID, _ statistics: RoomStatistics) throws {
        try db.run(
            "UPDATE room_counter SET viewers = ?, likes = ?, messages = ?, duration = ? WHERE room = ?",
            statistics.totalViewers, statistics.totalLikesReceived, statistics.totalMessageSent,
            statistics.totalDuration,
            try room(session).id)
    }

    /// Stores a user's profile. Fields that are nil do not change.
    func keep(_ profile: UserProfile, of user: UserID) throws {
        let old = try db.first("SELECT profile FROM user WHERE id = ?", user.rawValue) { row in
            try StoredJSON.value(UserProfile.self, row[0], in: "user.profile")
        }
        try db.run(
            "INSERT INTO user (id, profile) VALUES (?, ?) ON CONFLICT DO UPDATE SET profile = excluded.profile",
            user.rawValue, try StoredJSON.text(old?.merging(profile) ?? profile))
    }
}
