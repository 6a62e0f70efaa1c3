import Logging
import OvationBackend
import OvationModel
import OvationObservability
import OvationPictures
import OvationRules
import OvationStorage
import OvationSupport
import OvationWire

/// What a room reads of what is kept.
extension RoomStore {
    /// Reads what is kept.
    func read<Value: Sendable>(
        _ reading: @escaping @Sendable (any Storage) async throws -> Value,
        _ done: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        services.background.submit { [services, loop] in
            let value = await Result { try await reading(services.storage) }
            loop.run { done(value) }
        }
    }

    /// Reads the first places of the live's board.
    func readBoard(_ done: @escaping @Sendable (Result<[Ranking.Place], any Error>) -> Void) {
        let (scope, max, levels) = (BoardScope.live(start), services.limits.boardRowsMax, services.gifterLevels)
        read({ try await $0.places(of: scope, max: max, levels: levels) }, done)
    }

    /// Reads a page of the stored events, and the live as it is kept after them.
    func readEvents(
        after durable: Int64,
        _ done: @escaping @Sendable (Result<(events: [StoredEvent], record: RoomRecord?), any Error>) -> Void
    ) {
        let (liveID, start, page) = (liveID, start, services.limits.storedEventsPageMax)
        read(
            {
                let events = try await $0.events(of: start, after: durable, limit: page)
                return (events: events, record: try await $0.lastRoom(liveID))
            }, done)
    }

    /// Reads on in what is kept of a topic.
    ///
    /// - Parameter done: the messages, and whether there may be more; nil where the storage cannot be read.
    func readTopic(
        _ topic: TopicName, after number: Int64, _ done: @escaping @Sendable ([TopicMessage]?, _ isFull: Bool) -> Void
    ) {
        let (start, page) = (start, services.limits.topicMessagesPageMax)
        read({ try await $0.topicMessages(of: start, topic: topic, after: number, limit: page) }) { messages in
            let messages = try? messages.get()
            done(messages, messages?.count == page)
        }
    }

    /// The end of the live, from a stored event that was read; nil for every other event.
    func end(as event: StoredEvent) -> KeptEvent? {
        guard event.name == RoomEventName.roomEnded.rawValue else { return nil }
        if let end = KeptEvent(end: event) { return end }
        logger.critical("the end of a live is kept and cannot be read", metadata: ["room.durable": "\(event.durable)"])
        // It is over all the same. What it had is in the storage.
        let end = RoomEnded(reason: .endedByServer, message: "", statistics: RoomStatistics())
        return .end(end, data: event.data, durable: event.durable, at: event.at)
    }

    /// Reads a page of a topic's stored messages.
    ///
    /// - Parameters:
    ///   - last: up to which message the page goes.
    ///   - answer: called from a task, or at once where nothing is to be read.
    func readTopic(
        _ topic: TopicName, after: Int64, upTo last: Int64, count: Int, for user: UserID,
        _ answer: @escaping RoomCall.Answer
    ) {
        // Most topics keep nothing.
        guard after < last else { return answer(.success(.topicPage(TopicPage(messages: [], last: last)))) }
        services.background.submit { [services, start] in
            let kept = await Result {
                try await services.storage.topicMessages(of: start, topic: topic, after: after, limit: count)
            }
            answer(
                kept.map { .topicPage(TopicPage($0, upTo: last, isFull: $0.count == count, for: user)) }
                    .mapError { _ in Rejection(.storageUnavailable) })
        }
    }

    /// Reads a page of the moderation log, for callers that may.
    func readModerationLog(before: Int64?, count: Int, isAllowed: Bool, _ answer: @escaping RoomCall.Answer) {
        guard isAllowed else { return answer(.failure(Rejection(.adminRequired))) }
        services.background.submit { [services, loop, liveID] in
            let page = await Result { try await services.moderationPage(of: liveID, before: before, count: count) }
            loop.run { answer(page.map(RoomReply.moderationLog).mapError { _ in Rejection(.storageUnavailable) }) }
        }
    }
}

// MARK: - Comebacks

extension RoomStore {
    /// Looks up the stored visit of a user who comes back.
    ///
    /// - Parameter asksApp: whether the app's backend is asked first about the entry.
    func lookUp(_ back: Comeback, asksApp: Bool, _ done: @escaping @Sendable (Comeback.Found) -> Void) {
        services.background.submit { [services, loop, liveID, start] in
            if asksApp,
                let refusal = await services.callbacks.refusal(
                    toJoin: liveID, back.user, back.client, at: services.clock.wall())
            {
                return loop.run { done(.refused(refusal)) }
            }
            let visit = await Result { try await services.storage.visit(of: back.user, in: start, of: liveID) }
            loop.run {
                switch visit {
                case .success(let visit): done(.visit(visit))
                case .failure: done(.nothing)
                }
            }
        }
    }

    /// Reads the next missed events of a comeback. Returns nil when the storage cannot be read.
    ///
    /// - Parameters:
    ///   - told: nothing behind the stored event of this number is read.
    ///   - isWanted: asked before each page; nothing more is read where it says no.
    func readOn(
        _ missed: StoredReplay, upTo told: Int64, epoch: String, bytesMax: Int,
        while isWanted: @escaping @Sendable () -> Bool, _ done: @escaping @Sendable (StoredReplay?) -> Void
    ) {
        let (liveID, start, page) = (liveID, start, services.limits.storedEventsPageMax)
        read({
            var more = missed
            try await more.read(
                $0, of: liveID, start, upTo: told, epoch: epoch, bytesMax: bytesMax, pageMax: page, while: isWanted)
            return more
        }) { done(try? $0.get()) }
    }
}

extension TopicPage {
    /// Makes a page for a user of what was read.
    init(_ kept: [TopicMessage], upTo last: Int64, isFull: Bool, for user: UserID) {
        let read = kept.last?.number ?? last
        self.init(
            messages: kept.filter { ($0.number ?? 0) <= last && $0.isFor(user) }, last: last,
            next: isFull && read < last ? read : nil)
    }
}
