#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    extension PostgresBatch {
        /// The most orders that are read at once, and the most scores that are written at once: a result is in memory as a whole.
        private static let pageMax = 20_000

        /// Adds a charged order to the scores of its sender and receivers.
        ///
        /// - Parameter inLive: The coins that the sender has spent in this start of the live, this order included.
        func score(_ record: SettledOrder, inLive: Coins) -> GiftScores {
            let sender = score(.user(record.key.sender), record.coins, at: record.at)
            let receivers = record.to.map { score(.host($0), record.coinsEach, at: record.at) }
            return GiftScores(inLive: inLive, sender: sender, receivers: receivers)
        }

        private func score(_ account: AccountID, _ coins: Coins, at time: Timestamp) -> BoardScore {
            guard let row = accounts[account] ?? nil else { return BoardScore() }
            row.score.add(coins, at: time, in: policy.calendar)
            row.isStale = true
            return row.score
        }

        /// Removes a refunded order from the boards, so that refunded coins do not count.
        ///
        /// - Parameter order: The number of the order's transfer.
        func takeOffBoards(_ order: Int64) throws {
            try flush()
            let found = try db.first(
                """
                SELECT account.name, gift_order.receivers, gift_order.coins, gift_order.at, gift_order.room,
                    gift_order.sender
                FROM gift_order JOIN account ON account.id = gift_order.sender WHERE gift_order.id = $1
                """, order
            ) { row in
                (order: try ScoredOrder(row), room: try row[4] as Int64, sender: try row[5] as Int64)
            }
            guard let (order, room, sender) = found else { return }
            for (account, coins) in order.scores {
                try load(account)
                guard let row = accounts[account] ?? nil else { continue }
                row.score.remove(coins, at: order.at, in: policy.calendar)
                row.isStale = true
            }
            var row = try giftSender(sender, in: room)
            row.refunded += order.coins.amount
            giftSenders[GiftSenderKey(room: room, sender: sender)] = row
        }

        /// Recomputes all scores from the orders.
        func rebuildBoards() throws {
            // Every order changes the house's row of its lane. While all of these rows are locked, no other node charges one.
            try loadAllLanes(.house)
            let scores = try countScores()
            try db.later(
                """
                UPDATE account
                SET board_total = 0, board_week = 0, board_week_coins = 0, board_day = 0, board_day_coins = 0
                WHERE board_total <> 0 OR board_week <> 0 OR board_day <> 0
                """)
            try write(scores.filter { $0.value.total > .zero })
            for case (let account, let row?) in accounts {
                row.score = scores[account] ?? BoardScore()
                row.keptScore = row.score
            }
            try db.later(
                """
                INSERT INTO board_calendar (id, utc_offset_minutes) VALUES (1, $1)
                ON CONFLICT (id) DO UPDATE SET utc_offset_minutes = excluded.utc_offset_minutes
                """, policy.calendar.utcOffsetMinutes)
        }

        private func countScores() throws -> [AccountID: BoardScore] {
            try flush()
            var scores: [AccountID: BoardScore] = [:]
            var last: Int64 = 0
            var count = 0
            repeat {
                count = 0
                try db.forEach(
                    """
                    SELECT account.name, gift_order.receivers, gift_order.coins, gift_order.at, gift_order.id
                    FROM gift_order JOIN account ON account.id = gift_order.sender
                    WHERE gift_order.id > $1
                        AND NOT EXISTS (SELECT 1 FROM adjustment WHERE adjustment.gift_order = gift_order.id)
                    ORDER BY gift_order.id LIMIT $2
                    """, last, Self.pageMax
                ) { row in
                    let order = try ScoredOrder(row)
                    for (account, coins) in order.scores {
                        scores[account, default: BoardScore()].add(coins, at: order.at, in: policy.calendar)
                    }
                    last = try row[4]
                    count += 1
                }
            } while count == Self.pageMax
            return scores
        }

        private func write(_ scores: [AccountID: BoardScore]) throws {
            let sorted = scores.map { (name: $0.key.description, score: $0.value) }.sorted { $0.name < $1.name }
            for start in stride(from: 0, to: sorted.count, by: Self.pageMax) {
                let page = sorted[start..<min(start + Self.pageMax, sorted.count)]
                try db.later(
                    """
                    UPDATE account SET board_total = u.total, board_week = u.week, board_week_coins = u.week_coins,
                        board_day = u.day, board_day_coins = u.day_coins
                    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
                        AS u (name, total, week, week_coins, day, day_coins)
                    WHERE account.name = u.name
                    """, page.map { $0.name }, page.map { $0.score.total.amount }, page.map { $0.score.week },
                    page.map { $0.score.weekCoins.amount }, page.map { $0.score.day },
                    page.map { $0.score.dayCoins.amount })
            }
        }

        /// Returns true if the scores were computed with the policy's midnight.
        func hasBoardsOfPolicy() throws -> Bool {
            let offset: Int? = try db.first("SELECT utc_offset_minutes FROM board_calendar") { try $0[0] }
            return offset == policy.calendar.utcOffsetMinutes
        }
    }

    /// An order as the boards count it.
    private struct ScoredOrder {
        let sender: AccountID
        let receivers: [AccountID]
        let coins: Coins
        let at: Timestamp

        /// Reads sender account, receivers, coins and time.
        init(_ row: PostgresRow) throws {
            let name: String = try row[0]
            guard let sender = AccountID(name), let coins = Coins(try row[2]) else {
                throw StorageError("An order of \(name) cannot be read. Run an audit of the ledger.")
            }
            self.sender = sender
            self.coins = coins
            receivers = (try row[1] as String).split(separator: ",").map { .host(UserID(unchecked: String($0))) }
            at = Timestamp(milliseconds: try row[3])
        }

        /// The coins that the order adds to each account.
        var scores: [(account: AccountID, coins: Coins)] {
            let each = coins.each(of: receivers.count)
            return [(sender, coins)] + receivers.map { ($0, each) }
        }
    }

    // MARK: - Reading

    extension BoardPlace {
        /// Reads the top rows of a board.
        static func first(_ limit: Int, of scope: BoardScope, _ db: PostgresConnection) throws -> [BoardPlace] {
            var places: [BoardPlace] = []
            func read(_ row: PostgresRow) throws { places.append(try BoardPlace(row)) }
            switch scope {
            case .live(let session):
                try db.forEach(
                    """
                    SELECT substr(name, 6), coins - refunded AS score, board_total
                    FROM room_gift_sender JOIN account ON account.id = sender
                    WHERE room = (SELECT id FROM room WHERE session_id = $1) AND coins > refunded
                    ORDER BY score DESC, name COLLATE "C" LIMIT $2
                    """, session.rawValue, limit, body: read)
            case .all(let kind):
                try db.forEach(
                    """
                    SELECT substr(name, 6), board_total, board_total FROM account
                    WHERE name LIKE $1 AND board_total > 0 ORDER BY board_total DESC, name COLLATE "C" LIMIT $2
                    """, kind.accounts, limit, body: read)
            case .week(let kind, let week):
                try db.forEach(
                    """
                    SELECT substr(name, 6), board_week_coins, board_total FROM account
                    WHERE name LIKE $1 AND board_week = $2 AND board_week_coins > 0
                    ORDER BY board_week_coins DESC, name COLLATE "C" LIMIT $3
                    """, kind.accounts, week, limit, body: read)
            case .day(let kind, let day):
                try db.forEach(
                    """
                    SELECT substr(name, 6), board_day_coins, board_total FROM account
                    WHERE name LIKE $1 AND board_day = $2 AND board_day_coins > 0
                    ORDER BY board_day_coins DESC, name COLLATE "C" LIMIT $3
                    """, kind.accounts, day, limit, body: read)
            }
            return places
        }

        /// Returns the top rows of the boards of some starts of lives.
        static func first(
            _ limit: Int, ofLives sessions: [LiveSessionID], _ db: PostgresConnection
        ) throws -> [LiveSessionID: [BoardPlace]] {
            var boards: [LiveSessionID: [BoardPlace]] = [:]
            try db.forEach(
                """
                SELECT substr(place.name, 6), place.score, place.board_total, room.session_id
                FROM unnest($1::text[]) AS k (session) JOIN room ON room.session_id = k.session
                    CROSS JOIN LATERAL (
                        SELECT name, coins - refunded AS score, board_total
                        FROM room_gift_sender JOIN account ON account.id = sender
                        WHERE room_gift_sender.room = room.id AND coins > refunded
                        ORDER BY score DESC, name COLLATE "C" LIMIT $2
                    ) AS place
                ORDER BY room.id, place.score DESC, place.name COLLATE "C"
                """, sessions.map(\.rawValue), limit
            ) { boards[LiveSessionID(unchecked: try $0[3]), default: []].append(try BoardPlace($0)) }
            return boards
        }

        private init(_ row: PostgresRow) throws {
            let user: String = try row[0]
            guard let coins = Coins(try row[1]), let total = Coins(try row[2]) else {
                throw StorageError("The score of \(user) is out of range. Count the boards anew.")
            }
            self.init(user: UserID(unchecked: user), coins: coins, total: total)
        }
    }

    extension BoardKind {
        /// The name pattern of the accounts that a board ranks. `user:` and `host:` have the same length.
        fileprivate var accounts: String {
            switch self {
            case .senders: "user:%"
            case .hosts: "host:%"
            }
        }
    }
#endif
