package import Logging
package import NIOCore
package import OvationModel
package import OvationObservability
import OvationRules
package import OvationStorage
import OvationSupport
import ServiceLifecycle
import Synchronization

/// Hands writes to the storage, many to a transaction: gifts first, and everything of a live in the order in which it came.
///
/// While one transaction is on its way to the disk the next batch gathers: writes that arrive together share one commit, and a
/// lone write waits for no other. The answers come on the event loop that asked, in the order in which they were kept.
package final class Journal: Service, Sendable {
    package typealias Completion = @Sendable (Result<StorageOutcome, Rejection>) -> Void

    private struct Entry: Sendable {
        /// What to keep; nil for a barrier, which only waits for its turn.
        let write: StorageWrite?
        /// The callbacks to the app's backend, kept in the same transaction.
        var callbacks: [CallbackDraft] = []
        let eventLoop: (any EventLoop)?
        let completion: Completion?
    }

    private struct State: Sendable {
        var queue: JournalQueue<Entry>
        var isClosed = false
        var lastBatchFailed = false
        var slowCommits = SlowCommits()
        var refusedCommits = RefusedCommits()
        var onCallbacks: @Sendable (CallbackCounts?, Bool) -> Void = { _, _ in }
        var onRefunds: @Sendable (Set<UserID>) -> Void = { _ in }
        var onMoved: @Sendable (Set<LiveSessionID>) -> Void = { _ in }
        var answering: @Sendable (any EventLoop, () -> Void) -> Void = { _, work in work() }
    }

    private let storage: any Storage
    private let metrics: ServerMetrics
    private let logger: Logger
    private let state: Mutex<State>
    private let wakeUps: AsyncStream<Void>
    private let wakeUp: AsyncStream<Void>.Continuation

    package init(storage: any Storage, limits: Limits, metrics: ServerMetrics, logger: Logger) {
        self.storage = storage
        self.metrics = metrics
        self.logger = logger
        state = Mutex(State(queue: JournalQueue(limits: limits)))
        (wakeUps, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Sets the function that is called after a batch that concerns callbacks to the app's backend.
    ///
    /// `body` is given how many callbacks are kept, nil where the storage failed, and whether there may be something to deliver. It is
    /// called in the order of the batches, so that the last number is the right one.
    func onCallbacks(_ body: @escaping @Sendable (_ counts: CallbackCounts?, _ mayDeliver: Bool) -> Void) {
        state.withLock { $0.onCallbacks = body }
    }

    /// Sets the function that is called when orders were refunded, with the senders of the orders.
    package func onRefunds(_ body: @escaping @Sendable (Set<UserID>) -> Void) { state.withLock { $0.onRefunds = body } }

    /// Sets the function that is called when starts of lives turn out to be another node's, before the writes for them are refused.
    package func onMoved(_ body: @escaping @Sendable (Set<LiveSessionID>) -> Void) {
        state.withLock { $0.onMoved = body }
    }

    /// Says what stands around the answers of a batch on an event loop: `body` is called there and runs the work it is given.
    package func answering(_ body: @escaping @Sendable (any EventLoop, () -> Void) -> Void) {
        state.withLock { $0.answering = body }
    }

    /// Keeps a write.
    ///
    /// - Parameters:
    ///   - callbacks: callbacks for the app's backend: stored with the write, and only if it takes effect.
    ///   - session: the start of a live that it belongs to, where the write itself does not say so.
    ///   - eventLoop: where the answer comes; nil when no caller waits for it.
    ///   - completion: told when the write is durable, or why it is not: `storageUnavailable`.
    package func submit(
        _ write: StorageWrite, telling callbacks: [CallbackDraft] = [], of session: LiveSessionID? = nil,
        on eventLoop: (any EventLoop)?, _ completion: Completion?
    ) {
        let place = write.journalPlace
        let lane = session.map(JournalLane.live) ?? place.lane
        let entry = Entry(write: write, callbacks: callbacks, eventLoop: eventLoop, completion: completion)
        let accepted = enqueue { $0.append(entry, to: lane, isGift: place.isGift) }
        guard !accepted else { return }
        // A caller without an event loop is answered on the current thread.
        let refuse: @Sendable () -> Void = { completion?(.failure(Rejection(.storageUnavailable))) }
        if let eventLoop { eventLoop.execute(refuse) } else { refuse() }
    }

    private func enqueue(_ append: (inout JournalQueue<Entry>) -> Bool) -> Bool {
        let accepted = state.withLock { !$0.isClosed && append(&$0.queue) }
        if accepted { wakeUp.yield() }
        return accepted
    }

    /// Waits until everything that was submitted before is kept, or refused.
    ///
    /// - Throws: `storageUnavailable` where the storage refused the batch.
    package func barrier() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            let entry = Entry(write: nil, eventLoop: nil) { result in
                continuation.resume(with: result.map { _ in () }.mapError { $0 as any Error })
            }
            let accepted = enqueue { $0.appendBarrier(entry) }
            if !accepted { continuation.resume(throwing: Rejection(.storageUnavailable)) }
        }
    }

    /// Writes until the server stops and everything is kept.
    package func run() async {
        await withGracefulShutdownHandler {
            for await _ in wakeUps {
                while let batch = takeBatch() { await commit(batch) }
                if state.withLock({ $0.isClosed && $0.queue.isEmpty }) { break }
            }
        } onGracefulShutdown: {
            self.close()
        }
        // A cancelled task leaves writes behind. Their completions get an error: they are not kept.
        let left = state.withLock { state in
            state.isClosed = true
            return state.queue.drain()
        }
        answer(left, Array(repeating: .failure(Rejection(.storageUnavailable)), count: left.count))
    }

    /// Refuses further writes; `run` returns when those that are waiting are kept.
    private func close() {
        state.withLock { $0.isClosed = true }
        wakeUp.yield()
    }

    /// Whether the storage took the last batch.
    package var isHealthy: Bool { state.withLock { !$0.lastBatchFailed } }

    /// Writes something small where the storage refused the last batch and nothing waits that would find out.
    ///
    /// A server that is not ready gets no requests, so without this it would not notice that the disk has room again. Call it
    /// now and then.
    package func tryAgainAfterFailure(at now: Timestamp) {
        guard state.withLock({ $0.lastBatchFailed && $0.queue.isEmpty }) else { return }
        submit(.setting(Self.trialSetting, Array("\(now.milliseconds)".utf8)), on: nil, nil)
    }

    /// The setting that is written to see whether the storage takes anything.
    static let trialSetting = "journal.trial"

    /// How many writes wait.
    package var pendingCount: Int { state.withLock { $0.queue.count } }

    private func takeBatch() -> [Entry]? {
        let batch = state.withLock { $0.queue.takeBatch() }
        return batch.isEmpty ? nil : batch
    }

    private func commit(_ batch: [Entry]) async {
        let started = ContinuousClock.now
        let results: [Result<StorageOutcome, Rejection>]
        var writes: [StorageWrite] = []
        for entry in batch {
            if let write = entry.write { writes.append(write) }
            if !entry.callbacks.isEmpty { writes.append(.callbacksOfLastWrite(entry.callbacks)) }
        }
        let mayDeliver = writes.contains(where: \.recordsCallbacks)
        do {
            let outcomes = writes.isEmpty ? [] : try await storage.commit(writes)
            precondition(outcomes.count == writes.count, "storage answers every write")
            var rest = outcomes[...]
            results = batch.map { entry in
                let outcome: StorageOutcome = entry.write == nil ? .kept : rest.removeFirst()
                if !entry.callbacks.isEmpty { rest.removeFirst() }
                return outcome == .moved ? .failure(Rejection(.liveMoved)) : .success(outcome)
            }
            let moved = zip(writes, outcomes).compactMap { $1 == .moved ? $0.writtenAtHome : nil }
            if !moved.isEmpty { state.withLock { $0.onMoved }(Set(moved)) }
            // A batch without writes has asked no storage.
            if !writes.isEmpty { noteTaken() }
            let (onCallbacks, onRefunds) = state.withLock { ($0.onCallbacks, $0.onRefunds) }
            if let counts = outcomes.reversed().lazy.compactMap(\.callbackCounts).first {
                onCallbacks(counts, mayDeliver)
            }
            let refunded = zip(writes, outcomes).compactMap { $0.refundedSender($1) }
            if !refunded.isEmpty { onRefunds(Set(refunded)) }
        } catch {
            let onCallbacks = state.withLock { state in
                state.lastBatchFailed = true
                return state.onCallbacks
            }
            // It may be kept all the same.
            if writes.contains(where: \.concernsCallbacks) { onCallbacks(nil, mayDeliver) }
            tellRefused("\(error)", writes: batch.count)
            results = Array(repeating: .failure(Rejection(.storageUnavailable)), count: batch.count)
        }
        let ended = ContinuousClock.now
        metrics.journalBatch(writes: batch.count, seconds: (ended - started).seconds)
        tellIfSlow(ended - started, at: ended)
        answer(batch, results)
    }

    private func noteTaken() {
        let unsaid = state.withLock { state in
            state.lastBatchFailed = false
            return state.refusedCommits.noteTaken()
        }
        guard let unsaid else { return }
        logger.notice("the storage takes batches again, after more refusals", metadata: Self.metadata(of: unsaid))
    }

    private func tellRefused(_ reason: String, writes: Int) {
        let report = state.withLock { $0.refusedCommits.note(reason, writes: writes, at: .now) }
        guard let report else { return }
        var metadata = Self.metadata(of: report)
        metadata[LogKeys.error] = "\(reason)"
        logger.error("storage refused a batch", metadata: metadata)
    }

    private static func metadata(of report: RefusedCommits.Report) -> Logger.Metadata {
        [
            LogKeys.storageRefused: .stringConvertible(report.count),
            LogKeys.storageWrites: .stringConvertible(report.writes),
        ]
    }

    private func tellIfSlow(_ took: Duration, at now: ContinuousClock.Instant) {
        let (report, pending) = state.withLock { ($0.slowCommits.note(took, at: now), $0.queue.count) }
        guard let report else { return }
        logger.warning(
            "the storage is slow, and gifts are answered late",
            metadata: [
                LogKeys.storageSlow: .stringConvertible(report.count),
                LogKeys.durationMilliseconds: .stringConvertible(Int(report.slowest / .milliseconds(1))),
                LogKeys.storagePending: .stringConvertible(pending),
            ])
    }

    /// One hop a loop, however many answers it has.
    private func answer(_ batch: [Entry], _ results: [Result<StorageOutcome, Rejection>]) {
        var byLoop: [(loop: any EventLoop, calls: [(Completion, Result<StorageOutcome, Rejection>)])] = []
        for (entry, result) in zip(batch, results) {
            guard let completion = entry.completion else { continue }
            guard let loop = entry.eventLoop else {
                completion(result)
                continue
            }
            // There are only a few event loops. They are called in the order in which they first appear.
            let place = byLoop.firstIndex { $0.loop === loop } ?? byLoop.endIndex
            if place == byLoop.endIndex { byLoop.append((loop, [])) }
            byLoop[place].calls.append((completion, result))
        }
        let answering = state.withLock { $0.answering }
        for (loop, calls) in byLoop {
            loop.execute { answering(loop) { for (completion, result) in calls { completion(result) } } }
        }
    }
}

extension StorageWrite {
    /// Whether there is something to deliver after it.
    fileprivate var recordsCallbacks: Bool {
        switch self {
        case .callbacks, .callbacksOfLastWrite, .callbackChange(.revived), .callbackChange(.hurried): true
        default: false
        }
    }

    /// Whether it may change how many callbacks there are.
    fileprivate var concernsCallbacks: Bool {
        switch self {
        case .callbacks, .callbacksOfLastWrite, .callbackChange: true
        default: false
        }
    }

    /// Whose order a write took back; nil where it took none back.
    fileprivate func refundedSender(_ outcome: StorageOutcome) -> UserID? {
        switch (self, outcome) {
        case (.refund(let refund), .refunded(_, _, repeated: false)): refund.order.sender
        case (.billing(.reverse(let key, _, _)), .billing(.moved)): key.sender
        default: nil
        }
    }
}

extension StorageOutcome {
    /// How many callbacks there are after the write; nil where it had nothing to do with them.
    fileprivate var callbackCounts: CallbackCounts? { if case .callbacks(let counts) = self { counts } else { nil } }
}
