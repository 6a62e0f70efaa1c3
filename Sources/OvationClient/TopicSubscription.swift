public import OvationModel
import OvationWire

/// A subscription to a topic. See ``OvationClient/listen(to:in:deliver:)``.
public final class TopicSubscription: Sendable {
    /// The topic.
    public let topic: TopicName
    /// The live.
    public let liveID: LiveID

    private struct State: Sendable {
        var inbox = TopicInbox()
        var token: HandlerToken?
        var isOver = false
    }

    /// The pauses between attempts to fetch what was missed after the server failed temporarily, in milliseconds.
    private static let pauses = [500, 1_000, 2_000, 4_000, 8_000]

    private let client: OvationClient
    private let deliver: @Sendable (TopicMessage) -> Void
    private let state = Locked(State())

    init(
        _ topic: TopicName, in liveID: LiveID, of client: OvationClient,
        deliver: @escaping @Sendable (TopicMessage) -> Void
    ) {
        self.topic = topic
        self.liveID = liveID
        self.client = client
        self.deliver = deliver
    }

    deinit { if let token = state.withLock({ $0.token }) { client.removeHandler(token) } }

    /// Stops listening. It returns when the server has confirmed it, or cannot be reached.
    public func cancel() async {
        guard end() else { return }
        try? await client.unsubscribe(from: topic, in: liveID)
    }

    func begin() async throws {
        let token = client.addHandler { [weak self] event in self?.handle(event) }
        state.withLock { $0.token = token }
        do {
            let (round, after) = state.withLock { $0.inbox.catchUp() }
            try await catchUp(round, after: after)
        } catch {
            end()
            throw error
        }
    }

    /// Ends the subscription. Returns false if it had already ended.
    @discardableResult
    private func end() -> Bool {
        let token: HandlerToken?? = state.withLock { state in
            guard !state.isOver else { return nil }
            state.isOver = true
            return .some(state.token.take())
        }
        guard let token else { return false }
        if let token { client.removeHandler(token) }
        return true
    }

    private func handle(_ event: ClientEvent) {
        switch event {
        case .room(let room, _, .topicPublished(let published)) where room == liveID && published.topic == topic:
            show { $0.received(published.messages) }
        case .room(let room, _, .roomEnded) where room == liveID: end()
        case .removed(let room, _) where room == liveID: end()
        // The old connection was subscribed. The new one is not yet.
        case .resumed(let room, _) where room == liveID: Task { await self.catchUpAgain() }
        default: break
        }
    }

    /// Changes the inbox and delivers the messages that result, under one lock, so that messages from pages and events stay in order.
    /// Returns false if the subscription has ended.
    @discardableResult
    private func show(_ change: (inout TopicInbox) -> [TopicMessage]) -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            for message in change(&state.inbox) { deliver(message) }
            return true
        }
    }

    private func catchUp(_ round: Int, after: Int64) async throws {
        var page = try await client.subscribe(to: topic, after: after, in: liveID)
        while true {
            var next: Int64?
            let isOn = show { inbox in
                let read = inbox.page(page, of: round)
                next = read.next
                return read.shown
            }
            guard isOn, let next else { return }
            page = try await client.messages(of: topic, after: next, in: liveID)
        }
    }

    private func catchUpAgain() async {
        for pause in Self.pauses {
            let (round, after) = state.withLock { $0.inbox.catchUp() }
            do {
                return try await catchUp(round, after: after)
            } catch {
                show { inbox in inbox.giveUp(round) }
                // If the connection was lost, the resume on the next one starts another attempt.
                guard let rejection = error as? Rejection, rejection.code.isTemporary,
                    rejection.code != .networkUnavailable
                else { return }
                // Sleep by the machine's clock, so that the sleep ends even if the client's event loop no longer runs.
                try? await Task.sleep(for: .milliseconds(pause))
            }
        }
    }
}
