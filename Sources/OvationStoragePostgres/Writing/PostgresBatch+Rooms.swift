#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    extension PostgresBatch {
        /// Adds a start of a live with all data of the record, unless it is on at another home or its owner has too many.
        ///
        /// A start that is on at this home was committed but its answer was lost, and nobody runs it. It is closed, so that the live can
        /// begin again. Another node that begins the same live at this moment makes the insertion fail as a unique violation; the
        /// transaction is run again and finds that node's start.
        func createRoom(_ record: RoomRecord, livesMax: Int?) throws -> StorageOutcome {
            let info = record.info
            let open = try OpenStart.current(of: info.liveID, db, slot: seat.slot)
            if let open, open.home != .here { return .taken(open) }
            if let livesMax, try countLives(of: info.liveOwner.userID, besides: info.liveID) >= livesMax {
                return .tooManyLives
            }
            if let open, open.sessionID != info.sessionID { try close(open.sessionID, at: info.createTime) }
            let id: Int64? = try db.first(
                """
                INSERT INTO room (session_id, live_id, owner_id, owner, settings, ends_without_owner, created_at, ended_at)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id
                """, info.sessionID.rawValue, info.liveID.rawValue, info.liveOwner.userID.rawValue,
                try StoredJSON.text(info.liveOwner), try StoredJSON.text(RoomSettings(of: info)),
                record.endsWithoutOwner, info.createTime.milliseconds, record.endedAt?.milliseconds
            ) { try $0[0] }
            guard let id else { throw PostgresFailure("a new start of a live has no number") }
            let seqBase = try insertCounters(of: record, room: id)
            let statistics = record.statistics
            let room = RoomRow(
                id: id, owner: info.liveOwner.userID, isEnded: record.endedAt != nil,
                gifts: GiftCounters(
                    totalGiftsSent: statistics.totalGiftsSent, totalGiftCoins: statistics.totalGiftCoins,
                    totalUniqueGiftSenders: statistics.totalUniqueGiftSenders))
            newRooms.insert(room.id)
            if record.endedAt == nil { homes[info.sessionID] = Self.firstEpoch }
            rooms[info.sessionID] = room
            view.durables[info.sessionID] = record.durable
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

        /// Counts the open lives of an owner that count among those that they may have. ``BatchNeeds`` has taken the owner's lock, so that
        /// two nodes do not count at once.
        private func countLives(of owner: UserID, besides liveID: LiveID) throws -> Int64 {
            try db.first(
                """
                SELECT COUNT(*) FROM room
                WHERE owner_id = $1 AND ended_at IS NULL AND ends_without_owner AND live_id <> $2
                """, owner.rawValue, liveID.rawValue
            ) { try $0[0] } ?? 0
        }

        /// The number of a start's row; nil where it was never stored.
        func rowNumber(of session: LiveSessionID) throws -> Int64? {
            try db.first("SELECT id FROM room WHERE session_id = $1", session.rawValue) { try $0[0] }
        }

        /// Closes a start of this home that nobody runs. Does nothing if it has ended or was never stored.
        func close(_ session: LiveSessionID, at: Timestamp) throws {
            let changed = try db.run(
                """
                UPDATE room SET ended_at = $1, end_reason = $2 FROM room_counter
                WHERE room_counter.room = room.id AND session_id = $3 AND ended_at IS NULL AND home_slot = $4
                """, at.milliseconds, RoomEnded.Reason.endedByServer.rawValue, session.rawValue, seat.slot)
            guard changed > 0 else { return }
            homes[session] = nil
            // The row stays, because its numbers may have changed within the batch and are written at the end.
            rooms[session]?.isEnded = true
            guard let old = try rowNumber(of: session) else { return }
            try db.later("DELETE FROM topic_message WHERE room = $1", old)
            try forgetSeats(ofRoom: old)
            try forgetCoHosts(ofRoom: old)
            try forgetPins(ofRoom: old)
        }

        /// The epoch in which the node that begins a live is its home.
        static let firstEpoch: Int64 = 1

        /// Adds the counters of a start, and returns the number before the first of its events: above all that an earlier start of the live
        /// can have given out.
        private func insertCounters(of record: RoomRecord, room: Int64) throws -> Int64 {
            let statistics = record.statistics
            let base: Int64? = try db.first(
                """
                INSERT INTO room_counter (room, durable, viewers, likes, messages, duration, gifts, gift_coins,
                    gift_senders, home_slot, home_epoch, seq_base)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, \(Self.firstEpoch),
                    GREATEST(
                        (extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
                        (SELECT earlier.seq_base + \(SeqBase.gap)
                            FROM room JOIN room_counter AS earlier ON earlier.room = room.id
                            WHERE live_id = $11 ORDER BY room.id DESC LIMIT 1)))
                RETURNING seq_base
                """, room, record.durable, statistics.totalViewers, statistics.totalLikesReceived,
                statistics.totalMessageSent, statistics.totalDuration, statistics.totalGiftsSent,
                statistics.totalGiftCoins, statistics.totalUniqueGiftSenders, seat.slot, record.info.liveID.rawValue
            ) { try $0[0] }
            guard let base else { throw PostgresFailure("a new start of a live has no counters") }
            return base
        }

        /// Claims every open start of this home; see `Storage.claimRooms(at:)`. The clock is PostgreSQL's.
        func claimRooms() throws -> [ClaimedRoom] {
            var bases: [LiveSessionID: Int64] = [:]
            try db.forEach(
                """
                UPDATE room_counter SET seq_base =
                    GREATEST(seq_base + \(SeqBase.gap), (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
                FROM room WHERE room.id = room_counter.room AND ended_at IS NULL AND home_slot = $1
                RETURNING session_id, seq_base
                """, seat.slot
            ) { bases[LiveSessionID(unchecked: try $0[0])] = try $0[1] }
            return try RoomRecord.all(db, where: "ended_at IS NULL AND home_slot = $1", seat.slot).compactMap {
                record in
                bases[record.info.sessionID].map { ClaimedRoom(record: record, seqBase: $0) }
            }
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
                try db.later(
                    "UPDATE room SET owner = $1, settings = $2 WHERE id = $3", try StoredJSON.text(info.liveOwner),
                    try StoredJSON.text(RoomSettings(of: info)), room)
            case .admin(let user, true):
                try db.later(
                    """
                    INSERT INTO room_admin (room, user_id, position)
                    VALUES ($1, $2, (SELECT COALESCE(MAX(position), 0) + 1 FROM room_admin WHERE room = $1))
                    ON CONFLICT (room, user_id) DO NOTHING
                    """, room, user.rawValue)
            case .admin(let user, false):
                try db.later("DELETE FROM room_admin WHERE room = $1 AND user_id = $2", room, user.rawValue)
            case .mute(let user, let until, let reason, let by):
                try db.later(
                    """
                    INSERT INTO room_mute (room, user_id, until, reason, muted_by) VALUES ($1, $2, $3, $4, $5)
                    ON CONFLICT (room, user_id) DO UPDATE
                    SET until = excluded.until, reason = excluded.reason, muted_by = excluded.muted_by
                    """, room, user.rawValue, until?.milliseconds, reason.storable, by?.rawValue)
            case .unmute(let user):
                try db.later("DELETE FROM room_mute WHERE room = $1 AND user_id = $2", room, user.rawValue)
            case .ban(let user, let until, let reason, let by):
                try db.later(
                    """
                    INSERT INTO room_ban (room, user_id, until, reason, banned_by) VALUES ($1, $2, $3, $4, $5)
                    ON CONFLICT (room, user_id) DO UPDATE
                    SET until = excluded.until, reason = excluded.reason, banned_by = excluded.banned_by
                    """, room, user.rawValue, until?.milliseconds, reason.storable, by?.rawValue)
            case .robot(let user, true):
                try db.later(
                    """
                    INSERT INTO room_robot (room, user_id, user_info, position)
                    VALUES ($1, $2, $3, (SELECT COALESCE(MAX(position), 0) + 1 FROM room_robot WHERE room = $1))
                    ON CONFLICT (room, user_id) DO UPDATE SET user_info = excluded.user_info
                    """, room, user.userID.rawValue, try StoredJSON.text(user))
            case .robot(let user, false):
                try db.later("DELETE FROM room_robot WHERE room = $1 AND user_id = $2", room, user.userID.rawValue)
            case .unban(let user):
                try db.later("DELETE FROM room_ban WHERE room = $1 AND user_id = $2", room, user.rawValue)
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
            try db.later(
                "UPDATE room_counter SET viewers = $1, likes = $2, messages = $3, duration = $4 WHERE room = $5",
                statistics.totalViewers, statistics.totalLikesReceived, statistics.totalMessageSent,
                statistics.totalDuration, try room(session).id)
        }

        /// Stores a user's profile. Fields that are nil do not change.
        func keep(_ profile: UserProfile, of user: UserID) throws {
            let old = try storedProfile(of: user)
            let merged = old?.merging(profile) ?? profile
            profiles[user] = .some(merged)
            try db.later(
                """
                INSERT INTO app_user (id, profile) VALUES ($1, $2)
                ON CONFLICT (id) DO UPDATE SET profile = excluded.profile
                """, user.rawValue, try StoredJSON.text(merged))
        }

        private func storedProfile(of user: UserID) throws -> UserProfile? {
            if let known = profiles[user] { return known }
            try take(profiles: db.pipeline([BatchNeeds.profiles(of: [user])])[0], of: [user])
            return profiles[user] ?? nil
        }
    }
#endif
