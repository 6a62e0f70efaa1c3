import GRDB
import OvationRules

/// The statements that every order runs, looked up in the connection's cache once a batch rather than once an order.
struct LedgerStatements {
    let selectAccount: Statement
    let insertAccount: Statement
    let updateAccount: Statement
    let insertTransfer: Statement
    let insertEntry: Statement
    let insertThreeEntries: Statement
    let selectOrder: Statement
    let insertOrder: Statement
    let insertEvent: Statement
    let updateSender: Statement
    let insertSender: Statement
    let updateCounters: Statement

    init(_ db: Database) throws {
        selectAccount = try db.cachedStatement(sql: "SELECT id, balance, last_entry FROM account WHERE name = ?")
        insertAccount = try db.cachedStatement(
            sql: "INSERT INTO account (name, balance, last_entry) VALUES (?, ?, ?)")
        updateAccount = try db.cachedStatement(sql: "UPDATE account SET balance = ?, last_entry = ? WHERE id = ?")
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
        updateSender = try db.cachedStatement(
            sql: "UPDATE room_gift_sender SET gifts = gifts + ?, coins = coins + ? WHERE room = ? AND sender = ?")
        insertSender = try db.cachedStatement(
            sql: "INSERT INTO room_gift_sender (room, sender, gifts, coins) VALUES (?, ?, ?, ?)")
        updateCounters = try db.cachedStatement(
            sql: "UPDATE room_counter SET durable = ?, gifts = ?, gift_coins = ?, gift_senders = ? WHERE room = ?")
    }
}
