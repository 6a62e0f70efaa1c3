#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    extension PostgresBatch {
        /// Makes a step of the erasure of a user; see `UserErasure`.
        func erase(_ step: UserErasure) throws -> ErasureOutcome {
            // Accounts get other names. Where the batch has counted with them already, the next step begins.
            guard accounts[.user(step.user)] == nil, accounts[.host(step.user)] == nil else {
                return .stepped(ErasureProgress(alias: step.alias, changedCount: 0, isDone: false))
            }
            try flush()
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
                    "UPDATE erasure SET part = $1, place = $2, changed = $3 WHERE user_id = $4",
                    work.part?.rawValue ?? ErasurePart.allDone, work.place, work.changed, step.user.rawValue)
            } else {
                try db.run("DELETE FROM erasure WHERE user_id = $1", step.user.rawValue)
            }
            return .stepped(
                ErasureProgress(alias: work.alias, changedCount: work.changed, isDone: work.part == nil))
        }

        /// Begins an erasure unless it has begun: gives the accounts their new names. Returns why it does not begin; nil if it does.
        private func begin(_ step: UserErasure) throws -> ErasureRefusal? {
            let user = step.user.rawValue
            guard try ErasureWork.of(step.user, db) == nil else { return nil }
            func isThere(_ sql: String) throws -> Bool { try db.first(sql, user) { _ in } != nil }
            if try isThere("SELECT 1 FROM room WHERE owner_id = $1 AND ended_at IS NULL LIMIT 1") { return .liveIsOn }
            if try isThere("SELECT 1 FROM billing_order WHERE sender = $1 AND is_open LIMIT 1") { return .openOrders }
            if try isInOpenOrder(step.user) { return .openOrders }
            let balances = try lockedBalances(of: step.user)
            let wallet = balances[AccountID.user(step.user).description] ?? .zero
            let earned = balances[AccountID.host(step.user).description] ?? .zero
            if !step.givesUpCoins, wallet > .zero || earned > .zero {
                return .coinsLeft(wallet: wallet, earned: earned)
            }
            let alias = try freeAlias(step.alias)
            try db.run(
                """
                INSERT INTO erasure (user_id, alias, begun_at, part, place, changed) VALUES ($1, $2, $3, $4, 0, 0)
                """, user, alias.rawValue, step.at.milliseconds, ErasurePart.lives.rawValue)
            // One that another node has made since is not the user's who goes, but of one who is back.
            for (old, new) in [(AccountID.user(step.user), AccountID.user(alias)), (.host(step.user), .host(alias))]
            where balances[old.description] != nil {
                try db.run("UPDATE account SET name = $1 WHERE name = $2", new.description, old.description)
            }
            return nil
        }

        /// Whether an order that the billing has not decided names a user. Its content cannot change before that.
        private func isInOpenOrder(_ user: UserID) throws -> Bool {
            let names = ErasedNames(user)
            var contents: [String] = []
            try db.forEach(
                "SELECT content FROM billing_order WHERE is_open AND position($1 IN content) > 0",
                String(decoding: names.mark, as: UTF8.self)
            ) { contents.append(try $0[0]) }
            return try contents.contains { try names.names($0, in: "billing_order.content") }
        }

        /// The balances of a user's accounts, by their names. No other node moves coins of them before this transaction is over: a credit
        /// between the look and the new name would be lost with them.
        private func lockedBalances(of user: UserID) throws -> [String: Coins] {
            var balances: [String: Coins] = [:]
            try db.forEach(
                "SELECT name, balance FROM account WHERE name IN ($1, $2) ORDER BY id FOR UPDATE",
                AccountID.user(user).description, AccountID.host(user).description
            ) { row in balances[try row[0]] = Coins(try row[1] as Int64) ?? .zero }
            return balances
        }

        /// An alias that no account has yet: a user who came back after an erasure is erased under another one.
        private func freeAlias(_ alias: UserID) throws -> UserID {
            for number in 1... {
                let candidate = number == 1 ? alias : UserID(unchecked: "\(alias)_\(number)")
                let isTaken =
                    try db.first(
                        "SELECT 1 FROM account WHERE name IN ($1, $2)", AccountID.user(candidate).description,
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
            var changed = try db.run("DELETE FROM app_user WHERE id = $1", user)
            profiles[work.user] = nil
            for table in ["room_admin", "room_mute", "room_ban"] {
                changed += try db.run(
                    """
                    DELETE FROM \(table) WHERE user_id = $1 AND room IN (
                        SELECT found.room FROM \(table) AS found JOIN room ON room.id = found.room
                        WHERE found.user_id = $1 AND ended_at IS NOT NULL LIMIT $2)
                    """, user, max)
            }
            changed += try db.run(
                """
                DELETE FROM room_visit WHERE user_id = $1 AND room IN (
                    SELECT visited_room.room FROM visited_room
                        JOIN room_visit AS found ON found.room = visited_room.room
                    WHERE found.user_id = $1 AND ended_at IS NOT NULL LIMIT $2)
                """, user, max)
            for column in ["user_id", "done_by"] {
                changed += try db.run(
                    """
                    UPDATE moderation SET \(column) = $2, reason = '' WHERE (live_id, number) IN (
                        SELECT live_id, number FROM moderation WHERE \(column) = $1 LIMIT $3)
                    """, user, alias, max)
            }
            changed += try eraseRooms(work, max: max)
            return Portion(examined: changed, changed: changed, next: changed > 0 ? 1 : nil)
        }

        private func eraseRooms(_ work: ErasureWork, max: Int) throws -> Int {
            var rows: [(id: Int64, owner: String, settings: String)] = []
            try db.forEach(
                "SELECT id, owner, settings FROM room WHERE owner_id = $1 LIMIT $2", work.user.rawValue, max
            ) { rows.append((try $0[0], try $0[1], try $0[2])) }
            for row in rows {
                try db.run(
                    "UPDATE room SET owner_id = $1, owner = $2, settings = $3 WHERE id = $4", work.alias.rawValue,
                    try work.names.rewritten(row.owner, in: "room.owner"),
                    try work.names.rewritten(row.settings, isOwners: true, in: "room.settings"), row.id)
            }
            return rows.count
        }

        /// Renames the sender of orders, of what the billing was charged for them, and of what took them back.
        private func eraseOrders(_ work: ErasureWork, max: Int) throws -> Portion {
            let (user, alias) = (work.user.rawValue, work.alias.rawValue)
            var ids: [Int64] = []
            var references: [String] = []
            try db.forEach(
                """
                SELECT gift_order.id, order_id FROM account JOIN gift_order ON gift_order.sender = account.id
                WHERE account.name = $1 ORDER BY order_id LIMIT $2 OFFSET $3
                """, AccountID.user(work.alias).description, max, work.place
            ) { row in
                ids.append(try row[0])
                references.append("\(user)/\(try row[1] as String)")
            }
            var portion = Portion(examined: ids.count)
            if ids.count == max { portion.next = work.place + Int64(ids.count) }
            let renamed = "$1 || substr(reference, length($2) + 1)"
            portion.changed += try db.run(
                "UPDATE transfer SET reference = \(renamed) WHERE id = ANY($3) AND starts_with(reference, $2 || '/')",
                alias, user, ids)
            portion.changed += try db.run(
                """
                UPDATE transfer SET reference = \(renamed)
                WHERE kind <> 'gift' AND kind IN ('charge', 'refund') AND reference = ANY($3)
                """, alias, user, references)
            portion.changed += try db.run(
                """
                UPDATE adjustment SET reference = 'billing/' || $1 || substr(reference, length($2) + 9)
                WHERE gift_order = ANY($3) AND starts_with(reference, 'billing/' || $2 || '/')
                """, alias, user, ids)
            if work.place == 0 {
                portion.changed += try db.run(
                    "UPDATE transfer SET reference = $1 WHERE kind <> 'gift' AND kind = 'grant' AND reference = $2",
                    alias, user)
            }
            return portion
        }

        /// Follows the entries of what the user earned, newest first, and renames the receiver of their orders. The database follows them,
        /// so that a step costs few round trips.
        private func eraseReceived(_ work: ErasureWork, max: Int) throws -> Portion {
            var start: Int64? = work.place
            if work.place == 0 {
                start = try db.first(
                    "SELECT last_entry FROM account WHERE name = $1", AccountID.host(work.alias).description
                ) { try $0[0] }
            }
            guard let start else { return Portion() }
            var portion = Portion()
            var rows: [(order: Int64, receivers: String)] = []
            try db.forEach(
                """
                WITH RECURSIVE chain (transfer, previous, place) AS (
                    SELECT transfer, previous, 1::bigint FROM entry WHERE number = $1
                    UNION ALL
                    SELECT entry.transfer, entry.previous, chain.place + 1
                    FROM chain JOIN entry ON entry.number = chain.previous WHERE chain.place < $2
                )
                SELECT previous, gift_order.id, receivers
                FROM chain LEFT JOIN gift_order ON gift_order.id = chain.transfer ORDER BY place
                """, start, max
            ) { row in
                portion.examined += 1
                portion.next = try row[0]
                if let order: Int64 = try row[1], let receivers: String = try row[2] { rows.append((order, receivers)) }
            }
            for row in rows {
                let renamed = work.names.rewritten(list: row.receivers)
                guard renamed != row.receivers else { continue }
                portion.changed += try db.run(
                    "UPDATE gift_order SET receivers = $1 WHERE id = $2", renamed, row.order)
            }
            return portion
        }

        private func eraseBillingOrders(_ work: ErasureWork, max: Int) throws -> Portion {
            let end = try endOfPortion("billing_order", after: work.place, max: max)
            var rows: [(id: Int64, sender: String, content: String)] = []
            try db.forEach(
                """
                SELECT id, sender, content FROM billing_order
                WHERE id > $1 AND id <= $2 AND NOT is_open AND (sender = $3 OR position($4 IN content) > 0) ORDER BY id
                """, work.place, end ?? Int64.max, work.user.rawValue, String(decoding: work.names.mark, as: UTF8.self)
            ) { rows.append((try $0[0], try $0[1], try $0[2])) }
            var changed = 0
            for row in rows {
                let sender = work.names.rewritten(list: row.sender)
                let content = try work.names.rewritten(row.content, in: "billing_order.content")
                guard sender != row.sender || content != row.content else { continue }
                changed += try db.run(
                    "UPDATE billing_order SET sender = $1, content = $2 WHERE id = $3", sender, content, row.id)
            }
            return Portion(examined: end == nil ? rows.count : max, changed: changed, next: end)
        }

        private func eraseEvents(_ work: ErasureWork, max: Int) throws -> Portion {
            let end = try endOfPortion("event", after: work.place, max: max)
            var rows: [(id: Int64, about: String?, data: PostgresBytes, isOwners: Bool)] = []
            try db.forEach(
                """
                SELECT * FROM (
                    SELECT id, about, data, name IN ('room.updated', 'room.ended')
                        AND (SELECT owner_id FROM room WHERE room.id = event.id >> 32) = $4 AS is_owners
                    FROM event WHERE id > $1 AND id <= $2) AS found
                WHERE about = $3 OR position($5 IN data) > 0 OR is_owners ORDER BY id
                """, work.place, end ?? Int64.max, work.user.rawValue, work.alias.rawValue,
                PostgresBytes(work.names.mark)
            ) { rows.append((try $0[0], try $0[1], try $0[2], try $0[3])) }
            var changed = 0
            for row in rows {
                let json = String(decoding: row.data.bytes, as: UTF8.self)
                let rewritten = try work.names.rewritten(json, isOwners: row.isOwners, in: "event.data")
                // What an earlier run has rewritten is the same again.
                guard rewritten != json || row.about == work.user.rawValue else { continue }
                let about = row.about == work.user.rawValue ? work.alias.rawValue : row.about
                changed += try db.run(
                    "UPDATE event SET about = $1, data = $2 WHERE id = $3", about, PostgresBytes(Array(rewritten.utf8)),
                    row.id)
            }
            return Portion(examined: end == nil ? rows.count : max, changed: changed, next: end)
        }

        /// Callbacks that were given up, and recordings: of both there are few.
        private func eraseRest(_ work: ErasureWork) throws -> Portion {
            let mark = work.names.mark
            var callbacks: [(number: Int64, body: PostgresBytes)] = []
            try db.forEach(
                "SELECT number, body FROM callback_dead WHERE position($1 IN body) > 0", PostgresBytes(mark)
            ) { callbacks.append((try $0[0], try $0[1])) }
            var changed = 0
            for callback in callbacks
            where try work.names.names(String(decoding: callback.body.bytes, as: UTF8.self), in: "callback_dead.body") {
                changed += try db.run("DELETE FROM callback_dead WHERE number = $1", callback.number)
            }
            if changed > 0 { callbackCounts = nil }
            var recordings: [(number: Int64, content: String)] = []
            try db.forEach(
                "SELECT number, content FROM recording WHERE position($1 IN content) > 0",
                String(decoding: mark, as: UTF8.self)
            ) { recordings.append((try $0[0], try $0[1])) }
            for recording in recordings {
                let content = try work.names.rewritten(recording.content, in: "recording.content")
                guard content != recording.content else { continue }
                changed += try db.run(
                    "UPDATE recording SET content = $1 WHERE number = $2", content, recording.number)
            }
            return Portion(examined: changed, changed: changed, next: nil)
        }

        /// The last of the next rows of a table; nil if they are the last ones.
        private func endOfPortion(_ table: String, after place: Int64, max: Int) throws -> Int64? {
            try db.first("SELECT id FROM \(table) WHERE id > $1 ORDER BY id LIMIT 1 OFFSET $2", place, max) {
                try $0[0]
            }
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
        static func of(_ user: UserID, _ db: PostgresConnection) throws -> ErasureWork? {
            try db.first(
                "SELECT alias, part, place, changed FROM erasure WHERE user_id = $1 FOR UPDATE", user.rawValue
            ) { row in
                ErasureWork(
                    user: user, alias: UserID(unchecked: try row[0]), part: ErasurePart(rawValue: try row[1]),
                    place: try row[2], changed: try row[3])
            }
        }
    }
#endif
