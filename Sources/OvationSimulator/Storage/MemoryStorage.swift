package import OvationModel
package import OvationRules
package import OvationStorage
import Synchronization

/// An implementation of the storage contract in memory. The committed state is a value, which a transaction replaces as a whole or not at
/// all.
///
/// It is fast and has no disk that could interfere: exactly what was committed survives a crash. Money is decided by the server's own
/// `settle`.
package final class MemoryStorage: Storage {
    /// How orders are charged.
    package var policy: LedgerPolicy { database.policy }
    let database: MemoryDatabase
    /// The place among the nodes of the database; nil for a process that serves alone.
    package let seat: NodeSeat?
    /// The starts of lives that this node is the home of, each with its epoch.
    let homes = Mutex<[LiveSessionID: Int64]>([:])

    /// Makes an empty storage of a process that serves alone.
    package init(policy: LedgerPolicy = LedgerPolicy()) {
        database = MemoryDatabase(policy: policy) { 0 }
        seat = nil
    }

    /// Opens the storage of a node that has joined.
    init(_ database: MemoryDatabase, seat: NodeSeat) {
        self.database = database
        self.seat = seat
    }

    /// Opens the storage for somebody who only reads, such as an auditor.
    init(reading database: MemoryDatabase) {
        self.database = database
        seat = nil
    }

    package var cluster: (any ClusterStorage)? { seat.map { MemoryMember(storage: self, seat: $0) } }

    package func secure() async throws {
        guard let seat else { return }
        guard database.tables.withLock({ $0.isServing(seat) }) else { throw MemoryDatabase.goneError }
    }

    package func commit(_ writes: [StorageWrite]) async throws -> [StorageOutcome] { try commitAtOnce(writes) }

    /// Commits a batch in this call.
    ///
    /// - Parameters:
    ///   - isFenced: False to pass the fence unchecked, for a planted bug.
    ///   - isBlind: True to charge orders while gifting is halted, for a planted bug.
    func commitAtOnce(
        _ writes: [StorageWrite], isFenced: Bool = true, isBlind: Bool = false
    ) throws -> [StorageOutcome] {
        guard let seat else { return try commit(writes, fence: nil) }
        let fence = MemoryFence(seat: seat, homes: homes.withLock { $0 }, isDown: !isFenced, isBlind: isBlind)
        let outcomes = try commit(writes, fence: fence)
        homes.withLock { homes in
            for case (.createRoom(let record, _), .started) in zip(writes, outcomes) {
                homes[record.info.sessionID] = MemoryTables.firstEpoch
            }
        }
        return outcomes
    }

    private func commit(_ writes: [StorageWrite], fence: MemoryFence?) throws -> [StorageOutcome] {
        try database.tables.withLock { tables in
            if let fence, !fence.isDown, !tables.isServing(fence.seat) { throw MemoryDatabase.goneError }
            var changed = tables
            changed.fence = fence
            let outcomes = try changed.apply(writes, policy: policy)
            if let fence { changed.noteStrays(writes, outcomes, of: fence, before: tables) }
            changed.fence = nil
            tables = changed
            return outcomes
        }
    }

    package func openRooms() async throws -> [RoomRecord] {
        database.tables.withLock { tables in
            tables.rooms.filter { $0.record.endedAt == nil && (seat == nil || $0.home == seat?.slot) }.map(\.record)
        }
    }

    package func claimRooms(at time: Timestamp) async throws -> [ClaimedRoom] {
        database.tables.withLock { $0.claimRooms(at: time, for: seat?.slot) }
    }

    package func lastRoom(_ liveID: LiveID) async throws -> RoomRecord? {
        database.tables.withLock { $0.rooms.last { $0.record.info.liveID == liveID }?.record }
    }

    package func openStart(of liveID: LiveID) async throws -> OpenStart? {
        database.tables.withLock { $0.openStart(of: liveID, for: seat?.slot) }
    }

    package func profiles(of users: [UserID]) async throws -> [UserID: UserProfile] {
        database.tables.withLock { tables in
            users.reduce(into: [:]) { $0[$1] = tables.profiles[$1] }
        }
    }

    package func balance(of account: AccountID) async throws -> Coins? {
        database.tables.withLock { $0.accounts[account]?.balance }
    }

    package func entries(of account: AccountID, before: Int64?, limit: Int) async throws -> [LedgerEntry] {
        database.tables.withLock { tables in
            var numbers = (tables.accounts[account]?.entries ?? [])[...]
            if let before { numbers = numbers.firstIndex(of: before).map { numbers[..<$0] } ?? [] }
            return numbers.suffix(limit).reversed().map { tables.entries[Int($0) - 1].entry }
        }
    }

    package func order(_ key: OrderKey) async throws -> SettledOrder? { database.tables.withLock { $0.orders[key] } }

    package func postings(of order: OrderKey) async throws -> [Posting] {
        database.tables.withLock { tables in
            guard tables.orders[order] != nil else { return [] }
            return tables.entries.filter { $0.entry.kind == .gift && $0.entry.reference == order.reference }
                .map { Posting(account: $0.account, amount: $0.entry.amount) }
        }
    }

    package func events(of session: LiveSessionID, after durable: Int64, limit: Int) async throws -> [StoredEvent] {
        database.tables.withLock { tables in
            guard let index = tables.roomIndex[session] else { return [] }
            let events = tables.rooms[index].events
            let from = Int(min(max(durable, 0), Int64(events.count)))
            return events[from...].prefix(max(limit, 0)).map(\.event)
        }
    }

    package func lastEvents(
        of sessions: [LiveSessionID], since: Timestamp, limit: Int
    ) async throws -> [LiveSessionID: [StoredEvent]] {
        database.tables.withLock { tables in
            sessions.reduce(into: [:]) { found, session in
                guard let index = tables.roomIndex[session], let last = tables.rooms[index].events.last,
                    last.event.at >= since
                else { return }
                found[session] = tables.rooms[index].events.suffix(max(limit, 0)).map(\.event)
            }
        }
    }

    package func visit(of user: UserID, in session: LiveSessionID, of liveID: LiveID) async throws -> PastVisit? {
        database.tables.withLock { tables in
            guard let index = tables.roomIndex[session], tables.rooms[index].record.info.liveID == liveID else {
                return nil
            }
            return tables.visit(of: user, index)
        }
    }

    package func topicMessages(
        of session: LiveSessionID, topic: TopicName, after number: Int64, limit: Int
    ) async throws -> [TopicMessage] {
        database.tables.withLock { tables in
            let kept = tables.roomIndex[session].flatMap { tables.rooms[$0].topics[topic] } ?? []
            return Array(kept.filter { ($0.number ?? 0) > number }.prefix(max(limit, 0)))
        }
    }

    package func billingOrder(_ key: OrderKey) async throws -> BillingOrder? {
        database.tables.withLock { $0.billingOrder(key, from: seat) }
    }

    package func billingOrders(_ query: BillingQuery) async throws -> [BillingOrder] {
        database.tables.withLock { $0.billingOrders(query, from: seat) }
    }

    package func claimBillingOrders(
        in states: [BillingState], dueBy time: Timestamp, until: Timestamp, limit: Int
    ) async throws -> [BillingOrder] {
        let query = BillingQuery(states: states, dueBy: time, limit: limit)
        guard let seat else { return try await billingOrders(query) }
        return try database.tables.withLock { try $0.claimBillingOrders(query, until: until, for: seat) }
    }

    package func streamKey(of liveID: LiveID) async throws -> String? {
        database.tables.withLock { $0.streamKeys[liveID] }
    }

    package func live(ofStreamKey key: String) async throws -> LiveID? {
        let lives = database.tables.withLock { tables in tables.streamKeys.filter { $0.value == key }.map(\.key) }
        return lives.count == 1 ? lives[0] : nil
    }

    package func catalogue() async throws -> GiftCatalogue { database.tables.withLock { $0.catalogue } }

    package func versions() async throws -> StoredVersions {
        StoredVersions([VersionedContent.catalogue.name: database.tables.withLock { $0.catalogueVersion }])
    }

    package func auditLedger() async throws -> LedgerAudit {
        database.tables.withLock { tables in
            LedgerAudit(
                accounts: tables.accounts.count, entries: tables.entries.count, orders: tables.orders.count,
                problems: tables.problems)
        }
    }

    package func board(_ scope: BoardScope, limit: Int) async throws -> [BoardPlace] {
        database.tables.withLock { $0.board(scope, limit: limit) }
    }

    package func boards(of sessions: [LiveSessionID], limit: Int) async throws -> [LiveSessionID: [BoardPlace]] {
        database.tables.withLock { tables in
            sessions.reduce(into: [:]) { $0[$1] = tables.board(.live($1), limit: limit) }
        }
    }

    package func callbackLanes(limit: Int) async throws -> [CallbackLane] {
        database.tables.withLock { $0.outbox.lanes(limit: limit) }
    }

    package func callbacks(of liveID: LiveID, limit: Int) async throws -> [StoredCallback] {
        database.tables.withLock { $0.outbox.callbacks(of: liveID, limit: limit) }
    }

    package func callbackCounts() async throws -> CallbackCounts { database.tables.withLock { $0.outbox.counts } }

    package func deadCallbacks(after number: Int64, limit: Int) async throws -> [DeadCallback] {
        database.tables.withLock { $0.outbox.dead(after: number, limit: limit) }
    }

    package func close() async throws {}
}

// MARK: - Features that the simulated world does not use

// There are no settings, filter words and moderation logs. Writes to them are refused, so that a world that starts to use them fails
// instead of losing data.
extension MemoryStorage {
    package func words() async throws -> [FilterWord] { [] }

    package func moderationLog(of liveID: LiveID, before: Int64?, limit: Int) async throws -> [ModerationEntry] { [] }

    package func operatorLog(_ query: OperatorLogQuery) async throws -> [OperatorLogEntry] { [] }

    package func userRecords(_ query: UserRecordQuery) async throws -> UserRecordPage {
        throw StorageError("The storage in memory exports no user.")
    }

    package func openErasures() async throws -> [UserID: UserID] { [:] }

    package func sanctions(of user: UserID, after liveID: LiveID?, limit: Int) async throws -> [Sanction] { [] }

    package func recordings(_ query: RecordingQuery) async throws -> [RecordingEntry] { [] }

    package func recording(_ id: RecordingID) async throws -> Recording? { nil }

    package func recordingBytes() async throws -> Int64 { 0 }

    package func coHostCourses() async throws -> [CoHostCourse] {
        database.tables.withLock { tables in tables.courses.sorted { $0.key < $1.key }.map(\.value) }
    }

    package func setting(_ name: String) async throws -> [UInt8]? { nil }

    package func ledgerHalt() async throws -> LedgerHalt? { database.tables.withLock { $0.halt } }

    package func giftCounters(
        of session: LiveSessionID, from sender: UserID?, in times: ClosedRange<Timestamp>?
    ) async throws -> GiftCounters {
        database.tables.withLock { tables in
            let orders = tables.orders.values.filter { order in
                order.sessionID == session && (sender ?? order.key.sender) == order.key.sender
                    && (times?.contains(order.at) ?? true)
            }
            return GiftCounters(
                totalGiftsSent: orders.reduce(0) { $0 + $1.count * $1.to.count },
                totalGiftCoins: orders.reduce(0) { $0 + $1.coins.amount },
                totalUniqueGiftSenders: Set(orders.map(\.key.sender)).count)
        }
    }

    package func hostEarnings(of liveID: LiveID, in session: LiveSessionID?) async throws -> HostEarnings? {
        database.tables.withLock { $0.hostEarnings(of: liveID, in: session) }
    }

    package func audit(_ run: LedgerAuditRun, entriesMax: Int) async throws -> LedgerAuditRun {
        throw StorageError("The storage in memory is audited as a whole.")
    }
}
