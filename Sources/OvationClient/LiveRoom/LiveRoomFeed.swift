import OvationModel
import OvationWire

/// The way of an event to a ``LiveRoom`` and to those who consume its events.
///
/// Events change the state where they arrive, on the client's event loop, so that nothing queues up while the main actor is busy: it
/// shows the newest state when it comes to it. The state is bounded, and so is what waits for each consumer.
final class LiveRoomFeed: Sendable {
    /// What there is for a consumer.
    enum Taken {
        case event(LiveRoomEventBuffer.Entry)
        case nothingYet
        case nothingMore
    }

    /// Called on the main actor with a new state.
    typealias Show = @MainActor @Sendable (LiveRoomState) -> Void
    /// Called on the main actor with what is to be asked for again.
    typealias CatchUp = @MainActor @Sendable (LiveRoomState.Work) async -> Void

    private struct Consumer {
        var buffer: LiveRoomEventBuffer
        var isOver = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private struct Inside {
        var state: LiveRoomState
        /// Counts the changes of the state.
        var version = 0
        var shownVersion = 0
        /// Whether the main actor has been asked to show the state and has not come to it.
        var isShowing = false
        var work: LiveRoomState.Work = []
        var consumers: [Int: Consumer] = [:]
        var consumerCount = 0
        var isClosed = false
        var token: HandlerToken?
        var show: Show?
        var catchUp: CatchUp?
    }

    /// How long the event may take that says why a resume found the user outside.
    private static let removalGraceMilliseconds: Int64 = 300

    private let client: OvationClient
    private let limits: LiveRoomLimits
    private let inside: Locked<Inside>

    init(_ liveID: LiveID, of client: OvationClient, limits: LiveRoomLimits) {
        self.client = client
        self.limits = limits
        inside = Locked(Inside(state: LiveRoomState(liveID, limits: limits)))
    }

    /// Begins to hear the client.
    func begin(show: @escaping Show, catchUp: @escaping CatchUp) {
        let token = client.addHandler { [weak self] event in self?.handle(event) }
        inside.withLock { inside in
            inside.token = token
            inside.show = show
            inside.catchUp = catchUp
            // The handler is there, so what comes after this is heard.
            inside.state.connection = client.connectionState
        }
    }

    /// Ends everything: nobody is told anything more.
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
            self?.change { $0.reasonDidNotCome() }
        }
    }

    /// Changes the state and tells of it.
    func change(_ body: (inout LiveRoomState) -> LiveRoomState.Outcome) { _ = apply { body(&$0) } }

    /// Changes the state, where that is not refused. Nobody but the main actor is told.
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
        // Before the consumers, who then find the state shown as a rule.
        if asksToShow { Task { @MainActor in await self.showAndCatchUp() } }
        for waiter in waiters { waiter.resume() }
        return outcome
    }

    /// Gives events to every consumer.
    ///
    /// - Returns: those who waited for one.
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

    /// Shows the newest state, where it is not shown yet.
    @MainActor
    func show() {
        let (state, show) = inside.withLock { inside in
            let isNew = inside.shownVersion < inside.version
            inside.shownVersion = inside.version
            return (isNew ? inside.state : nil, inside.show)
        }
        if let state { show?(state) }
    }

    /// Returns when the state is shown that has all changes up to a version.
    func show(upTo version: Int) async {
        guard inside.withLock({ $0.shownVersion < version && !$0.isClosed }) else { return }
        await MainActor.run { show() }
    }

    // MARK: - Consumers

    /// Begins to keep events for a consumer.
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

    /// Takes out the next event of a consumer.
    func take(_ number: Int) -> Taken {
        inside.withLock { inside in
            if let entry = inside.consumers[number]?.buffer.take() { return .event(entry) }
            let isOver = inside.isClosed || inside.consumers[number]?.isOver != false
            return isOver ? .nothingMore : .nothingYet
        }
    }

    /// Returns when there may be something for a consumer, or its task is cancelled.
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
            // All who wait look again; who is not cancelled goes on waiting.
            let waiters = inside.withLock { inside in
                defer { inside.consumers[number]?.waiters = [] }
                return inside.consumers[number]?.waiters ?? []
            }
            for waiter in waiters { waiter.resume() }
        }
    }
}
