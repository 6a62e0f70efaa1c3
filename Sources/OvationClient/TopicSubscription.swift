public import OvationModel
import OvationWire

/// A topic that is listened to; see ``OvationClient/listen(to:in:deliver:)``.
public final class TopicSubscription: Sendable {
    /// Which topic.
    public let topic: TopicName
    /// Which live.
    public let liveID: LiveID

    private struct State: Sendable {
        var inbox = TopicInbox()
        var token: HandlerToken?
        var isOver = false
    }

    /// Pauses between attempts to learn what was missed, where the server could not say, in milliseconds.
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

    /// Listens no more. Returns when the server knows it, or cannot be told.
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

    /// Whether it was not over before.
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
        case .room(let room, _, .topicPublished(let told)) where room == liveID && told.topic == topic:
            show { $0.received(told.messages) }
        case .room(let room, _, .roomEnded) where room == liveID: end()
        case .removed(let room, _) where room == liveID: end()
        // The old connection listened; this one does not yet.
        case .resumed(let room, _) where room == liveID: Task { await self.catchUpAgain() }
        default: break
        }
    }

    /// Changes the inbox and shows what comes of it, under one lock, so that what comes by pages and by events stays in order.
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
                // Where the connection was lost, the next one asks again.
                guard let rejection = error as? Rejection, rejection.code.isTemporary,
                    rejection.code != .networkUnavailable
                else { return }
                // By the machine's time, so that it ends even where the client's event loop does not run any more.
                try? await Task.sleep(for: .milliseconds(pause))
            }
        }
    }
}
