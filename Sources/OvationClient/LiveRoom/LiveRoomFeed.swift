import OvationModel
import OvationWire

/// Carries events from the client to a ``LiveRoom`` and to the consumers of its events.
///
/// Events change the state on the client's event loop, where they arrive. So nothing queues up while the main actor is busy: it shows the
/// newest state as soon as it can. The state is bounded, and so is the buffer of each consumer.
final class LiveRoomFeed: Sendable {
    /// The result when a consumer asks for its next event.
    enum Taken {
        case event(LiveRoomEventBuffer.Entry)
        case nothingYet
        case nothingMore
    }

    /// Called on the main actor with a new state.
    typealias Show = @MainActor @Sendable (LiveRoomState) -> Void
    /// Called on the main actor with the data that has to be fetched again.
    typealias CatchUp = @MainActor @Sendable (LiveRoomState.Work) async -> Void

    private struct Consumer {
        var buffer: LiveRoomEventBuffer
        var isOver = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private struct Inside {
        var state: LiveRoomState
        /// The number of changes of the state.
        var version = 0
        var shownVersion = 0
        /// Whether the main actor was asked to show the state and has not done so yet.
        var isShowing = false
        var work: LiveRoomState.Work = []
        var consumers: [Int: Consumer] = [:]
        var consumerCount = 0
        var isClosed = false
        var token: HandlerToken?
        var show: Show?
        var catchUp: CatchUp?
    }

    /// How long to wait for the event that says why the user is no longer in the live after a resume.
    private static let removalGraceMilliseconds: Int64 = 300

    private let client: OvationClient
    private let limits: LiveRoomLimits
    private let inside: Locked<Inside>

    init(_ liveID: LiveID, of client: OvationClient, limits: LiveRoomLimits) {
        self.client = client
        self.limits = limits
        inside = Locked(Inside(state: LiveRoomState(liveID, limits: limits)))
    }

    /// Begins to follow the client.
    func begin(show: @escaping Show, catchUp: @escaping CatchUp) {
        let token = client.addHandler { [weak self] event in self?.handle(event) }
        inside.withLock { inside in
            inside.token = token
            inside.show = show
            inside.catchUp = catchUp
            // The handler is already added, so no later change is missed.
            inside.state.connection = client.connectionState
        }
    }

    /// Ends everything. Nothing is delivered or shown any more.
    func close() {
        let (token, waiters) = inside.withLock { inside in
            inside.isClosed = true
            inside.show = nil
            inside.catchUp = nil
            let waiters = inside.consumers.values.flatMap(\.waiters)
            for number in inside.consumers.keys { inside.consumers[number]?.waiters = [] }
            return (inside.token.take(), waiters)
        }
        if let token { client.removeHandler(token) }
        for waiter in waiters { waiter.resume() }
    }

    // MARK: - Changes

    private func handle(_ event: ClientEvent) {
        guard let outcome = apply({ $0.handle(event) }), outcome.awaitsReason else { return }
        client.after(milliseconds: Self.removalGraceMilliseconds) { [weak self] in
            self?.change { $0.removalReasonTimedOut() }
        }
    }

    /// Changes the state, and delivers the events that follow from the change.
    func change(_ body: (inout LiveRoomState) -> LiveRoomState.Outcome) { _ = apply { body(&$0) } }

    /// Changes the state unless the change is refused. The main actor shows it, and consumers get no event.
    func change(_ body: (inout LiveRoomState) throws(Rejection) -> Void) throws(Rejection) {
        var refused: Rejection?
        change { state in
            do throws(Rejection) { try body(&state) } catch { refused = error }
            return LiveRoomState.Outcome()
        }
        if let refused { throw refused }
    }

    private func apply(_ body: (inout LiveRoomState) -> LiveRoomState.Outcome?) -> LiveRoomState.Outcome? {
        let (outcome, waiters, asksToShow) = inside.withLock { inside in
            guard let outcome = body(&inside.state) else {
                return (nil as LiveRoomState.Outcome?, [] as [CheckedContinuation<Void, Never>], false)
            }
            inside.version += 1
            inside.work.formUnion(outcome.work)
            let waiters = Self.tell(outcome.events, &inside)
            let asksToShow = !inside.isShowing && !inside.isClosed
            if asksToShow { inside.isShowing = true }
            return (outcome, waiters, asksToShow)
        }
        // Ask this before the consumers are resumed, so that they usually find the state already shown.
        if asksToShow { Task { @MainActor in await self.showAndCatchUp() } }
        for waiter in waiters { waiter.resume() }
        return outcome
    }

    /// Appends events to the buffer of every consumer.
    ///
    /// - Returns: The consumers that waited for an event.
    private static func tell(_ events: [LiveRoomEvent], _ inside: inout Inside) -> [CheckedContinuation<Void, Never>] {
        guard !events.isEmpty else { return [] }
        var waiters: [CheckedContinuation<Void, Never>] = []
        for number in inside.consumers.keys where inside.consumers[number]?.isOver == false {
            for event in events {
                inside.consumers[number]?.buffer.add(event, version: inside.version)
                if case .over = event { inside.consumers[number]?.isOver = true }
            }
            waiters += inside.consumers[number]?.waiters ?? []
            inside.consumers[number]?.waiters = []
        }
        return waiters
    }

    // MARK: - The main actor

    @MainActor
    private func showAndCatchUp() async {
        let (work, catchUp) = inside.withLock { inside in
            inside.isShowing = false
            defer { inside.work = [] }
            return (inside.work, inside.catchUp)
        }
        show()
        if !work.isEmpty { await catchUp?(work) }
    }

    /// Shows the newest state unless it is already shown.
    @MainActor
    func show() {
        let (state, show) = inside.withLock { inside in
            let isNew = inside.shownVersion < inside.version
            inside.shownVersion = inside.version
            return (isNew ? inside.state : nil, inside.show)
        }
        if let state { show?(state) }
    }

    /// Returns when a state is shown that has all changes up to a version.
    func show(upTo version: Int) async {
        guard inside.withLock({ $0.shownVersion < version && !$0.isClosed }) else { return }
        await MainActor.run { show() }
    }

    // MARK: - Consumers

    /// Adds a consumer, whose events are buffered from now on.
    func subscribe() -> LiveRoomEvents {
        let number = inside.withLock { inside in
            inside.consumerCount += 1
            inside.consumers[inside.consumerCount] = Consumer(
                buffer: LiveRoomEventBuffer(max: limits.eventsWaitingMax))
            return inside.consumerCount
        }
        return LiveRoomEvents(subscription: LiveRoomEvents.Subscription(self, number: number))
    }

    func unsubscribe(_ number: Int) { inside.withLock { $0.consumers[number] = nil } }

    /// Takes the next event out of a consumer's buffer.
    func take(_ number: Int) -> Taken {
        inside.withLock { inside in
            if let entry = inside.consumers[number]?.buffer.take() { return .event(entry) }
            let isOver = inside.isClosed || inside.consumers[number]?.isOver != false
            return isOver ? .nothingMore : .nothingYet
        }
    }

    /// Returns when there may be an event for a consumer, or when its task is cancelled.
    func wait(_ number: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = inside.withLock { inside in
                    guard !Task.isCancelled, !inside.isClosed, let consumer = inside.consumers[number],
                        !consumer.isOver,
                        consumer.buffer.count == 0
                    else { return false }
                    inside.consumers[number]?.waiters.append(continuation)
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            // Resume all that wait for this consumer. Those that are not cancelled look again and go on waiting.
            let waiters = inside.withLock { inside in
                defer { inside.consumers[number]?.waiters = [] }
                return inside.consumers[number]?.waiters ?? []
            }
            for waiter in waiters { waiter.resume() }
        }
    }
}
