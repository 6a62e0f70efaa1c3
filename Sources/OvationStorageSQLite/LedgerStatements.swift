import GRDB
import OvationRules

/// The statements that every order runs. They are looked up once a batch instead of once an order.
struct LedgerStatements {
    let selectAccount: DirectStatement
    let insertAccount: DirectStatement
    let updateAccount: DirectStatement
    let updateScore: DirectStatement
    let hasOrder: DirectStatement
    let selectSender: DirectStatement
    let keepSender: DirectStatement
    let updateCounters: DirectStatement
    let transfers: RowAppender
    let entries: RowAppender
    let orders: RowAppender
    let events: RowAppender

    init(_ db: Database) throws {
        selectAccount = try DirectStatement(
            db,
            """
            SELECT id, balance, last_entry, board_total, board_week, board_week_coins, board_day, board_day_coins
            FROM account WHERE name = ?
            """)
        insertAccount = try DirectStatement(db, "INSERT INTO account (name, balance, last_entry) VALUES (?, ?, ?)")
        updateAccount = try DirectStatement(db, "UPDATE account SET balance = ?, last_entry = ? WHERE id = ?")
        updateScore = try DirectStatement(
            db,
            """
            UPDATE account SET balance = ?, last_entry = ?,
                board_total = ?, board_week = ?, board_week_coins = ?, board_day = ?, board_day_coins = ?
            WHERE id = ?
            """)
        hasOrder = try DirectStatement(db, "SELECT 1 FROM gift_order WHERE sender = ? AND order_id = ?")
        selectSender = try DirectStatement(
            db, "SELECT gifts, coins, refunded FROM room_gift_sender WHERE room = ? AND sender = ?")
        keepSender = try DirectStatement(
            db,
            """
            INSERT INTO room_gift_sender (room, sender, gifts, coins, refunded) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET gifts = excluded.gifts, coins = excluded.coins, refunded = excluded.refunded
            """)
        updateCounters = try DirectStatement(
            db,
            """
            UPDATE room_counter SET durable = ?, gifts = ?, gift_coins = ?, gift_senders = ?, host_coins = ?,
                host_coins_of = ?
            WHERE room = ?
            """)
        transfers = RowAppender(db, Self.transfer)
        entries = RowAppender(db, Self.entry)
        orders = RowAppender(db, Self.order)
        events = RowAppender(db, Self.event)
    }

    /// Inserts the waiting rows. Rows that others refer to come first.
    func flush() throws {
        try transfers.flush()
        try entries.flush()
        try orders.flush()
        try events.flush()
    }

    private static let transfer = RowAppender.Table("transfer", ["id", "kind", "reference", "at", "postings"])
    private static let entry = RowAppender.Table("entry", ["number", "account", "transfer", "amount", "previous"])
    private static let order = RowAppender.Table(
        "gift_order",
        ["id", "sender", "order_id", "room", "durable", "gift", "count", "receivers", "coins", "balance", "at"])
    private static let event = RowAppender.Table("event", ["id", "name", "about", "at", "data"])
}
