import Logging
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// The way of one start of a live to what is kept of it: writes go to the journal, readings to the storage.
///
/// Answers come on the room's event loop. It knows nothing of the room.
final class RoomStore: Sendable {
    let liveID: LiveID
    /// Which start of the live.
    let start: LiveSessionID
    let services: RoomServices
    let loop: RoomLoop
    let logger: Logger

    init(_ info: RoomInfo, services: RoomServices, loop: RoomLoop) {
        liveID = info.liveID
        start = info.sessionID
        self.services = services
        self.loop = loop
        var logger = services.logger
        logger[metadataKey: "room.id"] = "\(info.liveID)"
        self.logger = logger
    }

    /// Where pictures are watched.
    var addresses: PlayAddresses { services.pictures.addresses }

    /// A picture as all viewers receive it: without an address that needs a signature.
    func addressed(_ media: RoomMedia, of info: RoomInfo) -> RoomMedia {
        addresses.addressed(media, of: info, for: nil, at: services.clock.wall())
    }

    /// Closes the picture for a user who was removed from the live, by what they were given so far.
    func closePicture(of user: UserID) { addresses.gate.remove(user, from: start, at: services.clock.wall()) }
}

// MARK: - Writing

extension RoomStore {
    /// How often a visit is handed over that cannot be kept.
    private static let visitAttemptsMax = 3

    /// Stores a write together with its callbacks to the app's backend.
    func keep(
        _ write: StorageWrite, telling callbacks: [CallbackDraft] = [], _ done: @escaping Journal.Completion
    ) {
        services.journal.submit(write, telling: callbacks, on: loop.eventLoop, done)
    }

    /// Stores a write without waiting for its outcome.
    func keepUnawaited(_ write: StorageWrite) { services.journal.submit(write, on: nil, nil) }

    /// Stores callbacks to the app's backend.
    func tellBackend(_ callbacks: [CallbackDraft]) {
        if !callbacks.isEmpty { services.journal.submit(.callbacks(callbacks), of: start, on: nil, nil) }
    }

    /// Stores that a user has entered.
    ///
    /// - Parameters:
    ///   - isIn: whether the user is in the live. It is asked before each further attempt: the visit of a user who was removed meanwhile
    ///     would entitle them to what came after their removal.
    ///   - done: whether it is kept.
    func keep(_ visit: Visit, while isIn: @escaping @Sendable () -> Bool, _ done: @escaping @Sendable (Bool) -> Void) {
        keep(visit, attemptsMax: Self.visitAttemptsMax, while: isIn, done)
    }

    private func keep(
        _ visit: Visit, attemptsMax: Int, while isIn: @escaping @Sendable () -> Bool,
        _ done: @escaping @Sendable (Bool) -> Void
    ) {
        let before = services.clock.wall().adding(seconds: -Int64(services.limits.pastVisitSeconds))
        keep(.visits(start, [visit], forgettingBefore: before)) { result in
            switch result {
            case .success: done(true)
            case .failure where !isIn(): done(false)
            case .failure where attemptsMax > 1: self.keep(visit, attemptsMax: attemptsMax - 1, while: isIn, done)
            case .failure:
                self.services.metrics.visitNotKept()
                done(false)
            }
        }
    }
}

// MARK: - Charging

extension RoomStore {
    /// Who pays for an order.
    enum Payer {
        case wallet
        /// The app's own billing, as this policy says.
        case billing(BillingPolicy)
        /// It is not even tried.
        case nobody(Rejection)
    }

    /// Who pays for an order.
    func payer(of order: GiftOrder) -> Payer {
        if let rejection = services.halt.rejection { return .nobody(rejection) }
        guard let policy = services.billing.policy(for: order.key) else { return .wallet }
        guard order.cost != nil else {
            return .nobody(Rejection(.illegalParameter, "The order costs more than there can be."))
        }
        return .billing(policy)
    }

    /// Charges an order, or has the app's own billing charge it.
    ///
    /// - Parameter callbacks: stored with it.
    func charge(
        _ order: GiftOrder, _ payer: Payer, by client: Callback.Client, telling callbacks: [CallbackDraft],
        _ done: @escaping @Sendable (OrderAnswer) -> Void
    ) {
        let start = start
        guard case .billing(let policy) = payer else {
            let gift = StoredGift(order)
            return keep(.order(order, gift.draft), telling: callbacks) {
                done(OrderAnswer($0, to: order, event: gift.event, in: start))
            }
        }
        var asked = order
        asked.origin = OrderOrigin(client)
        services.billing.charge(asked, policy, telling: callbacks, on: loop.eventLoop) {
            done(OrderAnswer($0, to: order, in: start))
        }
    }
}

// MARK: - Reading

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
