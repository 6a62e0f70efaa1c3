import Foundation
import GRDB
public import OvationModel
public import OvationRules
public import OvationStorage

extension SQLiteStorage {
    /// Returns every open live; see ``OvationStorage/Storage/openRooms()``.
    public func openRooms() async throws -> [RoomRecord] {
        try await read("the open lives") { db in
            try RoomRecord.all(db, where: "ended_at IS NULL")
        }
    }

    /// Returns the latest start of a live; see ``OvationStorage/Storage/lastRoom(_:)``.
    public func lastRoom(_ liveID: LiveID) async throws -> RoomRecord? {
        try await read("a live") { db in
            let id: Int64? = try db.first(
                "SELECT id FROM room WHERE live_id = ? ORDER BY id DESC LIMIT 1", liveID.rawValue
            ) { $0[0] }
            return try id.flatMap { try RoomRecord.all(db, where: "id = ?", $0).first }
        }
    }

    /// Returns the start of a live that is on; see ``OvationStorage/Storage/openStart(of:)``.
    public func openStart(of liveID: LiveID) async throws -> OpenStart? {
        try await read("who runs a live") { db in
            try db.first(
                "SELECT session_id, owner_id FROM room WHERE live_id = ? AND ended_at IS NULL", liveID.rawValue
            ) { row in
                OpenStart(
                    sessionID: LiveSessionID(unchecked: row[0]), owner: UserID(unchecked: row[1]), home: .here)
            }
        }
    }

    /// Returns profiles of users; see ``OvationStorage/Storage/profiles(of:)``.
    public func profiles(of users: [UserID]) async throws -> [UserID: UserProfile] {
        try await read("profiles") { db in
            var profiles: [UserID: UserProfile] = [:]
            for user in users where profiles[user] == nil {
                profiles[user] = try db.first("SELECT profile FROM user WHERE id = ?", user.rawValue) { row in
                    try StoredJSON.value(UserProfile.self, row[0], in: "user.profile")
                }
            }
            return profiles
        }
    }

    /// Returns the balance of an account; see ``OvationStorage/Storage/balance(of:)``.
    public func balance(of account: AccountID) async throws -> Coins? {
        try await read("a balance") { db in
            try db.first("SELECT balance FROM account WHERE name = ?", account.description) { row in
                guard let coins = Coins(row[0]) else {
                    throw StorageError("The balance of \(account) is out of range.")
                }
                return coins
            }
        }
    }

    /// Returns the entries of an account, newest first; see ``OvationStorage/Storage/entries(of:before:limit:)``.
    public func entries(of account: AccountID, before: Int64?, limit: Int) async throws -> [LedgerEntry] {
        try await read("the entries of an account") { db in
            guard var number = try LedgerEntry.newest(of: account, before: before, db) else { return [] }
            var entries: [LedgerEntry] = []
            while entries.count < limit {
                let found = try db.first(
                    """
                    SELECT number, amount, kind, reference, at, previous
                    FROM entry JOIN transfer ON transfer.id = entry.transfer WHERE number = ?
                    """, number
                ) { (try LedgerEntry($0), $0[5] as Int64?) }
                guard let (entry, previous) = found else {
                    throw StorageError("The entry \(number) is missing. Run an audit of the ledger.")
                }
                entries.append(entry)
                guard let previous else { break }
                number = previous
            }
            return entries
        }
    }

    /// Returns a charged order; see ``OvationStorage/Storage/order(_:)``.
    public func order(_ key: OrderKey) async throws -> SettledOrder? {
        try await read("an order") { db in
            try db.first(
                """
                SELECT \(SettledOrder.columns) FROM gift_order JOIN room ON room.id = gift_order.room
                WHERE sender = (SELECT id FROM account WHERE name = ?) AND order_id = ?
                """, AccountID.user(key.sender).description, key.orderID.rawValue
            ) { try SettledOrder(key: key, row: $0) }
        }
    }

    /// Returns what a charged order moved; see ``OvationStorage/Storage/postings(of:)``.
    public func postings(of order: OrderKey) async throws -> [Posting] {
        try await read("the postings of an order") { db in
            // A transfer of an order has the order's number.
            let transfer: Int64? = try db.first(
                "SELECT id FROM gift_order WHERE sender = (SELECT id FROM account WHERE name = ?) AND order_id = ?",
                AccountID.user(order.sender).description, order.orderID.rawValue
            ) { $0[0] }
            return try transfer.map { try Posting.all(of: $0, db) } ?? []
        }
    }

    /// Returns stored events of one start of a live; see ``OvationStorage/Storage/events(of:after:limit:)``.
    public func events(of session: LiveSessionID, after durable: Int64, limit: Int) async throws -> [StoredEvent] {
        try await read("stored events") { db in
            guard let range = try EventKey.range(of: session, after: durable, db) else { return [] }
            var events: [StoredEvent] = []
            try db.forEach(
                "SELECT id, name, at, data FROM event WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?", range.lowerBound,
                range.upperBound, max(0, limit)
            ) { events.append(StoredEvent($0)) }
            return events
        }
    }

    /// Returns the last stored events of lives; see ``OvationStorage/Storage/lastEvents(of:since:limit:)``.
    public func lastEvents(
        of sessions: [LiveSessionID], since: Timestamp, limit: Int
    ) async throws -> [LiveSessionID: [StoredEvent]] {
        try await read("the last events of lives") { db in
            var found: [LiveSessionID: [StoredEvent]] = [:]
            for session in sessions {
                guard let range = try EventKey.range(of: session, after: 0, db) else { continue }
                var events: [StoredEvent] = []
                try db.forEach(
                    "SELECT id, name, at, data FROM event WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT ?",
                    range.lowerBound, range.upperBound, max(0, limit)
                ) { events.append(StoredEvent($0)) }
                guard let last = events.first, last.at >= since else { continue }
                found[session] = events.reversed()
            }
            return found
        }
    }

    /// Returns the gift catalogue; see ``OvationStorage/Storage/catalogue()``.
    public func catalogue() async throws -> GiftCatalogue {
        try await read("the gift catalogue") { try GiftCatalogue($0) }
    }

    /// Returns the top rows of a board; see ``OvationStorage/Storage/board(_:limit:)``.
    public func board(_ scope: BoardScope, limit: Int) async throws -> [BoardPlace] {
        try await read("a board") { try BoardPlace.first(max(0, limit), of: scope, $0) }
    }

    /// Returns the top rows of the boards of lives; see ``OvationStorage/Storage/boards(of:limit:)``.
    public func boards(of sessions: [LiveSessionID], limit: Int) async throws -> [LiveSessionID: [BoardPlace]] {
        try await read("the boards of lives") { db in
            var boards: [LiveSessionID: [BoardPlace]] = [:]
            for session in sessions { boards[session] = try BoardPlace.first(max(0, limit), of: .live(session), db) }
            return boards
        }
    }
}

extension StoredEvent {
    /// Reads key, name, time and content.
    fileprivate init(_ row: Row) {
        self.init(
            durable: EventKey(id: row[0]).durable, name: row[1], at: Timestamp(milliseconds: row[2]),
            data: Array(row[3] as Data))
    }
}

extension EventKey {
    /// Returns the keys of the events of one start of a live after a number; nil if it does not exist.
    fileprivate static func range(
        of session: LiveSessionID, after durable: Int64, _ db: Database
    ) throws -> ClosedRange<Int64>? {
        let last: Int64 = 0xFFFF_FFFF
        guard durable < last else { return nil }
        let room: Int64? = try db.first("SELECT id FROM room WHERE session_id = ?", session.rawValue) { $0[0] }
        guard let room else { return nil }
        return EventKey(room: room, durable: max(0, durable) + 1).id...EventKey(room: room, durable: last).id
    }
}

extension LedgerEntry {
    /// Reads number, amount, kind, reference and time.
    fileprivate init(_ row: Row) throws {
        guard let amount = Coins(row[1]), let kind = Transfer.Kind(rawValue: row[2]) else {
            throw StorageError("The entry \(row[0] as Int64) cannot be read. Run an audit of the ledger.")
        }
        self.init(number: row[0], amount: amount, kind: kind, reference: row[3], at: Timestamp(milliseconds: row[4]))
    }

    /// Returns the number of an account's newest entry, or of the entry before another one; nil if there is none.
    fileprivate static func newest(of account: AccountID, before: Int64?, _ db: Database) throws -> Int64? {
        let row: (id: Int64, last: Int64)? = try db.first(
            "SELECT id, last_entry FROM account WHERE name = ?", account.description
        ) { ($0[0], $0[1]) }
        guard let row else { return nil }
        guard let before else { return row.last }
        // The previous page ended at an entry of this account, and the chain continues from there. Any other number is not supported:
        // finding the nearest entry would mean reading the entries of all accounts.
        let follows: Int64?? = try db.first(
            "SELECT previous FROM entry WHERE number = ? AND account = ?", before, row.id
        ) { $0[0] as Int64? }
        return follows ?? nil
    }
}

extension RoomRecord {
    /// Reads starts of lives with all related data, oldest first.
    ///
    /// - Parameters:
    ///   - condition: An SQL condition on the columns of `room`.
    ///   - values: The values of its placeholders.
    static func all<each Value: StatementBinding>(
        _ db: Database, where condition: String, _ values: repeat each Value
    ) throws -> [RoomRecord] {
        let chosen = "room IN (SELECT id FROM room WHERE \(condition))"
        var admins: [Int64: [UserID]] = [:]
        try db.forEach(
            "SELECT room, user_id FROM room_admin WHERE \(chosen) ORDER BY room, position", repeat each values
        ) { row in
            admins[row[0], default: []].append(UserID(unchecked: row[1]))
        }
        let mutes = try sanctionEnds(
            db, "SELECT room, user_id, until, reason FROM room_mute WHERE \(chosen)", repeat each values)
        let bans = try sanctionEnds(
            db, "SELECT room, user_id, until, reason FROM room_ban WHERE \(chosen)", repeat each values)
        var robots: [Int64: [UserInfo]] = [:]
        try db.forEach(
            "SELECT room, user FROM room_robot WHERE \(chosen) ORDER BY room, position", repeat each values
        ) { row in
            robots[row[0], default: []].append(try StoredJSON.value(UserInfo.self, row[1], in: "room_robot.user"))
        }
        let topics = try topics(db, in: chosen, repeat each values)
        let seats = try SeatRows(db, in: chosen, repeat each values)
        let coHosts = try coHosts(db, in: chosen, repeat each values)
        var records: [RoomRecord] = []
        try db.forEach(
            """
            SELECT id, session_id, live_id, owner, settings, ends_without_owner, created_at, ended_at,
                durable, viewers, likes, messages, duration, gifts, gift_coins, gift_senders
            FROM room JOIN room_counter ON room_counter.room = room.id
            WHERE \(condition) ORDER BY id
            """, repeat each values
        ) { row in
            let id: Int64 = row[0]
            var record = try RoomRecord(row)
            record.admins = admins[id] ?? []
            record.mutes = mutes[id] ?? [:]
            record.bans = bans[id] ?? [:]
            record.robots = robots[id] ?? []
            record.words = try FilterWord.list(db, ofRoom: id)
            record.topics = topics[id] ?? [:]
            record.seats = seats.seats[id] ?? []
            record.seatRequests = seats.requests[id] ?? []
            if let others = coHosts[id] { record.coHosts = others }
            record.pins = try PinnedBarrage.all(db, ofRoom: id)
            records.append(record)
        }
        return records
    }

    private init(_ row: Row) throws {
        var info = RoomInfo(
            liveID: LiveID(unchecked: row[2]), sessionID: LiveSessionID(unchecked: row[1]),
            owner: try StoredJSON.value(UserInfo.self, row[3], in: "room.owner"),
            createTime: Timestamp(milliseconds: row[6]))
        info.apply(try StoredJSON.value(RoomSettings.self, row[4], in: "room.settings"))
        var statistics = RoomStatistics()
        statistics.totalViewers = row[9]
        statistics.totalLikesReceived = row[10]
        statistics.totalMessageSent = row[11]
        statistics.totalDuration = row[12]
        statistics.totalGiftsSent = row[13]
        statistics.totalGiftCoins = row[14]
        statistics.totalUniqueGiftSenders = row[15]
        info.totalViewerCount = statistics.totalViewers
        self.init(
            info: info, endsWithoutOwner: row[5], statistics: statistics, durable: row[8],
            endedAt: (row[7] as Int64?).map(Timestamp.init(milliseconds:)))
    }

    private static func sanctionEnds<each Value: StatementBinding>(
        _ db: Database, _ sql: String, _ values: repeat each Value
    ) throws -> [Int64: [UserID: Until]] {
        var sanctionEnds: [Int64: [UserID: Until]] = [:]
        try db.forEach(sql, repeat each values) { row in
            let until = Until((row[2] as Int64?).map(Timestamp.init(milliseconds:)), reason: row[3])
            sanctionEnds[row[0], default: [:]][UserID(unchecked: row[1])] = until
        }
        return sanctionEnds
    }
}
