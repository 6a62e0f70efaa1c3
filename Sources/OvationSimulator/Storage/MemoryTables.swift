import OvationModel
import OvationRules
import OvationStorage

/// The content of a ``MemoryStorage``, as one value.
struct MemoryTables {
    struct Account {
        var balance = Coins.zero
        /// The numbers of the account's entries, oldest first.
        var entries: [Int64] = []
        /// The account's score on the boards.
        var score = BoardScore()
    }

    struct StartedRoom {
        var record: RoomRecord
        /// The number before the first of its events.
        var seqBase: Int64
        var events: [(event: StoredEvent, about: UserID?)] = []
        /// The event from which on each user has visited the live.
        var visits: [UserID: Int64] = [:]
        /// The coins that each sender has spent on gifts.
        var senders: [UserID: Coins] = [:]
        var gifts = GiftCounters()
        /// The stored messages of each topic, oldest first.
        var topics: [TopicName: [TopicMessage]] = [:]
        /// The slot of the node that runs it; nil for none.
        var home: Int64?
        /// Rises with every change of the home.
        var epoch: Int64 = MemoryTables.firstEpoch
    }

    /// The epoch in which the node that begins a live is its home.
    static let firstEpoch: Int64 = 1

    struct NumberedEntry {
        let entry: LedgerEntry
        let account: AccountID
    }

    /// Every start of a live, oldest first.
    var rooms: [StartedRoom] = []
    var roomIndex: [LiveSessionID: Int] = [:]
    var accounts: [AccountID: Account] = [:]
    /// All entries of the ledger. The first one has the number 1.
    var entries: [NumberedEntry] = []
    var orders: [OrderKey: SettledOrder] = [:]
    /// The orders that were taken back.
    var refunds: [OrderKey: RefundedOrder] = [:]
    /// The postings of each credit, by reference.
    var credits: [String: [Posting]] = [:]
    /// The orders that the app's own billing pays.
    var billing: [OrderKey: BillingOrder] = [:]
    /// The nodes that work at them; see `worker(at:)`.
    var billingWorkers: [OrderKey: NodeSeat] = [:]
    /// The callbacks for the app's backend.
    var outbox = MemoryOutbox()
    var profiles: [UserID: UserProfile] = [:]
    var catalogue = GiftCatalogue()
    var catalogueVersion: Int64 = 0
    /// Why gifting is halted; nil if it is not.
    var halt: LedgerHalt?
    /// The stream keys of lives.
    var streamKeys: [LiveID: String] = [:]
    var tickets = MemoryTickets()
    /// The links and battles between lives, by their ids.
    var courses: [String: CoHostCourse] = [:]
    /// The nodes that have joined, by slot from 1.
    var nodes: [MemoryNode] = []
    /// What the batch is checked against; nil for a process that serves alone.
    var fence: MemoryFence?
    /// What was kept for nodes that were not the homes of its lives by then, a sentence each.
    var strays: [String] = []

    /// Applies a batch in order.
    ///
    /// - Throws: An error if the caller violates the contract. The value must then be discarded.
    mutating func apply(_ writes: [StorageWrite], policy: LedgerPolicy) throws -> [StorageOutcome] {
        var outcomes: [StorageOutcome] = []
        for write in writes {
            if isMoved(write) {
                outcomes.append(.moved)
            } else if case .callbacksOfLastWrite(let drafts) = write {
                outcomes.append(.callbacks(outbox.record(outcomes.last?.tookEffect == true ? drafts : [])))
            } else {
                outcomes.append(try apply(write, policy))
            }
        }
        return outcomes
    }

    private mutating func apply(_ write: StorageWrite, _ policy: LedgerPolicy) throws -> StorageOutcome {
        switch write {
        case .createRoom(let record, let livesMax): return try create(record, livesMax: livesMax)
        case .abandonStart(let session, let at):
            if let index = roomIndex[session], rooms[index].record.endedAt == nil, isMine(index) {
                close(index, at: at)
            }
            return .kept
        case .changeRoom(let session, let changes, let drafts):
            let index = try index(of: session)
            for change in changes { rooms[index].record.apply(change) }
            return drafts.map { store($0, index) }.last.map { .event(durable: $0) } ?? .kept
        case .endRoom(let session, let at, _, let statistics, let draft, let changes):
            let index = try index(of: session)
            guard rooms[index].record.endedAt == nil else { return .event(durable: rooms[index].record.durable) }
            for change in changes { rooms[index].record.apply(change) }
            let durable = store(draft, index)
            count(statistics, index)
            rooms[index].record.endedAt = at
            forgetTopics(index)
            return .event(durable: durable)
        case .order(let order, let draft):
            return try settle(order, draft, policy)
        case .counters(let session, let statistics):
            count(statistics, try index(of: session))
            return .kept
        case .visits(let session, let visits, let time):
            keep(visits, of: session, forgettingBefore: time)
            return .kept
        case .topicMessage(let session, let topic, let message, let keptMax):
            return .topicMessage(number: keep(message, in: topic, of: session, keptMax: keptMax))
        case .streamKey(let live, let key, let replaces, _):
            if replaces || streamKeys[live] == nil { streamKeys[live] = key }
            return .streamKey(streamKeys[live] ?? key)
        case .publishTicket(let ticket, let countMax, let at):
            tickets.keep(ticket, countMax: countMax, at: at)
            return .kept
        case .redeemTicket(let text, let live, let at): return .redeemed(tickets.redeem(text, for: live, at: at))
        case .profile(let user, let profile):
            profiles[user] = profiles[user]?.merging(profile) ?? profile
            return .kept
        case .credit(let user, let coins, let reference, let at):
            return give(Credit(user: user, coins: coins, reference: reference, at: at), policy)
        case .catalogue(let catalogue):
            self.catalogue = catalogue
            catalogueVersion += 1
            return .version(catalogueVersion)
        case .rebuildBoards:
            // The scores are always exact, because the midnight of the policy never changes here.
            return .kept
        case .coHostCourse(let id, let course):
            courses[id] = course
            return .kept
        case .callbacks(let drafts): return .callbacks(outbox.record(drafts))
        case .callbackChange(let change): return .callbacks(outbox.apply(change))
        case .billing(let write): return try apply(write, policy)
        case .changeCatalogue(let changes, let version): return change(changes, ifVersion: version)
        case .halt(let halt, _, _):
            self.halt = halt
            return .kept
        case .refund(let refund): return take(back: refund, policy)
        case .callbacksOfLastWrite, .correction, .setting, .words, .operatorAct,
            .recording, .erase, .forget:
            throw StorageError("The storage in memory knows no such write: \(write).")
        }
    }
}

// MARK: - Lives

extension MemoryTables {
    private func index(of session: LiveSessionID) throws -> Int {
        guard let index = roomIndex[session] else { throw StorageError("There is no live session \"\(session)\".") }
        return index
    }

    private mutating func create(_ record: RoomRecord, livesMax: Int?) throws -> StorageOutcome {
        guard roomIndex[record.info.sessionID] == nil else {
            throw StorageError("There is a live session \"\(record.info.sessionID)\" already.")
        }
        if let start = openStart(of: record.info.liveID, for: fence?.seat.slot), start.home != .here {
            return .taken(start)
        }
        let open = rooms.indices.filter { rooms[$0].record.endedAt == nil }
        let (earlier, others) = (
            open.filter { rooms[$0].record.info.liveID == record.info.liveID },
            open.filter { rooms[$0].record.info.liveID != record.info.liveID }
        )
        let counted = others.filter {
            let other = rooms[$0].record
            return other.endsWithoutOwner && other.info.liveOwner.userID == record.info.liveOwner.userID
        }
        if let livesMax, counted.count >= livesMax { return .tooManyLives }
        // The start was committed but its answer was lost, so nobody runs it.
        for index in earlier { close(index, at: record.info.createTime) }
        var record = record
        record.topics = [:]
        record.info.totalViewerCount = record.statistics.totalViewers
        roomIndex[record.info.sessionID] = rooms.count
        let statistics = record.statistics
        let gifts = GiftCounters(
            totalGiftsSent: statistics.totalGiftsSent, totalGiftCoins: statistics.totalGiftCoins,
            totalUniqueGiftSenders: statistics.totalUniqueGiftSenders)
        let before = rooms.last { $0.record.info.liveID == record.info.liveID }?.seqBase
        let seqBase = SeqBase.next(at: record.info.createTime, after: before)
        rooms.append(StartedRoom(record: record, seqBase: seqBase, gifts: gifts, home: fence?.seat.slot))
        return .started(seqBase: seqBase)
    }

    /// Claims every open start of a node; of any, where `slot` is nil.
    mutating func claimRooms(at time: Timestamp, for slot: Int64?) -> [ClaimedRoom] {
        rooms.indices.filter { rooms[$0].record.endedAt == nil && (slot == nil || rooms[$0].home == slot) }.map {
            index in
            rooms[index].seqBase = SeqBase.next(at: time, after: rooms[index].seqBase)
            return ClaimedRoom(record: rooms[index].record, seqBase: rooms[index].seqBase)
        }
    }

    /// Whether the node that writes is the home of a start.
    private func isMine(_ index: Int) -> Bool { fence.map { rooms[index].home == $0.seat.slot } ?? true }

    private mutating func close(_ index: Int, at: Timestamp) {
        rooms[index].record.endedAt = at
        forgetTopics(index)
    }

    private mutating func store(_ draft: EventDraft, _ index: Int) -> Int64 {
        let durable = rooms[index].record.durable + 1
        rooms[index].record.durable = durable
        let event = StoredEvent(durable: durable, name: draft.name, at: draft.at, data: draft.data)
        rooms[index].events.append((event, draft.about))
        return durable
    }

    /// Stores counters. Gift counters do not change here; orders update them.
    private mutating func count(_ statistics: RoomStatistics, _ index: Int) {
        var counted = statistics
        let before = rooms[index].record.statistics
        counted.totalGiftsSent = before.totalGiftsSent
        counted.totalGiftCoins = before.totalGiftCoins
        counted.totalUniqueGiftSenders = before.totalUniqueGiftSenders
        rooms[index].record.statistics = counted
        rooms[index].record.info.totalViewerCount = counted.totalViewers
    }
}

// MARK: - Money

extension MemoryTables {
    mutating func settle(
        _ order: GiftOrder, _ draft: EventDraft, _ policy: LedgerPolicy
    ) throws -> StorageOutcome {
        let index = try index(of: order.sessionID)
        var view = LedgerView(durables: [order.sessionID: rooms[index].record.durable])
        view.settled[order.key] = orders[order.key]
        view.asked[order.key] = billingOrder(order.key, from: fence?.seat)
        view.isHalted = halt != nil && fence?.isBlind != true
        let touched =
            [.user(order.sender.userID), .house, .issuance, .biller] + order.to.map { AccountID.host($0.userID) }
        for account in touched { view.balances[account] = accounts[account]?.balance }
        let settlement = OvationRules.settle([order], policy: policy, view: &view)[0]
        if case .charged(let record, let transfers) = settlement {
            for transfer in transfers { keep(transfer) }
            guard store(draft, index) == record.durable else {
                throw StorageError("The order \(record.key.reference) has the number of another event.")
            }
            orders[record.key] = record
            let scores = count(record, index, policy.calendar)
            return .order(settlement, rooms[index].gifts.with(scores))
        }
        return .order(settlement, rooms[index].gifts)
    }

    private mutating func count(_ record: SettledOrder, _ index: Int, _ calendar: BoardCalendar) -> GiftScores {
        var gifts = rooms[index].gifts
        gifts.totalGiftsSent += record.count * record.to.count
        gifts.totalGiftCoins += record.coins.amount
        let before = rooms[index].senders[record.key.sender]
        if before == nil { gifts.totalUniqueGiftSenders += 1 }
        let inLive = (before ?? .zero).adding(record.coins) ?? .max
        rooms[index].senders[record.key.sender] = inLive
        rooms[index].gifts = gifts
        rooms[index].record.statistics.totalGiftsSent = gifts.totalGiftsSent
        rooms[index].record.statistics.totalGiftCoins = gifts.totalGiftCoins
        rooms[index].record.statistics.totalUniqueGiftSenders = gifts.totalUniqueGiftSenders
        return GiftScores(
            inLive: inLive, sender: score(.user(record.key.sender), record.coins, record.at, calendar),
            receivers: record.to.map { score(.host($0), record.coinsEach, record.at, calendar) })
    }

    private mutating func score(
        _ account: AccountID, _ coins: Coins, _ at: Timestamp, _ calendar: BoardCalendar
    ) -> BoardScore {
        var row = accounts[account] ?? Account()
        row.score.add(coins, at: at, in: calendar)
        accounts[account] = row
        return row.score
    }

    /// Returns the top rows of a board.
    func board(_ scope: BoardScope, limit: Int) -> [BoardPlace] {
        let places: [BoardPlace]
        switch scope {
        case .live(let session):
            let senders = roomIndex[session].map { rooms[$0].senders } ?? [:]
            places = senders.map { user, coins in
                BoardPlace(user: user, coins: coins, total: accounts[.user(user)]?.score.total ?? .zero)
            }
        case .all(let kind): places = self.places(kind) { $0.total }
        case .week(let kind, let week): places = self.places(kind) { $0.week == week ? $0.weekCoins : .zero }
        case .day(let kind, let day): places = self.places(kind) { $0.day == day ? $0.dayCoins : .zero }
        }
        let ranked = places.filter { $0.coins > .zero }.sorted { ($1.coins, $0.user) < ($0.coins, $1.user) }
        return Array(ranked.prefix(max(0, limit)))
    }

    private func places(_ kind: BoardKind, _ coins: (BoardScore) -> Coins) -> [BoardPlace] {
        accounts.compactMap { account, row in
            switch (kind, account) {
            case (.senders, .user(let user)), (.hosts, .host(let user)):
                BoardPlace(user: user, coins: coins(row.score), total: row.score.total)
            default: nil
            }
        }
    }

    mutating func keep(_ transfer: Transfer) {
        for posting in transfer.postings {
            let number = Int64(entries.count) + 1
            let entry = LedgerEntry(
                number: number, amount: posting.amount, kind: transfer.kind, reference: transfer.reference,
                at: transfer.at)
            entries.append(NumberedEntry(entry: entry, account: posting.account))
            var account = accounts[posting.account] ?? Account()
            // The rules have checked that the sum is in range.
            account.balance = account.balance.adding(posting.amount) ?? account.balance
            account.entries.append(number)
            accounts[posting.account] = account
        }
    }

    private mutating func give(_ credit: Credit, _ policy: LedgerPolicy) -> StorageOutcome {
        let wallet = AccountID.user(credit.user)
        var view = LedgerView()
        for account in [wallet, .issuance] { view.balances[account] = accounts[account]?.balance }
        switch view.credit(credit, first: credits[credit.reference], policy) {
        case .refused: return .creditRefused
        case .repeated: return .credited(balance: accounts[wallet]?.balance ?? .zero, repeated: true)
        case .given(let transfers):
            for transfer in transfers { keep(transfer) }
            credits[credit.reference] = credit.postings
            return .credited(balance: accounts[wallet]?.balance ?? .zero, repeated: false)
        }
    }

    /// The imbalances, one sentence each.
    var problems: [String] {
        var problems: [String] = []
        if entries.reduce(Int64(0), { $0 + $1.entry.amount.amount }) != 0 {
            problems.append("All entries together do not add up to 0.")
        }
        for (account, row) in accounts {
            let sum = row.entries.reduce(Int64(0)) { $0 + entries[Int($1) - 1].entry.amount.amount }
            if sum != row.balance.amount {
                problems.append("The account \(account) has a balance of \(row.balance), its entries add up to \(sum).")
            }
            if row.balance < .zero, !account.mayBeNegative { problems.append("The account \(account) is below zero.") }
        }
        return problems.sorted()
    }
}

extension GiftCounters {
    fileprivate func with(_ scores: GiftScores) -> GiftCounters {
        var counters = self
        counters.scores = scores
        return counters
    }
}

extension String {
    /// The text with U+0000 replaced, because a storage need not support that character.
    fileprivate var storable: String { replacing("\0", with: "\u{FFFD}") }
}
