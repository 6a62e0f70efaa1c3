#if Cluster
    public import OvationModel
    import OvationRules
    public import OvationStorage

    extension PostgresStorage {
        /// Counts the gifts of a start of a live; see `Storage.giftCounters(of:from:in:)`.
        public func giftCounters(
            of session: LiveSessionID, from sender: UserID?, in times: ClosedRange<Timestamp>?
        ) async throws -> GiftCounters {
            try await read("the gifts of a live") { db in
                let room: Int64? = try db.first(
                    "SELECT id FROM room WHERE session_id = $1", session.rawValue
                ) { try $0[0] }
                guard let room else { return GiftCounters() }
                var wallet: Int64?
                if let sender {
                    wallet = try db.first(
                        "SELECT id FROM account WHERE name = $1", AccountID.user(sender).description
                    ) { try $0[0] }
                    guard wallet != nil else { return GiftCounters() }
                }
                guard let times else { return try GiftCounters.kept(db, room: room, sender: wallet) }
                return try GiftCounters.counted(db, room: room, sender: wallet, in: times)
            }
        }

        /// Returns what the owner of a live has earned; see `Storage.hostEarnings(of:in:)`.
        public func hostEarnings(of liveID: LiveID, in session: LiveSessionID?) async throws -> HostEarnings? {
            try await read("what a host has earned") { db in
                // By an index either way: a live may have had very many starts.
                let start =
                    session == nil
                    ? "live_id = $1 AND $2::text IS NULL ORDER BY room.id DESC LIMIT 1"
                    : "session_id = $2::text AND live_id = $1"
                return try db.first(
                    """
                    SELECT owner_id, session_id, host_coins, host_coins_of, gift_coins
                    FROM room JOIN room_counter ON room_counter.room = room.id WHERE \(start)
                    """, liveID.rawValue, session?.rawValue
                ) { row in
                    HostEarnings(
                        owner: UserID(unchecked: try row[0]), sessionID: LiveSessionID(unchecked: try row[1]),
                        coins: HostCoinCount(coins: try row[2], countedCost: try row[3]).earned(of: try row[4]))
                }
            }
        }
    }

    extension GiftCounters {
        /// Reads the counters that every order updates.
        fileprivate static func kept(_ db: PostgresConnection, room: Int64, sender: Int64?) throws -> GiftCounters {
            let found: GiftCounters?
            if let sender {
                found = try db.first(
                    "SELECT gifts, coins, 1::bigint FROM room_gift_sender WHERE room = $1 AND sender = $2", room,
                    sender, body: { try GiftCounters($0) })
            } else {
                found = try db.first(
                    "SELECT gifts, gift_coins, gift_senders FROM room_counter WHERE room = $1", room,
                    body: { try GiftCounters($0) })
            }
            return found ?? GiftCounters()
        }

        /// Adds up the orders of a time range.
        fileprivate static func counted(
            _ db: PostgresConnection, room: Int64, sender: Int64?, in times: ClosedRange<Timestamp>
        ) throws -> GiftCounters {
            // Each receiver gets `count` gifts. The receivers' ids are one text, separated by commas.
            let found = try db.first(
                """
                SELECT
                    COALESCE(SUM(count * (1 + LENGTH(receivers) - LENGTH(REPLACE(receivers, ',', '')))), 0)::bigint,
                    COALESCE(SUM(coins), 0)::bigint, COUNT(DISTINCT sender)
                FROM gift_order WHERE room = $1 AND at BETWEEN $2 AND $3 AND ($4 IS NULL OR sender = $4)
                """, room, times.lowerBound.milliseconds, times.upperBound.milliseconds, sender,
                body: { try GiftCounters($0) })
            return found ?? GiftCounters()
        }

        /// Reads gifts, coins and senders.
        private init(_ row: PostgresRow) throws {
            self.init(totalGiftsSent: try row[0], totalGiftCoins: try row[1], totalUniqueGiftSenders: try row[2])
        }
    }
#endif
