#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    /// Applies the writes of a batch inside its transaction.
    ///
    /// What frequent writes need is read in one round trip before the first write, and what nobody needs the result of waits until the
    /// last. In between, numbers that many writes change (balances, counters, event numbers) are changed in memory. Rare writes ask as
    /// they go; before they read a table with waiting rows, ``flush()`` adds those.
    final class PostgresBatch {
        let db: PostgresConnection
        let policy: LedgerPolicy
        let seat: PostgresSeat
        /// The most lines of the moderation log of a live.
        let moderationLogMax: Int
        /// The state of the ledger within the batch.
        var view = LedgerView()
        /// The rows of accounts that the batch has loaded; nil for an account without a row.
        var accounts: [AccountID: AccountRow?] = [:]
        /// The starts of lives that this node is the home of, each with the epoch in which it became that. The batch adds those that it
        /// begins, and takes out those that it ends.
        var homes: [LiveSessionID: Int64]
        /// Ids for accounts that may be created.
        var spareIDs: [AccountID: Int64] = [:]
        var rooms: [LiveSessionID: RoomRow] = [:]
        /// Rooms that the batch created, so that nobody has sent a gift in them before.
        var newRooms: Set<Int64> = []
        /// What wallets have sent in lives, where the batch changes it.
        var giftSenders: [GiftSenderKey: GiftSenderRow] = [:]
        /// What wallets had sent in lives before the batch, where it is known: nothing, too.
        var keptSenders: [GiftSenderKey: GiftSenderRow] = [:]
        /// Orders of which the batch knows whether they were charged, and what the billing knows of them.
        var knownOrders: Set<OrderKey> = []
        /// The place of the next entry in the lane, and the one that is stored.
        var nextPlace: Int64
        let keptPlace: Int64
        /// The counts of callbacks; nil until they are needed.
        var callbackCounts: CallbackCounts?
        /// True if the commit need not wait for the disk, nor for a replica.
        private let mayBeLost: Bool
        /// The profiles that are stored, of users whose profile the batch changes; nil for a user without one.
        var profiles: [UserID: UserProfile?] = [:]
        /// Before when a start must have ended whose visits are forgotten, and how many of these the batch forgets.
        var visitsToForget = (before: Timestamp(milliseconds: 0), countMax: 0)
        /// Rows that wait for the next flush.
        var waiting = WaitingRows()

        /// The batch's knowledge of the row of an account. It is a class because every order looks up three of them.
        final class AccountRow {
            let id: Int64
            let name: String
            /// The balance of this row. For an account with a row a lane it is a part of the account's.
            var balance: Int64
            var lastEntry: Int64
            var score: BoardScore
            /// The score in the stored row, so that only changes are written.
            var keptScore: BoardScore
            var isStale = false
            /// True until the row is stored.
            var isNew = false
            /// The rows of the other lanes; nil until they are needed.
            var others: [AccountRow]?

            init(id: Int64, name: String, balance: Int64, lastEntry: Int64, score: BoardScore = BoardScore()) {
                self.id = id
                self.name = name
                self.balance = balance
                self.lastEntry = lastEntry
                self.score = score
                keptScore = score
            }
        }

        /// The batch's knowledge of a start of a live.
        final class RoomRow {
            let id: Int64
            let owner: UserID
            var isEnded: Bool
            var gifts: GiftCounters
            /// What the owner has earned.
            var hostCoins: HostCoinCount
            var isStale = false
            /// True if this node is not the home of the live, under the epoch that it knows. A live that has ended has none.
            let isMoved: Bool

            init(
                id: Int64, owner: UserID, isEnded: Bool, gifts: GiftCounters,
                hostCoins: HostCoinCount = HostCoinCount(),
                isMoved: Bool = false
            ) {
                self.id = id
                self.owner = owner
                self.isEnded = isEnded
                self.gifts = gifts
                self.hostCoins = hostCoins
                self.isMoved = isMoved
            }
        }

        /// A wallet in a start of a live.
        struct GiftSenderKey: Hashable {
            let room: Int64
            let sender: Int64
        }

        /// The gifts that a wallet has sent in a start of a live.
        struct GiftSenderRow {
            var gifts = 0
            var coins: Int64 = 0
            var refunded: Int64 = 0
        }

        private init(
            _ db: PostgresConnection, policy: LedgerPolicy, seat: PostgresSeat, moderationLogMax: Int,
            homes: [LiveSessionID: Int64], callbackCounts: CallbackCounts?, nextPlace: Int64, mayBeLost: Bool
        ) {
            self.mayBeLost = mayBeLost
            self.homes = homes
            self.db = db
            self.policy = policy
            self.seat = seat
            self.moderationLogMax = moderationLogMax
            self.callbackCounts = callbackCounts
            self.nextPlace = nextPlace
            keptPlace = nextPlace
        }

        /// Begins a transaction, takes the lane, and reads what the writes need.
        ///
        /// - Throws: ``PostgresFenced`` if another process has taken the lane.
        static func begin(
            _ writes: [StorageWrite], _ db: PostgresConnection, policy: LedgerPolicy, seat: PostgresSeat,
            moderationLogMax: Int, homes: [LiveSessionID: Int64] = [:], callbackCounts: CallbackCounts? = nil
        ) throws -> PostgresBatch {
            let needs = BatchNeeds(writes, policy: policy, lane: seat.lane)
            let results = try db.pipeline(
                [
                    PostgresStatement("BEGIN"),
                    PostgresStatement(
                        "SELECT next_place FROM lane WHERE lane = $1 AND incarnation = $2 AND holder = $3 FOR UPDATE",
                        seat.lane, seat.incarnation, seat.holder),
                ] + needs.statements)
            guard results[1].count == 1 else { throw PostgresFenced() }
            let batch = PostgresBatch(
                db, policy: policy, seat: seat, moderationLogMax: moderationLogMax, homes: homes,
                callbackCounts: callbackCounts, nextPlace: try results[1][0][0],
                mayBeLost: !writes.isEmpty && writes.allSatisfy(\.mayBeLost))
            try batch.read(needs, Array(results.dropFirst(2)))
            return batch
        }

        /// Applies writes in order. The transaction stays open.
        func apply(_ writes: [StorageWrite]) throws -> [StorageOutcome] {
            var outcomes: [StorageOutcome] = []
            outcomes.reserveCapacity(writes.count)
            for write in writes {
                if let start = write.writtenAtHome, rooms[start]?.isMoved == true {
                    outcomes.append(.moved)
                    continue
                }
                switch write {
                case .order(let order, let draft): outcomes.append(try settle(order, draft))
                case .callbacksOfLastWrite(let drafts):
                    outcomes.append(.callbacks(try record(outcomes.last?.tookEffect == true ? drafts : [])))
                default: outcomes.append(try apply(write))
                }
            }
            try forgetVisitsForThoseStored()
            return outcomes
        }

        private func apply(_ write: StorageWrite) throws -> StorageOutcome {
            switch write {
            case .createRoom(let record, let livesMax): return try createRoom(record, livesMax: livesMax)
            case .abandonStart(let session, let at):
                try close(session, at: at)
                return .kept
            case .changeRoom(let session, let changes, let drafts):
                try change(session, changes)
                return try drafts.map { try store($0, of: session) }.last.map { .event(durable: $0) } ?? .kept
            case .endRoom(let session, let at, let reason, let statistics, let draft, let changes):
                return .event(durable: try end(session, at: at, reason: reason, statistics, draft, changes))
            case .counters(let session, let statistics):
                try count(session, statistics)
                return .kept
            case .visits(let session, let visits, let time):
                try keep(visits, of: session, forgettingBefore: time)
                return .kept
            case .topicMessage(let session, let topic, let message, let keptMax):
                return .topicMessage(number: try keep(message, in: topic, of: session, keptMax: keptMax))
            case .streamKey(let live, let key, let replaces, let at):
                return .streamKey(try keep(streamKey: key, of: live, replaces: replaces, at: at))
            case .publishTicket(let ticket, let countMax, let at):
                try keep(ticket, countMax: countMax, at: at)
                return .kept
            case .redeemTicket(let ticket, let live, let at):
                return .redeemed(try redeem(ticket, for: live, at: at))
            case .profile(let user, let profile):
                try keep(profile, of: user)
                return .kept
            case .credit(let user, let coins, let reference, let at):
                return try give(Credit(user: user, coins: coins, reference: reference, at: at))
            case .refund(let refund): return try self.refund(refund)
            case .correction(let correction): return try correct(correction)
            case .billing(let write): return try apply(write)
            case .halt(let halt, let by, let at):
                try keep(halt, by: by, at: at)
                return .kept
            case .catalogue(let catalogue): return try edit(.catalogue) { try keep(catalogue) }
            case .words(let words): return try edit(.words) { try keep(words, ofRoom: Self.wholeApp) }
            case .changeCatalogue(let changes, let version):
                return try edit(.catalogue, ifVersion: version) { for change in changes { try keep(change) } }
            case .setting(let name, let value, let version):
                return try edit(.setting(name), ifVersion: version) { try keep(setting: name, value) }
            case .callbackChange(let change): return .callbacks(try apply(change))
            case .callbacks(let drafts): return .callbacks(try record(drafts))
            case .coHostCourse(let id, let course):
                try keep(course, id: id)
                return .kept
            case .recording(let write): return .recording(isThere: try apply(write))
            case .rebuildBoards:
                try rebuildBoards()
                return .kept
            case .operatorAct(let act, let keptMax, let time):
                try log(act, keptMax: keptMax, forgettingBefore: time)
                return .kept
            case .erase(let step): return .erasure(try erase(step))
            case .forget(let step): return .forgotten(try forget(step))
            case .order, .callbacksOfLastWrite:
                preconditionFailure("the caller applies this write")
            }
        }

        /// The statements that end the transaction: rows that wait, numbers that changed, and `COMMIT`.
        func finalStatements() -> [PostgresStatement] {
            waitingStatements() + changeStatements()
                + (mayBeLost ? [PostgresStatement("SET LOCAL synchronous_commit = off")] : [])
                + [PostgresStatement("COMMIT")]
        }

        /// Adds the rows that wait. A statement that reads their tables comes after it.
        func flush() throws { try db.later(waitingStatements()) }

        /// Statements that add the rows that wait.
        ///
        /// A new account that another session has created meanwhile fails as a unique violation, and the transaction is run again.
        private func waitingStatements() -> [PostgresStatement] {
            let new = accounts.values.compactMap { $0 }.filter(\.isNew).sorted { $0.id < $1.id }
            var statements: [PostgresStatement] = []
            if !new.isEmpty {
                statements.append(
                    PostgresStatement(
                        """
                        INSERT INTO account (id, name, balance, last_entry, board_total, board_week, board_week_coins,
                            board_day, board_day_coins)
                        SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[],
                            $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])
                        """, new.map(\.id), new.map(\.name), new.map(\.balance), new.map(\.lastEntry),
                        new.map(\.score.total.amount), new.map(\.score.week), new.map(\.score.weekCoins.amount),
                        new.map(\.score.day), new.map(\.score.dayCoins.amount)))
                for row in new {
                    row.isNew = false
                    row.isStale = false
                    row.keptScore = row.score
                }
            }
            return statements + waiting.take()
        }

        private func changeStatements() -> [PostgresStatement] {
            var statements: [PostgresStatement] = []
            let stale = accounts.values.compactMap { $0 }.flatMap { [$0] + ($0.others ?? []) }.filter(\.isStale)
                .sorted { $0.id < $1.id }
            if !stale.isEmpty {
                statements.append(
                    PostgresStatement(
                        """
                        UPDATE account SET balance = u.balance, last_entry = u.last_entry, board_total = u.total,
                            board_week = u.week, board_week_coins = u.week_coins, board_day = u.day,
                            board_day_coins = u.day_coins
                        FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
                            $7::bigint[], $8::bigint[])
                            AS u (id, balance, last_entry, total, week, week_coins, day, day_coins)
                        WHERE account.id = u.id
                        """, stale.map(\.id), stale.map(\.balance), stale.map(\.lastEntry),
                        stale.map(\.score.total.amount), stale.map(\.score.week), stale.map(\.score.weekCoins.amount),
                        stale.map(\.score.day), stale.map(\.score.dayCoins.amount)))
            }
            let senders = giftSenders.sorted { ($0.key.room, $0.key.sender) < ($1.key.room, $1.key.sender) }
            if !senders.isEmpty {
                statements.append(
                    PostgresStatement(
                        """
                        INSERT INTO room_gift_sender (room, sender, gifts, coins, refunded)
                        SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
                        ON CONFLICT (room, sender) DO UPDATE
                        SET gifts = excluded.gifts, coins = excluded.coins, refunded = excluded.refunded
                        """, senders.map(\.key.room), senders.map(\.key.sender), senders.map(\.value.gifts),
                        senders.map(\.value.coins), senders.map(\.value.refunded)))
            }
            let changed = rooms.filter(\.value.isStale).sorted { $0.value.id < $1.value.id }
            if !changed.isEmpty {
                statements.append(
                    PostgresStatement(
                        """
                        UPDATE room_counter SET durable = u.durable, gifts = u.gifts, gift_coins = u.gift_coins,
                            gift_senders = u.gift_senders, host_coins = u.host_coins, host_coins_of = u.host_coins_of
                        FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
                            $7::bigint[])
                            AS u (room, durable, gifts, gift_coins, gift_senders, host_coins, host_coins_of)
                        WHERE room_counter.room = u.room
                        """, changed.map(\.value.id), changed.map { view.durables[$0.key] ?? 0 },
                        changed.map(\.value.gifts.totalGiftsSent), changed.map(\.value.gifts.totalGiftCoins),
                        changed.map(\.value.gifts.totalUniqueGiftSenders), changed.map(\.value.hostCoins.coins),
                        changed.map(\.value.hostCoins.countedCost)))
            }
            if nextPlace != keptPlace {
                statements.append(
                    PostgresStatement("UPDATE lane SET next_place = $2 WHERE lane = $1", seat.lane, nextPlace))
            }
            return statements
        }
    }

    // MARK: - Rooms and their events

    extension PostgresBatch {
        /// Returns the row of a start of a live. It is read once a batch.
        func room(_ session: LiveSessionID) throws -> RoomRow {
            if let known = rooms[session] { return known }
            let found = try db.first(
                "\(BatchNeeds.selectRooms) WHERE session_id = $1 FOR UPDATE OF room_counter", session.rawValue
            ) { try self.read(room: $0) }
            guard let found else { throw StorageError("There is no live session \"\(session)\".") }
            return found
        }

        /// Takes a row of ``BatchNeeds/selectRooms``.
        @discardableResult
        func read(room row: PostgresRow) throws -> RoomRow {
            let session = LiveSessionID(unchecked: try row[0])
            let isEnded: Bool = try row[2]
            let (home, epoch) = (try row[7] as Int64?, try row[8] as Int64)
            let room = RoomRow(
                id: try row[1], owner: UserID(unchecked: try row[9]), isEnded: isEnded,
                gifts: GiftCounters(
                    totalGiftsSent: try row[4], totalGiftCoins: try row[5], totalUniqueGiftSenders: try row[6]),
                hostCoins: HostCoinCount(coins: try row[10], countedCost: try row[11]),
                isMoved: !isEnded && (home != seat.slot || homes[session] != epoch))
            rooms[session] = room
            view.durables[session] = try row[3] as Int64
            return room
        }

        /// Stores an event under the next number of its live.
        func store(_ draft: EventDraft, of session: LiveSessionID) throws -> Int64 {
            let room = try room(session)
            let durable = (view.durables[session] ?? 0) + 1
            waiting.add(draft, room: room.id, durable: durable)
            view.durables[session] = durable
            room.isStale = true
            return durable
        }

        private func end(
            _ session: LiveSessionID, at: Timestamp, reason: RoomEnded.Reason, _ statistics: RoomStatistics,
            _ draft: EventDraft, _ changes: [RoomChange]
        ) throws -> Int64 {
            // The request was repeated because its answer was lost. The first end counts, and its event is the last one.
            if try room(session).isEnded { return view.durables[session] ?? 0 }
            let durable = try store(draft, of: session)
            try change(session, changes)
            try count(session, statistics)
            try db.later(
                "UPDATE room SET ended_at = $1, end_reason = $2 WHERE session_id = $3", at.milliseconds,
                reason.rawValue, session.rawValue)
            try room(session).isEnded = true
            homes[session] = nil
            try db.later("DELETE FROM topic_message WHERE room = $1", try room(session).id)
            try forgetSeats(ofRoom: try room(session).id)
            try forgetCoHosts(ofRoom: try room(session).id)
            try forgetPins(ofRoom: try room(session).id)
            return durable
        }
    }
#endif
