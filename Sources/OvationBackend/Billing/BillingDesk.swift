package import Logging
package import NIOCore
package import OvationModel
package import OvationObservability
package import OvationRules
package import OvationStorage
package import OvationSupport
import ServiceLifecycle
import Synchronization

/// Takes the orders that the app's own billing pays through their states.
///
/// ``BillingState/step(after:_:)`` decides. This type waits, asks and keeps. It keeps an order before it asks the billing, so that
/// no order is forgotten when the process ends. It reads orders that are to be tried again from the storage when they are due, so
/// they need no memory.
package final class BillingDesk: Service, Sendable {
    /// The answer that a room gets to an order that it asked for, on the room's event loop.
    package enum Reply: Sendable {
        /// What the ledger said, and the event to tell where it was charged.
        case settled(Result<StorageOutcome, Rejection>, StoredGift)
        /// It was delivered before.
        case repeated(SettledOrder)
        /// It was not delivered, and will not be.
        case refused(Rejection)
        /// It was not looked up, so earlier uses of its id are unknown.
        case declined(Rejection)
    }

    package typealias Completion = @Sendable (Reply) -> Void

    private enum Job: Sendable {
        case ask(Question)
        case sweep
    }

    /// An order, the callbacks for the case that it is charged, and the event loop of its room.
    private struct Question: Sendable {
        let order: GiftOrder
        let policy: BillingPolicy
        let callbacks: [CallbackDraft]
        let loop: any EventLoop
    }

    /// An order whose caller waits for the outcome.
    private struct Running {
        let order: GiftOrder
        var waiters: [Completion]
        /// What to call when no job works at it any more.
        var watchers: [@Sendable () -> Void] = []
        /// Whether the id is known to be this order's.
        var isBegun = false
        /// Orders with the same id and other content. They wait until it is known which order the id belongs to.
        var others: [(question: Question, completion: Completion)] = []

        func tellWatchers() { for watcher in watchers { watcher() } }

        /// Whether another task may wait for it.
        var hasRoom: Bool { waiters.count + watchers.count + others.count < BillingDesk.waitersMax }
    }

    /// A decision that could not be kept: the disk was full. It stands all the same.
    private struct Unkept {
        let order: GiftOrder
        let write: BillingWrite
        let refusal: Rejection
    }

    private struct State {
        var running: [OrderKey: Running] = [:]
        /// At most ``Limits/billingInFlightMax``; later ones are told what a repeat will be told.
        var unkept: [OrderKey: Unkept] = [:]
        var isSweeping = false
    }

    /// How many repeats of an order may wait for it while it is under way.
    private static let waitersMax = 64
    /// How long after its time an order that is still `pending` counts as abandoned.
    static let graceMilliseconds: Int64 = 30_000

    let biller: any Biller
    let storage: any Storage
    private let journal: Journal
    let limits: Limits
    let clock: ServerClock
    let metrics: ServerMetrics
    let logger: Logger
    /// When what is kept is due again.
    let steadyTime: SteadyTime
    private let eventLoop: any EventLoop
    private let bug: HostedBug?
    private let state = Mutex(State())
    private let jobs: AsyncStream<Job>
    private let queue: AsyncStream<Job>.Continuation

    package init(
        biller: any Biller, storage: any Storage, journal: Journal, limits: Limits, clock: ServerClock,
        metrics: ServerMetrics, logger: Logger, eventLoop: any EventLoop, bug: HostedBug? = nil
    ) {
        self.biller = biller
        self.storage = storage
        self.journal = journal
        self.limits = limits
        self.clock = clock
        steadyTime = SteadyTime(clock)
        self.metrics = metrics
        self.logger = logger
        self.eventLoop = eventLoop
        self.bug = bug
        // The number of jobs is bounded where they begin: by the orders in flight, and by one sweep at a time.
        (jobs, queue) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    /// How this server deals with the app's own billing; nil while gifts are paid from the embedded wallet.
    var policy: BillingPolicy? { biller.policy }

    /// How this server deals with the billing that pays for an order; nil if the embedded wallet pays. An order that is under way stays
    /// with the billing, even when the wallet pays for others again.
    package func policy(for key: OrderKey) -> BillingPolicy? {
        biller.policy ?? (isUnderWay(key) ? BillingPolicy() : nil)
    }

    /// Whether a caller waits for an order.
    package func isUnderWay(_ key: OrderKey) -> Bool { state.withLock { $0.running[key] != nil } }

    /// How many orders wait for the billing.
    var inFlight: Int { state.withLock { $0.running.count } }

    /// Asks and tries again until the server stops and the last order is answered.
    package func run() async {
        let timer = eventLoop.scheduleRepeatedTask(
            initialDelay: .milliseconds(Int64(limits.billingRetryMilliseconds)),
            delay: .milliseconds(Int64(limits.billingRetryMilliseconds))
        ) { _ in self.sweepSoon() }
        defer { timer.cancel() }
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                for await job in jobs { group.addTask { await self.run(job) } }
            }
        } onGracefulShutdown: {
            self.queue.finish()
        }
    }

    private func run(_ job: Job) async {
        switch job {
        case .ask(let question): await begin(question)
        case .sweep:
            await sweep()
            state.withLock { $0.isSweeping = false }
        }
    }

    private func sweepSoon() {
        let isFree = state.withLock { state in
            defer { state.isSweeping = true }
            return !state.isSweeping
        }
        if isFree { queue.yield(.sweep) }
    }
}

// MARK: - The first time

extension BillingDesk {
    /// Has the billing decide on an order. It answers once, on the room's event loop.
    ///
    /// - Parameter callbacks: stored for the app's backend if the order is charged.
    package func charge(
        _ order: GiftOrder, _ policy: BillingPolicy, telling callbacks: [CallbackDraft] = [], on loop: any EventLoop,
        _ completion: @escaping Completion
    ) {
        let question = Question(order: order, policy: policy, callbacks: callbacks, loop: loop)
        var isConflict = false
        let refusal: Rejection? = state.withLock { state in
            if let running = state.running[order.key] {
                let isSame = running.order.asksForTheSame(as: order)
                guard isSame || !running.isBegun else {
                    isConflict = true
                    return Rejection(.orderConflict)
                }
                guard running.hasRoom else { return Self.stillUnderWay }
                if isSame {
                    state.running[order.key]?.waiters.append(completion)
                } else {
                    state.running[order.key]?.others.append((question, completion))
                }
                return nil
            }
            guard state.running.count < limits.billingInFlightMax else { return Rejection(.billingBusy) }
            // The lock is held, so that a repeat of the order cannot wait for one that no job works at.
            if case .terminated = queue.yield(.ask(question)) { return Rejection(.serverShuttingDown) }
            state.running[order.key] = Running(order: order, waiters: [completion])
            return nil
        }
        if let refusal {
            let reply = isConflict ? Reply.refused(refusal) : .declined(refusal)
            loop.execute { completion(reply) }
        }
        metrics.billingInFlight(inFlight)
    }

    /// The answer to a repeat that cannot wait for its order.
    private static let stillUnderWay = Rejection(
        .outcomeUnknown,
        "The order is with the app's billing. Send it again with the same id to learn its outcome.")

    /// Returns when no job works at an order, at once if none does. Its outcome is in the storage then.
    ///
    /// - Throws: `outcomeUnknown` if too many wait for it; `serverShuttingDown` as soon as the waiting task is cancelled.
    package func waitUntilDone(with key: OrderKey) async throws(Rejection) {
        try await FirstOutcome<Void>.answer { answer in
            let result: Result<Void, Rejection>? = state.withLock { state in
                guard let running = state.running[key] else { return .success(()) }
                guard running.hasRoom else { return .failure(Self.stillUnderWay) }
                state.running[key]?.watchers.append { answer(.success(())) }
                return nil
            }
            if let result { answer(result) }
        }
    }

    private func begin(_ question: Question) async {
        let order = question.order
        let loop = question.loop
        if let unkept = state.withLock({ $0.unkept[order.key] }) {
            let isSame = unkept.order.asksForTheSame(as: order)
            return finish(order.key, on: loop, .refused(isSame ? unkept.refusal : Rejection(.orderConflict)))
        }
        let due = steadyTime.now().adding(
            milliseconds: Int64(limits.callbackTimeoutMilliseconds) + Self.graceMilliseconds)
        let begun = BillingMoment(clock)
        switch await keep(.begin(order, due: due)) {
        case .failure(let rejection): finish(order.key, on: loop, .refused(rejection))
        case .success(.billing(.begun)):
            noteBegun(order.key)
            await ask(question, begun: begun)
        case .success(.billing(.conflict)): finish(order.key, on: loop, .refused(Rejection(.orderConflict)))
        case .success(.billing(.settled(let record))): finish(order.key, on: loop, .repeated(record))
        case .success(.billing(.known(let known, let record))):
            if known.state.wasDelivered, let record {
                finish(order.key, on: loop, .repeated(record))
            } else {
                finish(order.key, on: loop, .refused(known.isAskedElsewhere ? Self.stillUnderWay : known.refusal))
            }
        case .success(let other): preconditionFailure("the beginning of an order is not answered with \(other)")
        }
    }

    private func ask(_ question: Question, begun: BillingMoment) async {
        let (order, policy) = (question.order, question.policy)
        let answer = await askUnlessFrozen(order, since: begun)
        switch BillingState.pending.step(after: .answered(answer), policy) {
        case .deliver(let state): deliver(question, as: state)
        case .become(let state):
            let note = answer.note
            let write = BillingWrite.move(
                order.key, from: .pending, to: state, note, due: firstRetry(of: state, policy), at: clock.wall())
            var refusal = BillingState.refusal(state, note)
            if case .failure = await keep(write) {
                // The sender's answer stands, whether it is kept or not: an order that stays `pending` can only end cancelled. So it is
                // remembered until it is kept. Of more than can be remembered the answer has no reason, and neither has a repeat's.
                if !remember(Unkept(order: order, write: write, refusal: refusal)) {
                    refusal = Rejection(.giftRefusedByBilling)
                }
                logger.warning(
                    "the outcome of an order could not be kept; it is kept later",
                    metadata: [LogKeys.orderID: "\(order.key.reference)"])
            }
            if state != .rejected, state != .cancelled { noteUnresolved(order, state) }
            finish(order.key, on: question.loop, .refused(refusal))
        case .reverse, .wait, nil: preconditionFailure("a first answer decides")
        }
    }

    /// Charges and stores in one transaction. It answers on the room's event loop, in the order of the room's events.
    private func deliver(_ question: Question, as state: BillingState) {
        let order = question.order
        let event = StoredGift(order, isUnconfirmed: state == .unconfirmed)
        let write = BillingWrite.deliver(order, event.draft, as: state, due: firstRetry(of: state, question.policy))
        journal.submit(.billing(write), telling: question.callbacks, on: question.loop) { result in
            let running = self.take(order.key)
            let waiters = running?.waiters ?? []
            switch result {
            case .success(.order(.charged(let record, _), _)):
                if state == .unconfirmed { self.noteUnresolved(order, state) }
                for (index, waiter) in waiters.enumerated() {
                    waiter(index == 0 ? .settled(result, event) : .repeated(record))
                }
            case .success(.billing(.passed)), .success(.order):
                // Another job has gone on with it, or the accounts are full. It can only end cancelled.
                for waiter in waiters { waiter(.refused(Rejection(.giftRefusedByBilling))) }
            case .success(let other): preconditionFailure("a delivery is not answered with \(other)")
            case .failure(let rejection):
                // The storage may have kept it all the same, so the room has to look.
                for (index, waiter) in waiters.enumerated() {
                    waiter(index == 0 ? .settled(result, event) : .refused(rejection))
                }
            }
            running?.tellWatchers()
        }
    }

    /// Notes that the id belongs to this order, and refuses orders with the same id and other content.
    private func noteBegun(_ key: OrderKey) {
        let others: [(question: Question, completion: Completion)] = state.withLock { state in
            state.running[key]?.isBegun = true
            defer { state.running[key]?.others = [] }
            return state.running[key]?.others ?? []
        }
        for other in others {
            other.question.loop.execute { other.completion(.refused(Rejection(.orderConflict))) }
        }
    }

    private func finish(_ key: OrderKey, on loop: any EventLoop, _ reply: Reply) {
        guard let running = take(key) else { return }
        loop.execute { for waiter in running.waiters { waiter(reply) } }
        running.tellWatchers()
        // The id may belong to one of them.
        for (question, completion) in running.others {
            charge(
                question.order, question.policy, telling: question.callbacks, on: question.loop, completion)
        }
    }

    private func take(_ key: OrderKey) -> Running? {
        let running = state.withLock { $0.running.removeValue(forKey: key) }
        metrics.billingInFlight(inFlight)
        return running
    }

    private func firstRetry(of state: BillingState, _ policy: BillingPolicy) -> Timestamp? {
        guard state.isRetried(policy) else { return nil }
        return steadyTime.now().adding(milliseconds: Int64(limits.billingRetryMilliseconds))
    }

    /// Remembers a decision that could not be kept; false where there are too many.
    private func remember(_ unkept: Unkept) -> Bool {
        if bug == .forgottenRefusal { return true }
        return state.withLock { state in
            guard state.unkept.count < limits.billingInFlightMax else { return false }
            state.unkept[unkept.order.key] = unkept
            return true
        }
    }

    /// Keeps what could not be kept before; false where the storage still refuses it.
    func keepUnkept() async -> Bool {
        for (key, unkept) in state.withLock({ $0.unkept }) {
            guard case .success = await keep(unkept.write) else { return false }
            state.withLock { _ = $0.unkept.removeValue(forKey: key) }
        }
        return true
    }

    /// Whether the decision on an order is made and not kept yet.
    func isUnkept(_ key: OrderKey) -> Bool { state.withLock { $0.unkept[key] != nil } }

    /// The answer to a wish whose order is decided, while the decision is not kept; nil for others. The storage, which fails, is not asked.
    package func unkeptRefusal(of wish: OrderWish) -> Rejection? {
        guard let unkept = state.withLock({ $0.unkept[wish.key] }) else { return nil }
        return wish.asksForTheSame(as: unkept.order) ? unkept.refusal : Rejection(.orderConflict)
    }

    private func noteUnresolved(_ order: GiftOrder, _ state: BillingState) {
        metrics.billingUnresolved(state)
        logger.notice(
            "the app's billing did not decide on an order in time",
            metadata: [
                LogKeys.orderID: "\(order.key.reference)", LogKeys.roomID: "\(order.liveID)",
                LogKeys.billingState: "\(state.rawValue)",
            ])
    }

    /// Asks the billing, and counts what it says.
    func askBiller(_ order: GiftOrder) async -> BillingAnswer {
        let started = clock.nanoseconds()
        let answer = await biller.ask(order)
        metrics.billingAsked(answer, seconds: Double(clock.nanoseconds() &- started) / 1e9)
        return answer
    }

    func keep(_ write: BillingWrite) async -> Result<StorageOutcome, Rejection> {
        await withCheckedContinuation { continuation in
            journal.submit(.billing(write), on: eventLoop) { continuation.resume(returning: $0) }
        }
    }
}

extension BillingAnswer {
    /// The answer as it is kept with the order.
    var note: BillingNote {
        switch self {
        case .confirmed: BillingNote()
        case .rejected(let code, let message): BillingNote(code: code, message: message)
        case .unreached: BillingNote(message: "The billing could not be reached.")
        case .unclear: BillingNote(message: "The billing did not answer.")
        }
    }
}
