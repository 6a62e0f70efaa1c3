import Foundation
import GRDB
import OvationModel
import OvationRules
import OvationStorage

/// Applies the writes of a batch inside its transaction.
///
/// Numbers that many writes of a batch change (balances, counters, event numbers) are read once, changed in memory, and written once at the
/// end. A writer exists for one transaction, on the queue of the writing connection.
final class BatchWriter {
    let db: Database
    let policy: LedgerPolicy
    /// The state of the ledger within the batch.
    var view = LedgerView()
    /// Whether the view knows if gifting is halted.
    var knowsHalt = false
    /// The rows of accounts that the batch has loaded; nil for an account without a row.
    var accounts: [AccountID: AccountRow?] = [:]
    var rooms: [LiveSessionID: RoomRow] = [:]
    /// What each wallet has sent in each live.
    var giftSenders: [GiftSenderKey: GiftSenderRow] = [:]
    /// The number of the next entry; nil until it is needed.
    var nextEntry: Int64?
    /// True if there are orders of the app's own billing; nil until it is needed.
    var hasBillingOrders: Bool?
    /// The counts of callbacks; nil until they are needed.
    var callbackCounts: CallbackCounts?
    let statements: LedgerStatements

    /// The batch's knowledge of an account, apart from its balance. It is a class because every order looks up three of them.
    final class AccountRow {
        let id: Int64
        var lastEntry: Int64
        var score: BoardScore
        /// The score in the stored row, so that only changes are written.
        var keptScore: BoardScore
        var isStale = false

        init(id: Int64, lastEntry: Int64, score: BoardScore = BoardScore()) {
            self.id = id
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

        init(id: Int64, owner: UserID, isEnded: Bool, gifts: GiftCounters, hostCoins: HostCoinCount) {
            self.id = id
            self.owner = owner
            self.isEnded = isEnded
            self.gifts = gifts
            self.hostCoins = hostCoins
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

    /// The most lines of the moderation log of a live.
    let moderationLogMax: Int

    /// Makes a writer for one transaction.
    ///
    /// - Parameter callbackCounts: The counts of callbacks after the previous transaction; nil to count them when they are needed.
    init(
        _ db: Database, policy: LedgerPolicy, moderationLogMax: Int, callbackCounts: CallbackCounts? = nil
    ) throws {
        self.db = db
        self.policy = policy
        self.callbackCounts = callbackCounts
        self.moderationLogMax = moderationLogMax
        statements = try LedgerStatements(db)
    }

    /// Applies writes in order.
    func apply(_ writes: [StorageWrite]) throws -> [StorageOutcome] {
        var outcomes: [StorageOutcome] = []
        outcomes.reserveCapacity(writes.count)
        var run: [(order: GiftOrder, draft: EventDraft)] = []
        for write in writes {
            if case .order(let order, let draft) = write {
                run.append((order, draft))
                continue
            }
            try settleOrders(&run, into: &outcomes)
            if case .callbacksOfLastWrite(let drafts) = write {
                outcomes.append(.callbacks(try record(outcomes.last?.tookEffect == true ? drafts : [])))
                continue
            }
            outcomes.append(try apply(write))
        }
        try settleOrders(&run, into: &outcomes)
        try writeBack()
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
        case .callbacksOfLastWrite:
            preconditionFailure("the caller applies this write, because it depends on the previous outcome")
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
        case .order:
            preconditionFailure("orders are settled in runs")
        }
    }

    private func writeBack() throws {
        for case (let account, let row?) in accounts where row.isStale {
            let balance = (view.balances[account] ?? .zero).amount
            if row.score == row.keptScore {
                try statements.updateAccount.run(balance, row.lastEntry, row.id)
            } else {
                try statements.updateScore.run(
                    balance, row.lastEntry, row.score.total.amount, row.score.week, row.score.weekCoins.amount,
                    row.score.day, row.score.dayCoins.amount, row.id)
            }
        }
        for (key, row) in giftSenders {
            try statements.keepSender.run(key.room, key.sender, row.gifts, row.coins, row.refunded)
        }
        for (session, row) in rooms where row.isStale {
            try statements.updateCounters.run(
                view.durables[session] ?? 0, row.gifts.totalGiftsSent, row.gifts.totalGiftCoins,
                row.gifts.totalUniqueGiftSenders, row.hostCoins.coins, row.hostCoins.countedCost, row.id)
        }
    }
}

// MARK: - Rooms and their events

extension BatchWriter {
    /// Returns the row of a start of a live. It is read once a batch.
    func room(_ session: LiveSessionID) throws -> RoomRow {
        if let known = rooms[session] { return known }
        let found = try db.first(
            """
            SELECT room.id, ended_at IS NOT NULL, durable, gifts, gift_coins, gift_senders, owner_id, host_coins,
                host_coins_of
            FROM room JOIN room_counter ON room = room.id WHERE session_id = ?
            """, session.rawValue
        ) { row in
            (
                RoomRow(
                    id: row[0], owner: UserID(unchecked: row[6]), isEnded: row[1],
                    gifts: GiftCounters(
                        totalGiftsSent: row[3], totalGiftCoins: row[4], totalUniqueGiftSenders: row[5]),
                    hostCoins: HostCoinCount(coins: row[7], countedCost: row[8])),
                row[2] as Int64
            )
        }
        guard let (room, durable) = found else { throw StorageError("There is no live session \"\(session)\".") }
        rooms[session] = room
        view.durables[session] = durable
        return room
    }

    /// Stores an event under the next number of its live.
    func store(_ draft: EventDraft, of session: LiveSessionID) throws -> Int64 {
        let room = try room(session)
        let durable = (view.durables[session] ?? 0) + 1
        add(draft, room: room.id, durable: durable)
        try statements.flush()
        view.durables[session] = durable
        room.isStale = true
        return durable
    }

    /// Queues an event for the next flush.
    func add(_ draft: EventDraft, room: Int64, durable: Int64) {
        statements.events.add(
            EventKey(room: room, durable: durable).id, draft.name, draft.about?.rawValue, draft.at.milliseconds,
            draft.data)
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
        try db.run(
            "UPDATE room SET ended_at = ?, end_reason = ? WHERE session_id = ?", at.milliseconds, reason.rawValue,
            session.rawValue)
        try room(session).isEnded = true
        try forgetTopics(ofRoom: try room(session).id)
        try forgetSeats(ofRoom: try room(session).id)
        try forgetCoHosts(ofRoom: try room(session).id)
        try forgetPins(ofRoom: try room(session).id)
        return durable
    }
}
