#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    extension RoomRecord {
        /// Reads starts of lives with all related data, oldest first.
        ///
        /// - Parameters:
        ///   - condition: An SQL condition on the columns of `room`.
        ///   - values: The values of its placeholders.
        static func all<each Value: PostgresParameter>(
            _ db: PostgresConnection, where condition: String, _ values: repeat each Value
        ) throws -> [RoomRecord] {
            var rooms: [Int64] = []
            var records: [RoomRecord] = []
            try db.forEach(
                """
                SELECT room.id, session_id, live_id, owner, settings, ends_without_owner, created_at, ended_at,
                    durable, viewers, likes, messages, duration, gifts, gift_coins, gift_senders
                FROM room JOIN room_counter ON room_counter.room = room.id
                WHERE \(condition) ORDER BY room.id
                """, repeat each values
            ) { row in
                rooms.append(try row[0])
                records.append(try RoomRecord(row))
            }
            guard !rooms.isEmpty else { return [] }
            let parts = try RoomParts(of: rooms, db)
            for (index, room) in rooms.enumerated() {
                records[index].admins = parts.admins[room] ?? []
                records[index].mutes = parts.mutes[room] ?? [:]
                records[index].bans = parts.bans[room] ?? [:]
                records[index].robots = parts.robots[room] ?? []
                records[index].words = parts.words[room] ?? []
                records[index].topics = parts.topics[room] ?? [:]
                records[index].seats = parts.seats[room] ?? []
                records[index].seatRequests = parts.seatRequests[room] ?? []
                if let coHosts = parts.coHosts[room] { records[index].coHosts = coHosts }
                records[index].pins = parts.pins[room] ?? []
            }
            return records
        }

        private init(_ row: PostgresRow) throws {
            var info = RoomInfo(
                liveID: LiveID(unchecked: try row[2]), sessionID: LiveSessionID(unchecked: try row[1]),
                owner: try StoredJSON.value(UserInfo.self, try row[3], in: "room.owner"),
                createTime: Timestamp(milliseconds: try row[6]))
            info.apply(try StoredJSON.value(RoomSettings.self, try row[4], in: "room.settings"))
            var statistics = RoomStatistics()
            statistics.totalViewers = try row[9]
            statistics.totalLikesReceived = try row[10]
            statistics.totalMessageSent = try row[11]
            statistics.totalDuration = try row[12]
            statistics.totalGiftsSent = try row[13]
            statistics.totalGiftCoins = try row[14]
            statistics.totalUniqueGiftSenders = try row[15]
            info.totalViewerCount = statistics.totalViewers
            self.init(
                info: info, endsWithoutOwner: try row[5], statistics: statistics, durable: try row[8],
                endedAt: (try row[7] as Int64?).map(Timestamp.init(milliseconds:)))
        }
    }

    /// What belongs to starts of lives beside their rows, by the number of the row.
    ///
    /// It reads every stored topic message; `limits.topicBytesKeptMax` bounds their size.
    private struct RoomParts {
        var admins: [Int64: [UserID]] = [:]
        var mutes: [Int64: [UserID: RoomRecord.Until]] = [:]
        var bans: [Int64: [UserID: RoomRecord.Until]] = [:]
        var robots: [Int64: [UserInfo]] = [:]
        var words: [Int64: [FilterWord]] = [:]
        var topics: [Int64: [TopicName: TopicRecord]] = [:]
        var seats: [Int64: [Seat]] = [:]
        var seatRequests: [Int64: [SeatRequest]] = [:]
        var coHosts: [Int64: CoHostRecord] = [:]
        var pins: [Int64: [PinnedBarrage]] = [:]

        /// Reads the parts of some starts, in one round trip.
        init(of rooms: [Int64], _ db: PostgresConnection) throws {
            let results = try db.pipeline(Self.statements.map { PostgresStatement($0, rooms) })
            for row in results[0].rows {
                let room: Int64 = try row[0]
                admins[room, default: []].append(UserID(unchecked: try row[1]))
            }
            mutes = try Self.ends(of: results[1])
            bans = try Self.ends(of: results[2])
            for row in results[3].rows {
                let room: Int64 = try row[0]
                let robot = try StoredJSON.value(UserInfo.self, try row[1], in: "room_robot.user_info")
                robots[room, default: []].append(robot)
            }
            for row in results[4].rows {
                let room: Int64 = try row[0]
                words[room] = try StoredJSON.value([FilterWord].self, try row[1], in: "word_list.words")
            }
            for row in results[5].rows {
                let room: Int64 = try row[0]
                let topic = TopicName(unchecked: try row[1])
                let message = try StoredJSON.value(TopicMessage.self, try row[3], in: "topic_message.message")
                let share = TopicRecord.Message(sender: message.sender.userID, bytes: message.keptBytes)
                topics[room, default: [:]][topic, default: TopicRecord(last: 0)].messages.append(share)
                topics[room]?[topic]?.last = try row[2]
            }
            for row in results[6].rows {
                let room: Int64 = try row[0]
                let seat = try StoredJSON.value(Seat.self, try row[1], in: "room_seat.seat")
                seats[room, default: []].append(seat)
            }
            for row in results[7].rows {
                let room: Int64 = try row[0]
                let request = try StoredJSON.value(SeatRequest.self, try row[1], in: "room_seat_request.request")
                seatRequests[room, default: []].append(request)
            }
            for row in results[8].rows {
                let room: Int64 = try row[0]
                pins[room] = try StoredJSON.value([PinnedBarrage].self, try row[1], in: "room_pin.pins")
            }
            for row in results[9].rows {
                let room: Int64 = try row[0]
                coHosts[room] = try StoredJSON.value(CoHostRecord.self, try row[1], in: "room_cohost.record")
            }
        }

        private static let statements = [
            "SELECT room, user_id FROM room_admin WHERE room = ANY($1::bigint[]) ORDER BY room, position",
            "SELECT room, user_id, until, reason FROM room_mute WHERE room = ANY($1::bigint[])",
            "SELECT room, user_id, until, reason FROM room_ban WHERE room = ANY($1::bigint[])",
            "SELECT room, user_info FROM room_robot WHERE room = ANY($1::bigint[]) ORDER BY room, position",
            "SELECT room, words FROM word_list WHERE room = ANY($1::bigint[])",
            """
            SELECT room, topic, number, message FROM topic_message WHERE room = ANY($1::bigint[])
            ORDER BY room, topic, number
            """,
            "SELECT room, seat FROM room_seat WHERE room = ANY($1::bigint[]) ORDER BY room, number",
            "SELECT room, request FROM room_seat_request WHERE room = ANY($1::bigint[]) ORDER BY room, position",
            "SELECT room, pins FROM room_pin WHERE room = ANY($1::bigint[])",
            "SELECT room, record FROM room_cohost WHERE room = ANY($1::bigint[])",
        ]

        private static func ends(of sanctions: PostgresResult) throws -> [Int64: [UserID: RoomRecord.Until]] {
            var ends: [Int64: [UserID: RoomRecord.Until]] = [:]
            for row in sanctions.rows {
                let room: Int64 = try row[0]
                let user = UserID(unchecked: try row[1])
                ends[room, default: [:]][user] = RoomRecord.Until(
                    (try row[2] as Int64?).map(Timestamp.init(milliseconds:)), reason: try row[3])
            }
            return ends
        }
    }

    extension PostgresResult {
        /// All rows.
        fileprivate var rows: [PostgresRow] { (0..<count).map { self[$0] } }
    }
#endif
