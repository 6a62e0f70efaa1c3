import Foundation
import GRDB
import OvationModel
import OvationRules
import OvationStorage

extension BatchWriter {
    /// Makes a step of the erasure of a user; see ``OvationStorage/UserErasure``.
    func erase(_ step: UserErasure) throws -> ErasureOutcome {
        // Accounts get other names. Where the batch has counted with them already, the next step begins.
        guard accounts[.user(step.user)] == nil, accounts[.host(step.user)] == nil else {
            return .stepped(ErasureProgress(alias: step.alias, changedCount: 0, isDone: false))
        }
        try statements.flush()
        if let refusal = try begin(step) { return .refused(refusal) }
        guard var work = try ErasureWork.of(step.user, db) else {
            throw StorageError("The erasure of a user was not kept.")
        }
        var left = max(1, step.rowsMax)
        while left > 0, let part = work.part {
            let portion = try erase(part, of: work, max: left)
            left -= max(1, portion.examined)
            work.changed += portion.changed
            if let place = portion.next {
                work.place = place
            } else {
                work.part = part.next
                work.place = 0
            }
        }
        if work.part != nil || !step.mayEnd {
            try db.run(
                "UPDATE erasure SET part = ?, place = ?, changed = ? WHERE user_id = ?",
                work.part?.rawValue ?? ErasurePart.allDone, work.place, work.changed, step.user.rawValue)
        } else {
            try db.run("DELETE FROM erasure WHERE user_id = ?", step.user.rawValue)
        }
        return .stepped(ErasureProgress(alias: work.alias, changedCount: work.changed, isDone: work.part == nil))
    }

    /// Begins an erasure unless it has begun: gives the accounts their new names. Returns why it does not begin; nil if it does.
    private func begin(_ step: UserErasure) throws -> ErasureRefusal? {
        let user = step.user.rawValue
        guard try ErasureWork.of(step.user, db) == nil else { return nil }
        func isThere(_ sql: String) throws -> Bool { try db.first(sql, user) { _ in } != nil }
        if try isThere("SELECT 1 FROM room WHERE owner_id = ? AND ended_at IS NULL LIMIT 1") { return .liveIsOn }
        if try isThere("SELECT 1 FROM billing_order WHERE sender = ? AND is_open LIMIT 1") { return .openOrders }
        if try isInOpenOrder(step.user) { return .openOrders }
        let wallet = try coins(of: .user(step.user)), earned = try coins(of: .host(step.user))
        if !step.givesUpCoins, wallet > .zero || earned > .zero { return .coinsLeft(wallet: wallet, earned: earned) }
        let alias = try freeAlias(step.alias)
        try db.run(
            "INSERT INTO erasure (user_id, alias, begun_at, part, place, changed) VALUES (?, ?, ?, ?, 0, 0)", user,
            alias.rawValue, step.at.milliseconds, ErasurePart.lives.rawValue)
        for (old, new) in [(AccountID.user(step.user), AccountID.user(alias)), (.host(step.user), .host(alias))] {
            try db.run("UPDATE account SET name = ? WHERE name = ?", new.description, old.description)
        }
        return nil
    }

    /// Whether an order that the billing has not decided names a user. Its content cannot change before that.
    private func isInOpenOrder(_ user: UserID) throws -> Bool {
        let names = ErasedNames(user)
        var contents: [String] = []
        try db.forEach(
            "SELECT content FROM billing_order WHERE is_open AND instr(content, ?) > 0",
            String(decoding: names.mark, as: UTF8.self)
        ) { contents.append($0[0]) }
        return try contents.contains { try names.names($0, in: "billing_order.content") }
    }

    private func coins(of account: AccountID) throws -> Coins {
        try db.first("SELECT balance FROM account WHERE name = ?", account.description) { Coins($0[0] as Int64) }
            .flatMap { $0 } ?? .zero
    }

    /// An alias that no account has yet: a user who came back after an erasure is erased under another one.
    private func freeAlias(_ alias: UserID) throws -> UserID {
        for number in 1... {
            let candidate = number == 1 ? alias : UserID(unchecked: "\(alias)_\(number)")
            let isTaken =
                try db.first(
                    "SELECT 1 FROM account WHERE name IN (?, ?)", AccountID.user(candidate).description,
                    AccountID.host(candidate).description
                ) { _ in } != nil
            if !isTaken { return candidate }
        }
        return alias
    }

    /// What a portion of a part came to.
    private struct Portion {
        /// How many rows it looked at, by and large.
        var examined = 0
        /// How many it changed or deleted.
        var changed = 0
        /// Where the part goes on; nil if it is done.
        var next: Int64?
    }

    private func erase(_ part: ErasurePart, of work: ErasureWork, max: Int) throws -> Portion {
        switch part {
        case .lives: try eraseLives(work, max: max)
        case .wallet: try eraseOrders(work, max: max)
        case .earnings: try eraseReceived(work, max: max)
        case .billing: try eraseBillingOrders(work, max: max)
        case .events: try eraseEvents(work, max: max)
        case .callbacks: try eraseRest(work)
        }
    }

    /// What is found by an index of users. Every change takes a row out of what is found, so it begins at the front each time.
    private func eraseLives(_ work: ErasureWork, max: Int) throws -> Portion {
        let (user, alias) = (work.user.rawValue, work.alias.rawValue)
        let ended = "room IN (SELECT id FROM room WHERE ended_at IS NOT NULL)"
        try db.run("DELETE FROM user WHERE id = ?", user)
        var changed = db.changesCount
        for table in ["room_admin", "room_mute", "room_ban"] {
            try db.run(
                """
                DELETE FROM \(table) WHERE user_id = ?1 AND room IN (
                    SELECT room FROM \(table) WHERE user_id = ?1 AND \(ended) LIMIT ?2)
                """, user, max)
            changed += db.changesCount
        }
        try db.run(
            """
            DELETE FROM room_visit WHERE user_id = ?1 AND room IN (
                SELECT visited_room.room FROM visited_room JOIN room_visit ON room_visit.room = visited_room.room
                WHERE user_id = ?1 AND ended_at IS NOT NULL LIMIT ?2)
            """, user, max)
        changed += db.changesCount
        for column in ["user_id", "done_by"] {
            try db.run(
                """
                UPDATE moderation SET \(column) = ?2, reason = '' WHERE (live_id, number) IN (
                    SELECT live_id, number FROM moderation WHERE \(column) = ?1 LIMIT ?3)
                """, user, alias, max)
            changed += db.changesCount
        }
        changed += try eraseRooms(work, max: max)
        return Portion(examined: changed, changed: changed, next: changed > 0 ? 1 : nil)
    }

    private func eraseRooms(_ work: ErasureWork, max: Int) throws -> Int {
        var rows: [(id: Int64, owner: String, settings: String)] = []
        try db.forEach(
            "SELECT id, owner, settings FROM room WHERE owner_id = ? LIMIT ?", work.user.rawValue, max
        ) { rows.append(($0[0], $0[1], $0[2])) }
        for row in rows {
            try db.run(
                "UPDATE room SET owner_id = ?, owner = ?, settings = ? WHERE id = ?", work.alias.rawValue,
                try work.names.rewritten(row.owner, in: "room.owner"),
                try work.names.rewritten(row.settings, isOwners: true, in: "room.settings"), row.id)
        }
        return rows.count
    }

    /// Renames the sender of orders, of what the billing was charged for them, and of what took them back.
    private func eraseOrders(_ work: ErasureWork, max: Int) throws -> Portion {
        let (user, alias) = (work.user.rawValue, work.alias.rawValue)
        var orders: [(id: Int64, name: String)] = []
        try db.forEach(
            """
            SELECT gift_order.id, order_id FROM account JOIN gift_order ON gift_order.sender = account.id
            WHERE account.name = ? ORDER BY order_id LIMIT ? OFFSET ?
            """, AccountID.user(work.alias).description, max, work.place
        ) { orders.append(($0[0], $0[1])) }
        var portion = Portion(examined: orders.count)
        if orders.count == max { portion.next = work.place + Int64(orders.count) }
        func change(_ sql: String, _ new: String, _ old: String, _ id: Int64) throws {
            try db.run(sql, new, old, id)
            portion.changed += db.changesCount
        }
        for order in orders {
            let (new, old) = ("\(alias)/\(order.name)", "\(user)/\(order.name)")
            try change("UPDATE transfer SET reference = ?1 WHERE id = ?3 AND reference = ?2", new, old, order.id)
            try change(
                """
                UPDATE transfer SET reference = ?1
                WHERE kind <> 'gift' AND kind IN ('charge', 'refund') AND reference = ?2 AND id <> ?3
                """, new, old, order.id)
            try change(
                "UPDATE adjustment SET reference = ?1 WHERE gift_order = ?3 AND reference = ?2", "billing/\(new)",
                "billing/\(old)", order.id)
        }
        if work.place == 0 {
            try change(
                "UPDATE transfer SET reference = ?1 WHERE kind <> 'gift' AND kind = 'grant' AND reference = ?2 AND id > ?3",
                alias, user, 0)
        }
        return portion
    }

    /// Follows the entries of what the user earned, newest first, and renames the receiver of their orders.
    private func eraseReceived(_ work: ErasureWork, max: Int) throws -> Portion {
        var portion = Portion()
        var number: Int64? = work.place
        if work.place == 0 {
            number = try db.first(
                "SELECT last_entry FROM account WHERE name = ?", AccountID.host(work.alias).description
            ) { $0[0] }
        }
        while let entry = number {
            guard portion.examined < max else {
                portion.next = entry
                break
            }
            portion.examined += 1
            let found: (order: Int64?, receivers: String?, previous: Int64?)? = try db.first(
                """
                SELECT gift_order.id, receivers, previous FROM entry LEFT JOIN gift_order ON gift_order.id = transfer
                WHERE number = ?
                """, entry
            ) { ($0[0], $0[1], $0[2]) }
            if let order = found?.order, let receivers = found?.receivers {
                let renamed = work.names.rewritten(list: receivers)
                if renamed != receivers {
                    try db.run("UPDATE gift_order SET receivers = ? WHERE id = ?", renamed, order)
                    portion.changed += 1
                }
            }
            number = found?.previous
        }
        return portion
    }

    private func eraseBillingOrders(_ work: ErasureWork, max: Int) throws -> Portion {
        let end = try endOfPortion("billing_order", after: work.place, max: max)
        var rows: [(id: Int64, sender: String, content: String)] = []
        try db.forEach(
            """
            SELECT id, sender, content FROM billing_order
            WHERE id > ? AND id <= ? AND NOT is_open AND (sender = ? OR instr(content, ?) > 0) ORDER BY id
            """, work.place, end ?? .max, work.user.rawValue, String(decoding: work.names.mark, as: UTF8.self)
        ) { rows.append(($0[0], $0[1], $0[2])) }
        var changed = 0
        for row in rows {
            let sender = work.names.rewritten(list: row.sender)
            let content = try work.names.rewritten(row.content, in: "billing_order.content")
            guard sender != row.sender || content != row.content else { continue }
            try db.run("UPDATE billing_order SET sender = ?, content = ? WHERE id = ?", sender, content, row.id)
            changed += 1
        }
        return Portion(examined: end == nil ? rows.count : max, changed: changed, next: end)
    }

    private func eraseEvents(_ work: ErasureWork, max: Int) throws -> Portion {
        let end = try endOfPortion("event", after: work.place, max: max)
        var rows: [(id: Int64, about: String?, data: Data, isOwners: Bool)] = []
        try db.forEach(
            """
            SELECT id, about, data, name IN ('room.updated', 'room.ended')
                AND (SELECT owner_id FROM room WHERE room.id = event.id >> 32) = ?4 AS is_owners
            FROM event WHERE id > ?1 AND id <= ?2 AND (about = ?3 OR instr(data, ?5) > 0 OR is_owners) ORDER BY id
            """, work.place, end ?? .max, work.user.rawValue, work.alias.rawValue, Data(work.names.mark)
        ) { rows.append(($0[0], $0[1], $0[2], $0[3])) }
        var changed = 0
        for row in rows {
            let json = String(decoding: row.data, as: UTF8.self)
            let rewritten = try work.names.rewritten(json, isOwners: row.isOwners, in: "event.data")
            // What an earlier run has rewritten is the same again.
            guard rewritten != json || row.about == work.user.rawValue else { continue }
            let about = row.about == work.user.rawValue ? work.alias.rawValue : row.about
            try db.run("UPDATE event SET about = ?, data = ? WHERE id = ?", about, Data(rewritten.utf8), row.id)
            changed += 1
        }
        return Portion(examined: end == nil ? rows.count : max, changed: changed, next: end)
    }

    /// Callbacks that were given up, and recordings: of both there are few.
    private func eraseRest(_ work: ErasureWork) throws -> Portion {
        let mark = work.names.mark
        var callbacks: [(number: Int64, body: Data)] = []
        try db.forEach("SELECT number, body FROM callback_dead WHERE instr(body, ?) > 0", Data(mark)) {
            callbacks.append(($0[0], $0[1]))
        }
        var changed = 0
        for callback in callbacks
        where try work.names.names(String(decoding: callback.body, as: UTF8.self), in: "callback_dead.body") {
            try db.run("DELETE FROM callback_dead WHERE number = ?", callback.number)
            changed += 1
        }
        if changed > 0 { callbackCounts = nil }
        var recordings: [(number: Int64, content: String)] = []
        try db.forEach(
            "SELECT number, content FROM recording WHERE instr(content, ?) > 0", String(decoding: mark, as: UTF8.self)
        ) { recordings.append(($0[0], $0[1])) }
        for recording in recordings {
            let content = try work.names.rewritten(recording.content, in: "recording.content")
            guard content != recording.content else { continue }
            try db.run("UPDATE recording SET content = ? WHERE number = ?", content, recording.number)
            changed += 1
        }
        return Portion(examined: changed, changed: changed, next: nil)
    }

    /// The last of the next rows of a table; nil if they are the last ones.
    private func endOfPortion(_ table: String, after place: Int64, max: Int) throws -> Int64? {
        try db.first("SELECT id FROM \(table) WHERE id > ? ORDER BY id LIMIT 1 OFFSET ?", place, max) { $0[0] }
    }
}

/// An erasure that has begun.
private struct ErasureWork {
    let user: UserID
    let alias: UserID
    /// The part that comes next; nil if all are done.
    var part: ErasurePart?
    /// How far the part is.
    var place: Int64
    /// How many rows were changed so far.
    var changed: Int

    var names: ErasedNames { ErasedNames(user, alias: alias) }

    /// The erasure of a user; nil if it has not begun.
    static func of(_ user: UserID, _ db: Database) throws -> ErasureWork? {
        try db.first("SELECT alias, part, place, changed FROM erasure WHERE user_id = ?", user.rawValue) { row in
            ErasureWork(
                user: user, alias: UserID(unchecked: row[0]), part: ErasurePart(rawValue: row[1]), place: row[2],
                changed: row[3])
        }
    }
}
