import GRDB
public import OvationModel
import OvationRules
public import OvationStorage

extension SQLiteStorage {
    /// Counts the gifts of a start of a live; see ``OvationStorage/Storage/giftCounters(of:from:in:)``.
    public func giftCounters(
        of session: LiveSessionID, from sender: UserID?, in times: ClosedRange<Timestamp>?
    ) async throws -> GiftCounters {
        try await read("the gifts of a live") { db in
            let room: Int64? = try db.first("SELECT id FROM room WHERE session_id = ?", session.rawValue) { $0[0] }
            guard let room else { return GiftCounters() }
            var wallet: Int64?
            if let sender {
                wallet = try db.first(
                    "SELECT id FROM account WHERE name = ?", AccountID.user(sender).description
                ) { $0[0] }
                guard wallet != nil else { return GiftCounters() }
            }
            guard let times else { return try GiftCounters.kept(db, room: room, sender: wallet) }
            return try GiftCounters.counted(db, room: room, sender: wallet, in: times)
        }
    }

    /// Returns what the owner of a live has earned; see ``OvationStorage/Storage/hostEarnings(of:in:)``.
    public func hostEarnings(of liveID: LiveID, in session: LiveSessionID?) async throws -> HostEarnings? {
        try await read("what a host has earned") { db in
            // By an index either way: a live may have had very many starts.
            let start =
                session == nil
                ? "live_id = ?1 AND ?2 IS NULL ORDER BY room.id DESC LIMIT 1" : "session_id = ?2 AND live_id = ?1"
            return try db.first(
                """
                SELECT owner_id, session_id, host_coins, host_coins_of, gift_coins
                FROM room JOIN room_counter ON room_counter.room = room.id WHERE \(start)
                """, liveID.rawValue, session?.rawValue
            ) { row in
                HostEarnings(
                    owner: UserID(unchecked: row[0]), sessionID: LiveSessionID(unchecked: row[1]),
                    coins: HostCoinCount(coins: row[2], countedCost: row[3]).earned(of: row[4]))
            }
        }
    }
}

extension GiftCounters {
    /// Reads the counters that every order updates.
    fileprivate static func kept(_ db: Database, room: Int64, sender: Int64?) throws -> GiftCounters {
        let found: GiftCounters?
        if let sender {
            found = try db.first(
                "SELECT gifts, coins, 1 FROM room_gift_sender WHERE room = ? AND sender = ?", room, sender,
                body: { GiftCounters($0) })
        } else {
            found = try db.first(
                "SELECT gifts, gift_coins, gift_senders FROM room_counter WHERE room = ?", room,
                body: { GiftCounters($0) })
        }
        return found ?? GiftCounters()
    }

    /// Adds up the orders of a time range.
    fileprivate static func counted(
        _ db: Database, room: Int64, sender: Int64?, in times: ClosedRange<Timestamp>
    ) throws -> GiftCounters {
        // Each receiver gets `count` gifts. The receivers' ids are one text, separated by commas.
        let found = try db.first(
            """
            SELECT COALESCE(SUM(count * (1 + LENGTH(receivers) - LENGTH(REPLACE(receivers, ',', '')))), 0),
                COALESCE(SUM(coins), 0), COUNT(DISTINCT sender)
            FROM gift_order WHERE room = ? AND at BETWEEN ? AND ? AND (? IS NULL OR sender = ?)
            """, room, times.lowerBound.milliseconds, times.upperBound.milliseconds, sender, sender,
            body: { GiftCounters($0) })
        return found ?? GiftCounters()
    }

    /// Reads gifts, coins and senders.
    private init(_ row: Row) {
        self.init(totalGiftsSent: row[0], totalGiftCoins: row[1], totalUniqueGiftSenders: row[2])
    }
}
