import GRDB
import OvationRules

/// The statements that every order runs, looked up in the connection's cache once a batch rather than once an order.
struct LedgerStatements {
    let selectAccount: Statement
    let insertAccount: Statement
    let updateAccount: Statement
    let updateScore: Statement
    let insertTransfer: Statement
    let insertEntry: Statement
    let insertThreeEntries: Statement
    let selectOrder: Statement
    let insertOrder: Statement
    let insertEvent: Statement
    let countSender: Statement
    let updateCounters: Statement

    init(_ db: Database) throws {
        selectAccount = try db.cachedStatement(
            sql: """
                SELECT id, balance, last_entry, board_total, board_week, board_week_coins, board_day, board_day_coins
                FROM account WHERE name = ?
                """)
        insertAccount = try db.cachedStatement(
            sql: "INSERT INTO account (name, balance, last_entry) VALUES (?, ?, ?)")
        updateAccount = try db.cachedStatement(sql: "UPDATE account SET balance = ?, last_entry = ? WHERE id = ?")
        updateScore = try db.cachedStatement(
            sql: """
                UPDATE account SET balance = ?, last_entry = ?,
                    board_total = ?, board_week = ?, board_week_coins = ?, board_day = ?, board_day_coins = ?
                WHERE id = ?
                """)
        insertTransfer = try db.cachedStatement(
            sql: "INSERT INTO transfer (id, kind, reference, at, postings) VALUES (?, ?, ?, ?, ?)")
        insertEntry = try db.cachedStatement(
            sql: "INSERT INTO entry (number, account, transfer, amount, previous) VALUES (?, ?, ?, ?, ?)")
        insertThreeEntries = try db.cachedStatement(
            sql: """
                INSERT INTO entry (number, account, transfer, amount, previous)
                VALUES (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
                """)
        selectOrder = try db.cachedStatement(
            sql: """
                SELECT \(SettledOrder.columns) FROM gift_order JOIN room ON room.id = gift_order.room
                WHERE sender = ? AND order_id = ?
                """)
        insertOrder = try db.cachedStatement(
            sql: """
                INSERT INTO gift_order
                    (id, sender, order_id, room, durable, gift, count, receivers, coins, balance, at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        insertEvent = try db.cachedStatement(
            sql: "INSERT INTO event (id, name, about, at, data) VALUES (?, ?, ?, ?, ?)")
        countSender = try db.cachedStatement(
            sql: """
                INSERT INTO room_gift_sender (room, sender, gifts, coins) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET gifts = gifts + excluded.gifts, coins = coins + excluded.coins
                RETURNING gifts, coins - refunded
                """)
        updateCounters = try db.cachedStatement(
            sql: "UPDATE room_counter SET durable = ?, gifts = ?, gift_coins = ?, gift_senders = ? WHERE room = ?")
    }
}
