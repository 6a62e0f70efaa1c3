#if Cluster
    public import OvationModel
    import OvationStorage

    extension PostgresStorage {
        /// Returns the filter words of the whole app; see `Storage.words()`.
        public func words() async throws -> [FilterWord] {
            try await read("the app's words") { db in
                try db.first("SELECT words FROM word_list WHERE room = $1", PostgresBatch.wholeApp) { row in
                    try StoredJSON.value([FilterWord].self, try row[0], in: "word_list.words")
                } ?? []
            }
        }

        /// Returns lines of the moderation log; see `Storage.moderationLog(of:before:limit:)`.
        public func moderationLog(of liveID: LiveID, before: Int64?, limit: Int) async throws -> [ModerationEntry] {
            try await read("the moderation log") { db in
                var entries: [ModerationEntry] = []
                try db.forEach(
                    """
                    SELECT number, session_id, action, at, source, done_by, user_id, reason, until, seconds, word, seat
                    FROM moderation JOIN room ON room.id = moderation.room
                    WHERE moderation.live_id = $1 AND number < $2 ORDER BY number DESC LIMIT $3
                    """, liveID.rawValue, before ?? Int64.max, max(0, limit)
                ) { entries.append(try ModerationEntry($0)) }
                return entries
            }
        }

        /// Returns bans and mutes of a user; see `Storage.sanctions(of:after:limit:)`.
        public func sanctions(of user: UserID, after liveID: LiveID?, limit: Int) async throws -> [Sanction] {
            try await read("the sanctions of a user") { db in
                var sanctions: [Sanction] = []
                try db.forEach(
                    """
                    WITH sanction AS (
                        SELECT live_id, 'ban' AS kind, until, reason, banned_by AS done_by
                        FROM room_ban JOIN room ON room.id = room_ban.room WHERE user_id = $1 AND ended_at IS NULL
                        UNION ALL
                        SELECT live_id, 'mute', until, reason, muted_by
                        FROM room_mute JOIN room ON room.id = room_mute.room WHERE user_id = $1 AND ended_at IS NULL
                    )
                    SELECT live_id, kind, until, reason, done_by FROM sanction
                    WHERE live_id IN (
                        SELECT live_id FROM sanction WHERE live_id COLLATE "C" > $2
                        GROUP BY live_id ORDER BY live_id COLLATE "C" LIMIT $3)
                    ORDER BY live_id COLLATE "C", kind COLLATE "C"
                    """, user.rawValue, liveID?.rawValue ?? "", max(0, limit)
                ) { sanctions.append(try Sanction($0)) }
                return sanctions
            }
        }
    }

    extension Sanction {
        fileprivate init(_ row: PostgresRow) throws {
            guard let kind = Kind(rawValue: try row[1]) else {
                throw StorageError("A sanction of a kind that this version does not know.")
            }
            self.init(
                liveID: LiveID(unchecked: try row[0]), kind: kind,
                until: (try row[2] as Int64?).map(Timestamp.init(milliseconds:)), reason: try row[3],
                by: (try row[4] as String?).map(UserID.init(unchecked:)))
        }
    }

    extension ModerationEntry {
        fileprivate init(_ row: PostgresRow) throws {
            let number: Int64 = try row[0]
            guard let action = ModerationAction(rawValue: try row[2]),
                let source = ModerationSource(rawValue: try row[4])
            else { throw StorageError("The line \(number) of a moderation log cannot be read.") }
            let record = ModerationRecord(
                action, at: Timestamp(milliseconds: try row[3]), source: source,
                by: (try row[5] as String?).map(UserID.init(unchecked:)),
                userID: (try row[6] as String?).map(UserID.init(unchecked:)), reason: try row[7],
                until: (try row[8] as Int64?).map(Timestamp.init(milliseconds:)), seconds: try row[9] as Int?,
                word: (try row[10] as String?).map(WordID.init(unchecked:)), seat: try row[11] as Int?)
            self.init(number: number, sessionID: LiveSessionID(unchecked: try row[1]), record: record)
        }
    }
#endif
