import OvationRules
public import OvationStorage
import Synchronization

/// A storage whose commits and readings fail as a test or a seed says.
public final class FaultyStorage: Storage {
    /// The fate of one commit.
    public enum Fault: Hashable, Sendable {
        /// Commits.
        case none
        /// Throws without committing.
        case failBefore
        /// Commits and throws, as if the answer were lost.
        case failAfter
        /// Waits until ``FaultyStorage/release()``, then commits.
        case hold
        /// Yields to other tasks this often, then commits.
        case yield(Int)
    }

    /// A kind of reading that a test can hold.
    public enum Reading: Hashable, Sendable {
        /// The stored events of a live.
        case events
        /// A board.
        case board
        /// The stream key of a live.
        case streamKey
    }

    /// The probability of each fault, from 0 to 1; together at most 1.
    public struct Odds: Hashable, Sendable {
        /// The probability of ``Fault/failBefore``.
        public var failBefore: Double
        /// The probability of ``Fault/failAfter``.
        public var failAfter: Double
        /// The probability of ``Fault/yield(_:)``, with 1 to 10 yields.
        public var yield: Double

        /// Makes odds. Without arguments every commit succeeds.
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
        var isTakenOver = false
        var confirmations = 0
        var home: OpenStart.Home?
        var isRefused: (@Sendable (StorageWrite) -> Bool)?
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

    /// The wrapped storage.
    public let base: any Storage
    private let state: Mutex<State>

    /// Wraps a storage. Nothing fails until a test scripts faults or sets odds.
    ///
    /// - Parameter seed: the seed of the odds.
    public init(_ base: any Storage, seed: UInt64 = 0) {
        self.base = base
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
    }

    /// Sets the fates of the next commits, in order. A script overrides the odds.
    ///
    /// A commit of counters alone takes no fate from it: a live writes them when its clock says so, not when a test does something.
    public func script(_ faults: Fault...) { state.withLock { $0.script += faults } }

    /// Sets the odds for commits without a script.
    public func set(_ odds: Odds) { state.withLock { $0.odds = odds } }

    /// Makes every commit and reading fail, or ends that.
    public func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }

    /// Makes ``secure()`` fail, as if another process had taken over; commits are not affected.
    public func setTakenOver() { state.withLock { $0.isTakenOver = true } }

    /// How often somebody made sure that the process may still write.
    public var confirmationCount: Int { state.withLock { $0.confirmations } }

    /// Makes sure that the process may still write.
    public func secure() async throws {
        let isTakenOver = state.withLock { state in
            state.confirmations += 1
            return state.isTakenOver || state.isDown
        }
        if isTakenOver { throw StorageError("An injected fault: another process has taken over.") }
        try await base.secure()
    }

    /// Says of every open live that it is at this home; nil says where it is.
    public func setHomeOfLives(_ home: OpenStart.Home?) { state.withLock { $0.home = home } }

    /// The home that every open live is said to be at; nil for where it is.
    var homeOfLives: OpenStart.Home? { state.withLock { $0.home } }

    /// Makes every commit with such a write fail. Other commits are not affected.
    public func refuse(where isRefused: @escaping @Sendable (StorageWrite) -> Bool) {
        state.withLock { $0.isRefused = isRefused }
    }

    /// How many commits were requested.
    public var commitCount: Int { state.withLock { $0.commits } }

    /// The largest number of orders in one successful commit.
    public var ordersMost: Int { state.withLock { $0.ordersMost } }

    /// How many commits were made to throw.
    public var failureCount: Int { state.withLock { $0.injected } }

    /// Waits until this many commits are held.
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

    /// Lets every held commit continue.
    public func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    /// Commits a batch, or fails as scripted.
    public func commit(_ writes: [StorageWrite]) async throws -> [StorageOutcome] {
        switch nextFault(of: writes) {
        case .none: break
        case .failBefore: throw fail("An injected fault: nothing was kept.")
        case .failAfter:
            _ = try await base.commit(writes)
            note(writes)
            throw fail("An injected fault: the answer was lost.")
        case .hold: await hold()
        case .yield(let times): for _ in 0..<times { await Task.yield() }
        }
        let outcomes = try await base.commit(writes)
        note(writes)
        return outcomes
    }

    /// Waits until `isEnough` accepts the committed writes. Returns all of them.
    @discardableResult
    public func kept(until isEnough: @escaping @Sendable ([StorageWrite]) -> Bool) async -> [StorageWrite] {
        let wait = Patience.begin("enough committed writes")
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

    /// Waits until this many commits were made to throw.
    public func failed(_ count: Int) async {
        let wait = Patience.begin("\(count) failed commits")
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

    private func nextFault(of writes: [StorageWrite]) -> Fault {
        let isScripted = writes.isEmpty || !writes.allSatisfy { if case .counters = $0 { true } else { false } }
        return state.withLock { state in
            state.commits += 1
            if state.isDown { return .failBefore }
            if let isRefused = state.isRefused, writes.contains(where: isRefused) { return .failBefore }
            if state.script.isEmpty { return state.drawFault() }
            return isScripted ? state.script.removeFirst() : .none
        }
    }

    /// Counts a failure once it has happened, and tells those who wait for it.
    private func fail(_ reason: String) -> StorageError {
        let ready = state.withLock { state in
            state.injected += 1
            let injected = state.injected
            defer { state.failing.removeAll { $0.count <= injected } }
            return state.failing.filter { $0.count <= injected }.map(\.continuation)
        }
        for continuation in ready { continuation.resume() }
        return StorageError(reason)
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

    /// Holds the next readings of a kind until ``releaseReads()``. All other readings overtake them.
    public func holdReads(_ count: Int, of reading: Reading) { state.withLock { $0.readsToHold[reading] = count } }

    /// Waits until this many readings are held.
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

    /// Lets every held reading continue.
    public func releaseReads() {
        let held = state.withLock { state in
            defer { state.heldReads = [] }
            return state.heldReads
        }
        for continuation in held { continuation.resume() }
    }

    func hold(_ reading: Reading) async {
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

    func reading() throws -> any Storage {
        guard !state.withLock({ $0.isDown }) else { throw StorageError("An injected fault: the disk is gone.") }
        return base
    }
}
