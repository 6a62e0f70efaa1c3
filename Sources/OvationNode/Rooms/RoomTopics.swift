import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// The topics of a live: their stored messages are sent in order, and read for later subscribers.
///
/// ``TopicSequence`` decides what is sent and when the storage is read. Sound as `Sendable` because it is confined to the event loop of its
/// live.
final class RoomTopics: @unchecked Sendable {
    private var sequence: TopicSequence
    private let store: RoomStore
    private let rules: RuledRoom
    private let audience: RoomAudience
    /// Subscriptions that an edge was asked for, by their tickets.
    private var asked: [Int64: Asked] = [:]
    /// Counts on from the number of the run's first event: the answer to a ticket of an earlier start means nothing here.
    private var lastTicket: Int64

    /// A subscription that an edge was asked for.
    private struct Asked {
        let call: RoomCall
        let topic: TopicName
        let after: Int64?
        /// The last kept message when it was asked for: later ones reach the connection by themselves.
        let last: Int64
        let user: UserID
    }

    /// After what cannot be read so long is waited.
    private static let pauseMilliseconds: Int64 = 1_000

    /// - Parameter last: the number of the last kept message of each topic that has some.
    init(_ last: [TopicName: Int64], _ store: RoomStore, _ rules: RuledRoom, _ audience: RoomAudience) {
        sequence = TopicSequence(last)
        self.store = store
        self.rules = rules
        self.audience = audience
        lastTicket = audience.broadcast.lastSeq
    }

    /// Sends messages to the subscribers of their topics.
    func tell(_ publications: [TopicPublication]) {
        for publication in publications {
            audience.tell(publication.event, isEssential: publication.lane == .essential)
        }
    }

    private func tell(_ messages: [TopicMessage], of topic: TopicName) {
        guard !rules.room.isEnded else { return }
        // One by one, because each may have other receivers.
        for message in messages { audience.tell(TopicPublished(topic: topic, messages: [message]), isEssential: true) }
    }
}

// MARK: - Keeping

extension RoomTopics {
    /// Stores a message, then sends it and answers.
    ///
    /// - Parameter callbacks: stored with it.
    func keep(_ commit: TopicCommit, telling callbacks: [CallbackDraft], _ answer: @escaping RoomCall.Answer) {
        let topic = commit.topic
        let write = StorageWrite.topicMessage(
            store.start, topic, commit.message, keptMax: store.services.limits.topicMessagesKeptMax)
        store.keep(write, telling: callbacks) { result in
            switch result {
            case .success(.topicMessage(let number?)):
                var message = commit.message
                message.number = number
                self.tell(self.sequence.kept(message, in: topic), of: topic)
                answer(.success(.published(TopicAccepted(id: message.id, number: number))))
            case .success(.topicMessage(nil)): answer(.failure(Rejection(.roomNotFound)))
            case .success(let other):
                preconditionFailure("a message of a topic is answered with its number, not with \(other)")
            case .failure(let rejection):
                self.sequence.failed(in: topic)
                answer(.failure(rejection))
            }
            self.readIfNeeded(topic)
        }
    }

    /// Reads the stored messages of a topic if some of them may not have been sent.
    private func readIfNeeded(_ topic: TopicName) {
        guard !rules.room.isEnded, let number = sequence.beginReading(topic) else { return }
        store.readTopic(topic, after: number) { messages, isFull in
            guard let messages else {
                self.store.loop.run(after: Self.pauseMilliseconds) {
                    self.sequence.readingFailed(topic)
                    self.readIfNeeded(topic)
                }
                return
            }
            self.tell(self.sequence.read(messages, mayBeMore: isFull, in: topic), of: topic)
            self.readIfNeeded(topic)
        }
    }
}

// MARK: - Listening

extension RoomTopics {
    /// Subscribes a connection to a topic, and answers with the stored messages.
    func subscribe(to topic: TopicName, after: Int64?, _ call: RoomCall) {
        guard let origin = call.origin, let user = call.actor.user?.userID,
            audience.admission.places[origin.session]?.connection == origin.connection
        else { return call.reply(.failure(Rejection(.notMember))) }
        lastTicket += 1
        asked[lastTicket] = Asked(call: call, topic: topic, after: after, last: sequence.last(of: topic), user: user)
        audience.subscribe(origin.connection, to: topic, ticket: lastTicket)
    }

    /// An edge has subscribed a connection, or says why not.
    func subscribed(_ ticket: Int64, _ refusal: Rejection?) {
        guard let asked = asked.removeValue(forKey: ticket) else { return }
        if let refusal { return asked.call.reply(.failure(refusal)) }
        store.readTopic(
            asked.topic, after: asked.after ?? 0, upTo: asked.last,
            count: store.services.limits.topicMessagesPageMax, for: asked.user, asked.call.reply)
    }

    /// The live is over: subscriptions that an edge was asked for are refused, because its answers do not come here any more.
    ///
    /// - Parameter rejection: what those are told who wait for an answer.
    func close(_ rejection: Rejection) {
        for (_, asked) in asked.sorted(by: { $0.key < $1.key }) { asked.call.reply(.failure(rejection)) }
        asked = [:]
    }

    /// Ends a connection's subscription to a topic.
    func unsubscribe(from topic: TopicName, _ call: RoomCall) {
        if let origin = call.origin { audience.unsubscribe(origin.connection, from: topic) }
        call.reply(.success(.done))
    }

    /// Answers with a page of what is kept of a topic.
    func read(_ topic: TopicName, after: Int64?, count: Int, _ call: RoomCall) {
        guard let user = call.actor.user?.userID else { return call.reply(.failure(Rejection(.notMember))) }
        do throws(Rejection) {
            try rules.room.checkListener(user)
        } catch {
            return call.reply(.failure(error))
        }
        let last = sequence.last(of: topic)
        store.readTopic(topic, after: after ?? 0, upTo: last, count: count, for: user, call.reply)
    }
}
