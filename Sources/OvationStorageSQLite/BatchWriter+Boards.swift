import GRDB
import OvationModel
import OvationRules
import OvationStorage

extension BatchWriter {
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
        let found = try db.first(
            "SELECT name, receivers, coins, at, room, sender FROM gift_order JOIN account ON account.id = sender WHERE gift_order.id = ?",
            order
        ) { row in
            (order: try ScoredOrder(row), room: row[4] as Int64, sender: row[5] as Int64)
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
        keep(row, sender, in: room)
    }

    /// Recomputes all scores from the orders.
    func rebuildBoards() throws {
        let scores = try countScores()
        try db.run(
            """
            UPDATE account SET board_total = 0, board_week = 0, board_week_coins = 0, board_day = 0, board_day_coins = 0
            WHERE board_total <> 0 OR board_week <> 0 OR board_day <> 0
            """)
        for (account, score) in scores { if score.total > .zero { try load(account) } }
        for case (let account, let row?) in accounts {
            row.keptScore = BoardScore()
            row.score = scores[account] ?? BoardScore()
            row.isStale = row.isStale || row.score != row.keptScore
        }
        try db.run(
            """
            INSERT INTO board_calendar (id, utc_offset_minutes) VALUES (1, ?)
            ON CONFLICT DO UPDATE SET utc_offset_minutes = excluded.utc_offset_minutes
            """, policy.calendar.utcOffsetMinutes)
    }

    private func countScores() throws -> [AccountID: BoardScore] {
        var scores: [AccountID: BoardScore] = [:]
        try db.forEach(
            """
            SELECT name, receivers, coins, at FROM gift_order JOIN account ON account.id = sender
            WHERE NOT EXISTS (SELECT 1 FROM adjustment WHERE adjustment.gift_order = gift_order.id)
            ORDER BY gift_order.id
            """
        ) { row in
            let order = try ScoredOrder(row)
            for (account, coins) in order.scores {
                scores[account, default: BoardScore()].add(coins, at: order.at, in: policy.calendar)
            }
        }
        return scores
    }

    /// Returns true if the scores were computed with the policy's midnight.
    func hasBoardsOfPolicy() throws -> Bool {
        let offset: Int? = try db.first("SELECT utc_offset_minutes FROM board_calendar") { $0[0] }
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
    init(_ row: Row) throws {
        let name: String = row[0]
        guard let sender = AccountID(name), let coins = Coins(row[2]) else {
            throw StorageError("An order of \(name) cannot be read. Run an audit of the ledger.")
        }
        self.sender = sender
        self.coins = coins
        receivers = (row[1] as String).split(separator: ",").map { .host(UserID(unchecked: String($0))) }
        at = Timestamp(milliseconds: row[3])
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
    static func first(_ limit: Int, of scope: BoardScope, _ db: Database) throws -> [BoardPlace] {
        var places: [BoardPlace] = []
        func read(_ row: Row) throws {
            guard let coins = Coins(row[1]), let total = Coins(row[2]) else {
                throw StorageError("The score of \(row[0] as String) is out of range. Count the boards anew.")
            }
            places.append(BoardPlace(user: UserID(unchecked: row[0]), coins: coins, total: total))
        }
        switch scope {
        case .live(let session):
            try db.forEach(
                """
                SELECT substr(name, 6), coins - refunded AS score, board_total
                FROM room_gift_sender JOIN account ON account.id = sender
                WHERE room = (SELECT id FROM room WHERE session_id = ?) AND coins > refunded
                ORDER BY score DESC, name LIMIT ?
                """, session.rawValue, limit, body: read)
        case .all(let kind):
            try db.forEach(
                """
                SELECT substr(name, 6), board_total, board_total FROM account
                WHERE name GLOB ? AND board_total > 0 ORDER BY board_total DESC, name LIMIT ?
                """, kind.accounts, limit, body: read)
        case .week(let kind, let week):
            try db.forEach(
                """
                SELECT substr(name, 6), board_week_coins, board_total FROM account
                WHERE name GLOB ? AND board_week = ? AND board_week_coins > 0
                ORDER BY board_week_coins DESC, name LIMIT ?
                """, kind.accounts, week, limit, body: read)
        case .day(let kind, let day):
            try db.forEach(
                """
                SELECT substr(name, 6), board_day_coins, board_total FROM account
                WHERE name GLOB ? AND board_day = ? AND board_day_coins > 0
                ORDER BY board_day_coins DESC, name LIMIT ?
                """, kind.accounts, day, limit, body: read)
        }
        return places
    }
}

extension BoardKind {
    /// The name pattern of the accounts that a board ranks. `user:` and `host:` have the same length.
    fileprivate var accounts: String {
        switch self {
        case .senders: "user:*"
        case .hosts: "host:*"
        }
    }
}
