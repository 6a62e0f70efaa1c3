import GRDB
import OvationStorage

/// Audits the ledger in one snapshot and lists everything that does not balance.
///
/// It reads every row. Writers can continue; what they add is not part of the result.
struct LedgerAuditor {
    /// The most examples of one kind of problem.
    private static let examplesMax = 20

    private let db: Database

    init(_ db: Database) { self.db = db }

    func audit() throws -> LedgerAudit {
        var problems: [String] = []
        for check in Self.checks { problems += try run(check) }
        return LedgerAudit(
            accounts: try count("account"), entries: try count("entry"), orders: try count("gift_order"),
            problems: problems)
    }

    private func count(_ table: String) throws -> Int {
        try db.first("SELECT COUNT(*) FROM \(table)") { $0[0] } ?? 0
    }

    /// An invariant, and a query that returns a sentence for each row that violates it.
    private struct Check {
        let name: String
        let sql: String
    }

    private func run(_ check: Check) throws -> [String] {
        var sentences: [String] = []
        var more = 0
        try db.forEach(check.sql) { row in
            if sentences.count < Self.examplesMax { sentences.append(row[0]) } else { more += 1 }
        }
        if more > 0 { sentences.append("… and \(more) more (\(check.name)).") }
        return sentences
    }

    private static let checks = [
        Check(
            name: "a balance is the sum of its entries",
            sql: """
                SELECT 'The account ' || name || ' has a balance of ' || balance || ', its entries add up to ' || total
                    || '.'
                FROM (
                    SELECT name, balance, COALESCE(sum, 0) AS total
                    FROM account LEFT JOIN (
                        SELECT account AS of, SUM(amount) AS sum FROM entry GROUP BY account) ON of = id)
                WHERE balance <> total
                """),
        Check(
            name: "the entries of an account are a chain",
            sql: """
                SELECT 'The entry ' || number || ' follows ' || COALESCE(previous, 'none') || ', not '
                    || COALESCE(before, 'none') || '.'
                FROM (
                    SELECT number, previous, LAG(number) OVER (PARTITION BY account ORDER BY number) AS before
                    FROM entry)
                WHERE previous IS NOT before
                UNION ALL
                SELECT 'The newest entry of the account ' || name || ' is ' || COALESCE(newest, 'none') || ', not '
                    || last_entry || '.'
                FROM account LEFT JOIN (
                    SELECT account AS of, MAX(number) AS newest FROM entry GROUP BY account) ON of = id
                WHERE last_entry IS NOT newest
                """),
        Check(
            name: "no balance is negative where it may not be",
            sql: """
                SELECT 'The account ' || name || ' is below zero: ' || balance || '.' FROM account
                WHERE balance < 0 AND name NOT IN ('issuance', 'biller')
                """),
        Check(
            name: "all entries add up to zero",
            sql: """
                SELECT 'All entries together add up to ' || total || ', not to 0.'
                FROM (SELECT COALESCE(SUM(amount), 0) AS total FROM entry) WHERE total <> 0
                """),
        Check(
            name: "every transfer has its entries, and they add up to zero",
            sql: """
                SELECT 'The transfer ' || id || ' (' || kind || ' ' || reference || ') has ' || COALESCE(entries, 0)
                    || ' entries of ' || postings || ', which add up to ' || COALESCE(total, 0) || '.'
                FROM transfer LEFT JOIN (
                    SELECT transfer AS of, COUNT(*) AS entries, SUM(amount) AS total,
                        MIN(number) AS first, MAX(number) AS last
                    FROM entry GROUP BY transfer) ON of = id
                WHERE entries IS NOT postings OR total IS NOT 0 OR first IS NOT id OR last IS NOT id + postings - 1
                """),
        Check(
            name: "every entry has its account and its transfer",
            sql: """
                SELECT 'The entry ' || number || ' belongs to no account or no transfer.' FROM entry
                WHERE NOT EXISTS (SELECT 1 FROM account WHERE account.id = entry.account)
                    OR NOT EXISTS (SELECT 1 FROM transfer WHERE transfer.id = entry.transfer)
                """),
        Check(
            name: "every order has its transfer",
            sql: """
                SELECT 'The order ' || COALESCE(account.name, 'of nobody') || '/' || order_id || ' has no transfer of '
                    || coins || ' coins.'
                FROM gift_order LEFT JOIN account ON account.id = sender
                    LEFT JOIN transfer ON transfer.id = gift_order.id AND kind = 'gift'
                        AND ('user:' || reference = account.name || '/' || order_id
                            -- The account of a user who is being erased has the new name first.
                            OR EXISTS (SELECT 1 FROM erasure WHERE 'user:' || alias = account.name
                                AND reference = user_id || '/' || order_id))
                    LEFT JOIN entry ON number = transfer.id AND entry.account = sender AND amount = -coins
                WHERE number IS NULL
                """),
        Check(
            name: "every gift's transfer has its order",
            sql: """
                SELECT 'The transfer ' || id || ' (' || reference || ') belongs to no order.' FROM transfer
                WHERE kind = 'gift' AND NOT EXISTS (SELECT 1 FROM gift_order WHERE gift_order.id = transfer.id)
                """),
        Check(
            name: "every refund gives back what its order cost",
            sql: """
                SELECT 'The refund ' || adjustment.id || ' (' || adjustment.reference || ') does not give back the '
                    || COALESCE(coins, 'unknown') || ' coins of its order.'
                FROM adjustment LEFT JOIN gift_order ON gift_order.id = gift_order
                    LEFT JOIN transfer ON transfer.id = adjustment.id AND transfer.kind = 'refund'
                    LEFT JOIN entry ON number = transfer.id AND amount = coins
                WHERE adjustment.kind = 'refund' AND number IS NULL
                """),
        Check(
            name: "every refund and correction says who wanted it",
            sql: """
                SELECT 'The transfer ' || id || ' (' || kind || ' ' || reference || ') belongs to no adjustment.'
                FROM transfer
                WHERE kind <> 'gift' AND kind IN ('refund', 'correction')
                    AND NOT EXISTS (SELECT 1 FROM adjustment WHERE adjustment.id = transfer.id
                        AND adjustment.kind = transfer.kind)
                """),
        Check(
            name: "every order has its event",
            sql: """
                SELECT 'The order ' || gift_order.id || ' (' || order_id || ') has no event ' || durable || '.'
                FROM gift_order LEFT JOIN event ON event.id = (room << 32) + durable WHERE event.id IS NULL
                """),
        Check(
            name: "no two orders share an event",
            sql: """
                SELECT 'The event ' || durable || ' of ' || session_id || ' belongs to ' || COUNT(*) || ' orders.'
                FROM gift_order JOIN room ON room.id = room GROUP BY room, durable HAVING COUNT(*) > 1
                """),
        Check(
            name: "stored events are numbered without a gap",
            sql: """
                SELECT 'The live session ' || session_id || ' has ' || COALESCE(events, 0)
                    || ' stored events, the last with the number '
                    || COALESCE(last, 0) || '; it counts ' || durable || '.'
                FROM room JOIN room_counter ON room_counter.room = room.id LEFT JOIN (
                    SELECT id >> 32 AS of, COUNT(*) AS events, MAX(id & 4294967295) AS last FROM event GROUP BY id >> 32
                ) ON of = room.id
                WHERE durable > 0 AND (events IS NOT durable OR last IS NOT durable)
                """),
        Check(
            name: "gift counters are the sums of the orders",
            sql: """
                SELECT 'The live session ' || session_id || ' counts ' || room_counter.gift_coins || ' coins of '
                    || room_counter.gift_senders || ' senders; its orders have ' || COALESCE(coins, 0) || ' of '
                    || COALESCE(senders, 0) || '.'
                FROM room JOIN room_counter ON room_counter.room = room.id LEFT JOIN (
                    SELECT room AS of, SUM(coins) AS coins, COUNT(DISTINCT sender) AS senders
                    FROM gift_order GROUP BY room
                ) ON of = room.id
                WHERE room_counter.gift_coins <> COALESCE(coins, 0) OR room_counter.gift_senders <> COALESCE(senders, 0)
                """),
        Check(
            name: "what hosts earned by a live is the sum of its orders",
            sql: """
                SELECT 'The live session ' || session_id || ' counts ' || host_coins || ' coins that its host earned; its '
                    || 'orders have ' || COALESCE(coins, 0) || '.'
                FROM room JOIN room_counter ON room_counter.room = room.id LEFT JOIN (
                    SELECT live.id AS of, SUM(entry.amount) AS coins
                    FROM room AS live
                        -- The account of a user who is being erased has the new name first.
                        JOIN account ON account.name IN ('host:' || live.owner_id,
                            'host:' || (SELECT alias FROM erasure WHERE user_id = live.owner_id))
                        JOIN gift_order ON gift_order.room = live.id
                        JOIN transfer ON transfer.id = gift_order.id
                        JOIN entry ON entry.number BETWEEN transfer.id AND transfer.id + transfer.postings - 1
                            -- Not by an index of accounts: that would be all entries of the host for each order.
                            AND +entry.account = account.id
                    GROUP BY live.id
                ) ON of = room.id
                -- A start with orders of a version before the count is not known.
                WHERE host_coins_of = gift_coins AND host_coins <> COALESCE(coins, 0)
                """),
    ]
}
