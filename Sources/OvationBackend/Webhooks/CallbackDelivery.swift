package import Logging
package import NIOCore
package import OvationModel
import OvationRules
package import OvationStorage
package import OvationSupport
import ServiceLifecycle
import Synchronization

/// Delivers the recorded callbacks to the app's backend, at least once, and in order within a live.
///
/// Lives are delivered side by side, so a live whose callbacks fail holds up no other. The storage keeps what waits; this type holds
/// only the lives that are being delivered, and a page of each. It has no timer of its own: the server wakes it once a second.
package final class CallbackDelivery: Service, Sendable {
    private struct State {
        var busy: Set<LiveID> = []
        /// Whether callbacks may have come since the last look.
        var mustLook = true
        /// When the first callback that waits is due.
        var nextDue: Timestamp?
        var isStopping = false
    }

    private let callbacks: Callbacks
    private let storage: any Storage
    private let journal: Journal
    private let limits: Limits
    private let clock: ServerClock
    private let steadyTime: SteadyTime
    private let eventLoop: any EventLoop
    private let logger: Logger
    private let state = Mutex(State())

    /// Callbacks of one live that are read at a time.
    private static let pageMax = 32

    package init(
        _ callbacks: Callbacks, storage: any Storage, journal: Journal, limits: Limits, clock: ServerClock,
        eventLoop: any EventLoop, logger: Logger
    ) {
        self.callbacks = callbacks
        self.storage = storage
        self.journal = journal
        self.limits = limits
        self.clock = clock
        steadyTime = SteadyTime(clock)
        self.eventLoop = eventLoop
        self.logger = logger
    }

    /// Hears from the journal how many callbacks there are, and when there may be something to deliver.
    package func followJournal() {
        // The node owns the journal and the delivery, and both end with it.
        journal.onCallbacks { [weak self] counts, mayDeliver in
            self?.callbacks.counted(counts)
            if mayDeliver { self?.wake() }
        }
    }

    /// Says that something was recorded, or can be delivered now.
    func wake() {
        state.withLock { $0.mustLook = true }
        callbacks.wake()
    }

    /// Looks whether something is due. Called once a second.
    package func tick() {
        // An empty write, because its answer comes in the order of the other writes. A number that was read could be older than the one
        // that is known.
        if callbacks.mustCount { journal.submit(.callbacks([]), on: nil, nil) }
        callbacks.wake()
    }

    package func run() async {
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                callbacks.wake()
                for await _ in callbacks.wakeUps {
                    for lane in await takeDue() { group.addTask { await self.work(on: lane) } }
                }
                // Callbacks under way are given up. The next start posts them again.
                group.cancelAll()
            }
        } onGracefulShutdown: {
            self.state.withLock { $0.isStopping = true }
            self.callbacks.finish()
        }
    }

    /// The lives whose turn it is, which are at work from here on.
    private func takeDue() async -> [CallbackLane] {
        guard callbacks.settings.url != nil else { return [] }
        let now = steadyTime.now()
        let busy: Set<LiveID>? = state.withLock { state in
            let isDue = state.nextDue.map { $0 <= now } ?? false
            guard !state.isStopping, state.mustLook || isDue, state.busy.count < limits.callbackRoomsInFlightMax
            else { return nil }
            state.mustLook = false
            return state.busy
        }
        guard let busy else { return [] }
        let room = limits.callbackRoomsInFlightMax - busy.count
        let limit = limits.callbackRoomsInFlightMax + 1
        guard let lanes = try? await storage.claimCallbackLanes(dueBy: now, limit: limit) else {
            // The next tick looks again.
            state.withLock { $0.mustLook = true }
            return []
        }
        return state.withLock { state in
            let idle = lanes.filter { !state.busy.contains($0.liveID) }
            let due = idle.prefix { $0.dueAt <= now }.prefix(room)
            state.busy.formUnion(due.map(\.liveID))
            state.nextDue = idle.dropFirst(due.count).first?.dueAt
            return Array(due)
        }
    }

    private func work(on lane: CallbackLane) async {
        let isKept = await deliver(lane)
        state.withLock { state in
            state.busy.remove(lane.liveID)
            state.mustLook = true
        }
        // If the storage does not keep what was done, another look at once would post the same callbacks again.
        if isKept { callbacks.wake() }
    }

    /// Delivers the callbacks of a live until none is left or one fails; false where the storage failed.
    private func deliver(_ lane: CallbackLane) async -> Bool {
        var attempts = lane.attempts
        while true {
            guard let page = try? await storage.claimedCallbacks(of: lane.liveID, limit: Self.pageMax) else {
                return false
            }
            guard !page.isEmpty else { return true }
            var delivered: Int64?
            var failed: (callback: StoredCallback, failure: CallbackFailure)?
            for callback in page {
                do throws(CallbackFailure) {
                    try await callbacks.deliver(callback.draft)
                    delivered = callback.number
                    attempts = 0
                } catch {
                    failed = (callback, error)
                    break
                }
            }
            if let delivered {
                guard await keep(.delivered(lane.liveID, through: delivered)) else { return false }
            }
            guard let (callback, failure) = failed else { continue }
            // We gave it up, not the backend, so it stays the first of its live.
            if failure == .cancelled || failure == .notConfigured { return failure == .notConfigured }
            attempts += 1
            let decision = CallbackRetry.decide(
                attempts: attempts, recordedAt: callback.draft.at, giveUpSeconds: limits.callbackGiveUpSeconds,
                at: steadyTime.now())
            switch decision {
            case .again(let time):
                note(callback, failure, attempts)
                return await keep(.postponed(lane.liveID, attempts: attempts, dueAt: time))
            case .giveUp:
                guard await giveUp(callback, failure, attempts: attempts) else { return false }
                attempts = 0
            }
        }
    }

    private func giveUp(_ callback: StoredCallback, _ failure: CallbackFailure, attempts: Int) async -> Bool {
        callbacks.metrics.gaveUp()
        logger.error(
            "a callback was given up",
            metadata: [
                "callback.command": "\(callback.draft.command)", "callback.id": "\(callback.draft.id)",
                "callback.attempts": "\(attempts)", "error": "\(failure)",
            ])
        return await keep(
            .gaveUp(
                callback.draft.liveID, number: callback.number, attempts: attempts, failure: failure.description,
                at: clock.wall(), deadMax: limits.callbackDeadLettersMax))
    }

    private func note(_ callback: StoredCallback, _ failure: CallbackFailure, _ attempts: Int) {
        logger.warning(
            "a callback was not delivered and is tried again",
            metadata: [
                "callback.command": "\(callback.draft.command)", "callback.id": "\(callback.draft.id)",
                "callback.attempts": "\(attempts)", "error": "\(failure)",
            ])
    }

    /// Keeps what became of callbacks; false if the storage did not take it, or nobody waits for it any more.
    private func keep(_ change: CallbackChange) async -> Bool {
        let outcome = FirstOutcome<StorageOutcome>()
        journal.submit(.callbackChange(change), on: eventLoop) { result in
            outcome.end(result.mapError { $0 as any Error })
        }
        return (try? await outcome.value()) != nil
    }
}
