public import OvationModel
public import OvationRules
public import OvationStorage
import Synchronization

/// A storage whose disk fails when a test or a seed says so.
public final class FaultyStorage: Storage {
    /// What happens to one commit.
    public enum Fault: Hashable, Sendable {
        /// Nothing goes wrong.
        case none
        /// It throws, and nothing of the batch is kept.
        case failBefore
        /// It throws although the batch is kept: the answer was lost.
        case failAfter
        /// It waits until ``FaultyStorage/release()``, then goes well.
        case hold
        /// It lets others run so many times first, then goes well.
        case yield(Int)
    }

    /// A kind of reading that can be held.
    public enum Reading: Hashable, Sendable {
        /// Stored events of a live.
        case events
        /// A board.
        case board
        /// The key of a live's stream.
        case streamKey
    }

    /// How often which fault happens, from 0 to 1 each; together at most 1.
    public struct Odds: Hashable, Sendable {
        /// How often ``Fault/failBefore``.
        public var failBefore: Double
        /// How often ``Fault/failAfter``.
        public var failAfter: Double
        /// How often ``Fault/yield(_:)``, 1 to 10 times.
        public var yield: Double

        /// Makes odds.
        public init(failBefore: Double = 0, failAfter: Double = 0, yield: Double = 0) {
            self.failBefore = failBefore
            self.failAfter = failAfter
            self.yield = yield
        }
    }

    private struct State {
        var script: [Fault] = []
        var odds = Odds()
        var generator: SeededGenerator
        var isDown = false
        var held: [CheckedContinuation<Void, Never>] = []
        var awaiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var commits = 0
        var ordersMost = 0
        var injected = 0
        var kept: [StorageWrite] = []
        var failing: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var readsToHold: [Reading: Int] = [:]
        var heldReads: [CheckedContinuation<Void, Never>] = []
        var awaitingReads: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var watching: [(isEnough: @Sendable ([StorageWrite]) -> Bool, continuation: CheckedContinuation<Void, Never>)] =
            []

        mutating func drawFault() -> Fault {
            let drawn = Double.random(in: 0..<1, using: &generator)
            if drawn < odds.failBefore { return .failBefore }
            if drawn < odds.failBefore + odds.failAfter { return .failAfter }
            if drawn < odds.failBefore + odds.failAfter + odds.yield { return .yield(generator.number(1...10)) }
            return .none
        }
    }

    /// The storage that keeps what is kept.
    public let base: any Storage
    private let state: Mutex<State>

    /// Wraps a storage. Nothing goes wrong until a script or odds say so.
    ///
    /// - Parameter seed: what decides where odds are set.
    public init(_ base: any Storage, seed: UInt64 = 0) {
        self.base = base
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
    }

    /// Says what happens to the next commits, in their order. Comes before the odds.
    public func script(_ faults: Fault...) { state.withLock { $0.script += faults } }

    /// Says how often what happens to commits that no script speaks of.
    public func set(_ odds: Odds) { state.withLock { $0.odds = odds } }

    /// Takes the disk away, for reading too, or gives it back.
    public func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }

    /// How many commits were asked for.
    public var commitCount: Int { state.withLock { $0.commits } }

    /// The most orders of one commit that was kept.
    public var ordersMost: Int { state.withLock { $0.ordersMost } }

    /// How many of them were made to throw.
    public var failureCount: Int { state.withLock { $0.injected } }

    /// Waits until so many commits are held.
    public func waitUntilHeld(_ count: Int = 1) async {
        let wait = Patience.begin("\(count) held commits")
        defer { wait.end() }
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.held.count >= count { return true }
                state.awaiting.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    /// Lets every held commit go on.
    public func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    /// Keeps a batch, or fails as scripted.
    public func commit(_ writes: [StorageWrite]) async throws -> [StorageOutcome] {
        switch nextFault() {
        case .none: break
        case .failBefore: throw StorageError("An injected fault: nothing was kept.")
        case .failAfter:
            _ = try await base.commit(writes)
            note(writes)
            throw StorageError("An injected fault: the answer was lost.")
        case .hold: await hold()
        case .yield(let times): for _ in 0..<times { await Task.yield() }
        }
        let outcomes = try await base.commit(writes)
        note(writes)
        return outcomes
    }

    /// Waits until what was kept since this storage was made is enough; all of it then.
    @discardableResult
    public func kept(until isEnough: @escaping @Sendable ([StorageWrite]) -> Bool) async -> [StorageWrite] {
        let wait = Patience.begin("enough that is kept")
        defer { wait.end() }
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if isEnough(state.kept) { return true }
                state.watching.append((isEnough, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
        return state.withLock { $0.kept }
    }

    /// Waits until so many commits were made to throw.
    public func failed(_ count: Int) async {
        let wait = Patience.begin("\(count) commits that fail")
        defer { wait.end() }
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.injected >= count { return true }
                state.failing.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    private func note(_ writes: [StorageWrite]) {
        let ready = state.withLock { state in
            state.kept += writes
            state.ordersMost = max(state.ordersMost, writes.count { if case .order = $0 { true } else { false } })
            let kept = state.kept
            let ready = state.watching.filter { $0.isEnough(kept) }
            state.watching.removeAll { $0.isEnough(kept) }
            return ready.map(\.continuation)
        }
        for continuation in ready { continuation.resume() }
    }

    private func nextFault() -> Fault {
        let (fault, ready) = drawFault()
        for continuation in ready { continuation.resume() }
        return fault
    }

    private func drawFault() -> (Fault, [CheckedContinuation<Void, Never>]) {
        state.withLock { state in
            state.commits += 1
            let fault =
                state.isDown ? .failBefore : state.script.isEmpty ? state.drawFault() : state.script.removeFirst()
            if fault == .failBefore || fault == .failAfter { state.injected += 1 }
            let injected = state.injected
            let ready = state.failing.filter { $0.count <= injected }.map(\.continuation)
            state.failing.removeAll { $0.count <= injected }
            return (fault, ready)
        }
    }

    private func hold() async {
        let wait = Patience.begin("the release of a held commit")
        defer { wait.end() }
        await withCheckedContinuation { continuation in
            let reached = state.withLock { state in
                state.held.append(continuation)
                let held = state.held.count
                defer { state.awaiting.removeAll { $0.count <= held } }
                return state.awaiting.filter { $0.count <= held }
            }
            for waiter in reached { waiter.continuation.resume() }
        }
    }

    /// Holds the next readings of a kind until ``releaseReads()``. Later ones, and those of other kinds, overtake them.
    public func holdReads(_ count: Int, of reading: Reading) { state.withLock { $0.readsToHold[reading] = count } }

    /// Waits until so many of these readings are held.
    public func waitUntilReading(_ count: Int = 1) async {
        let wait = Patience.begin("\(count) held readings")
        defer { wait.end() }
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.heldReads.count >= count { return true }
                state.awaitingReads.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    /// Lets every held reading go on.
    public func releaseReads() {
        let held = state.withLock { state in
            defer { state.heldReads = [] }
            return state.heldReads
        }
        for continuation in held { continuation.resume() }
    }

    private func hold(_ reading: Reading) async {
        let isHeld = state.withLock { state in
            guard let count = state.readsToHold[reading], count > 0 else { return false }
            state.readsToHold[reading] = count - 1
            return true
        }
        guard isHeld else { return }
        let wait = Patience.begin("the release of a held reading")
        defer { wait.end() }
        await withCheckedContinuation { continuation in
            let reached = state.withLock { state in
                state.heldReads.append(continuation)
                let held = state.heldReads.count
                defer { state.awaitingReads.removeAll { $0.count <= held } }
                return state.awaitingReads.filter { $0.count <= held }
            }
            for waiter in reached { waiter.continuation.resume() }
        }
    }

    private func reading() throws -> any Storage {
        guard !state.withLock({ $0.isDown }) else { throw StorageError("An injected fault: the disk is gone.") }
        return base
    }
}

// MARK: - Reading

extension FaultyStorage {
    /// See ``OvationStorage/Storage/openRooms()``.
    public func openRooms() async throws -> [RoomRecord] { try await reading().openRooms() }

    /// See ``OvationStorage/Storage/lastRoom(_:)``.
    public func lastRoom(_ liveID: LiveID) async throws -> RoomRecord? { try await reading().lastRoom(liveID) }

    /// See ``OvationStorage/Storage/profiles(of:)``.
    public func profiles(of users: [UserID]) async throws -> [UserID: UserProfile] {
        try await reading().profiles(of: users)
    }

    /// See ``OvationStorage/Storage/balance(of:)``.
    public func balance(of account: AccountID) async throws -> Coins? { try await reading().balance(of: account) }

    /// See ``OvationStorage/Storage/entries(of:before:limit:)``.
    public func entries(of account: AccountID, before: Int64?, limit: Int) async throws -> [LedgerEntry] {
        try await reading().entries(of: account, before: before, limit: limit)
    }

    /// See ``OvationStorage/Storage/order(_:)``.
    public func order(_ key: OrderKey) async throws -> SettledOrder? { try await reading().order(key) }

    /// See ``OvationStorage/Storage/events(of:after:limit:)``.
    public func events(of session: LiveSessionID, after durable: Int64, limit: Int) async throws -> [StoredEvent] {
        await hold(.events)
        return try await reading().events(of: session, after: durable, limit: limit)
    }

    /// See ``OvationStorage/Storage/topicMessages(of:topic:after:limit:)``.
    public func topicMessages(
        of session: LiveSessionID, topic: TopicName, after number: Int64, limit: Int
    ) async throws -> [TopicMessage] {
        try await reading().topicMessages(of: session, topic: topic, after: number, limit: limit)
    }

    /// See ``OvationStorage/Storage/visit(of:in:of:)``.
    public func visit(of user: UserID, in session: LiveSessionID, of liveID: LiveID) async throws -> PastVisit? {
        try await reading().visit(of: user, in: session, of: liveID)
    }

    /// See ``OvationStorage/Storage/words()``.
    public func words() async throws -> [FilterWord] { try await reading().words() }

    /// See ``OvationStorage/Storage/moderationLog(of:before:limit:)``.
    public func moderationLog(of liveID: LiveID, before: Int64?, limit: Int) async throws -> [ModerationEntry] {
        try await reading().moderationLog(of: liveID, before: before, limit: limit)
    }

    /// See ``OvationStorage/Storage/sanctions(of:after:limit:)``.
    public func sanctions(of user: UserID, after liveID: LiveID?, limit: Int) async throws -> [Sanction] {
        try await reading().sanctions(of: user, after: liveID, limit: limit)
    }

    /// See ``OvationStorage/Storage/streamKey(of:)``.
    public func streamKey(of liveID: LiveID) async throws -> String? {
        let key = try await reading().streamKey(of: liveID)
        await hold(.streamKey)
        return key
    }

    /// See ``OvationStorage/Storage/live(ofStreamKey:)``.
    public func live(ofStreamKey key: String) async throws -> LiveID? {
        try await reading().live(ofStreamKey: key)
    }

    /// See ``OvationStorage/Storage/catalogue()``.
    public func catalogue() async throws -> GiftCatalogue { try await reading().catalogue() }

    /// See ``OvationStorage/Storage/setting(_:)``.
    public func setting(_ name: String) async throws -> [UInt8]? { try await reading().setting(name) }

    /// See ``OvationStorage/Storage/callbackLanes(limit:)``.
    public func callbackLanes(limit: Int) async throws -> [CallbackLane] {
        try await reading().callbackLanes(limit: limit)
    }

    /// See ``OvationStorage/Storage/callbacks(of:limit:)``.
    public func callbacks(of liveID: LiveID, limit: Int) async throws -> [StoredCallback] {
        try await reading().callbacks(of: liveID, limit: limit)
    }

    /// See ``OvationStorage/Storage/callbackCounts()``.
    public func callbackCounts() async throws -> CallbackCounts { try await reading().callbackCounts() }

    /// See ``OvationStorage/Storage/deadCallbacks(after:limit:)``.
    public func deadCallbacks(after number: Int64, limit: Int) async throws -> [DeadCallback] {
        try await reading().deadCallbacks(after: number, limit: limit)
    }

    /// See ``OvationStorage/Storage/giftCounters(of:from:in:)``.
    public func giftCounters(
        of session: LiveSessionID, from sender: UserID?, in times: ClosedRange<Timestamp>?
    ) async throws -> GiftCounters {
        try await reading().giftCounters(of: session, from: sender, in: times)
    }

    /// See ``OvationStorage/Storage/board(_:limit:)``.
    public func board(_ scope: BoardScope, limit: Int) async throws -> [BoardPlace] {
        await hold(.board)
        return try await reading().board(scope, limit: limit)
    }

    /// See ``OvationStorage/Storage/auditLedger()``.
    public func auditLedger() async throws -> LedgerAudit { try await reading().auditLedger() }

    /// See ``OvationStorage/Storage/audit(_:entriesMax:)``.
    public func audit(_ run: LedgerAuditRun, entriesMax: Int) async throws -> LedgerAuditRun {
        try await reading().audit(run, entriesMax: entriesMax)
    }

    /// See ``OvationStorage/Storage/billingOrder(_:)``.
    public func billingOrder(_ key: OrderKey) async throws -> BillingOrder? { try await reading().billingOrder(key) }

    /// See ``OvationStorage/Storage/billingOrders(_:)``.
    public func billingOrders(_ query: BillingQuery) async throws -> [BillingOrder] {
        try await reading().billingOrders(query)
    }

    /// See ``OvationStorage/Storage/ledgerHalt()``.
    public func ledgerHalt() async throws -> LedgerHalt? { try await reading().ledgerHalt() }

    /// Closes the storage inside, whatever is down.
    public func close() async throws { try await base.close() }
}
