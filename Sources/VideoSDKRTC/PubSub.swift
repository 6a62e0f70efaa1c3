import OvationClient
import OvationModel
import OvationWire

/// The topics of a meeting.
///
/// `@unchecked Sendable`: the listeners are touched on the meeting's queue only; the rest is behind locks.
public final class PubSub: @unchecked Sendable {
    /// How many messages of a topic ``getMessagesForTopic(_:)`` knows at most: the newest.
    static let messagesMax = 1_000

    private struct History: Sendable {
        var messages: [PubSubMessage] = []
        /// Which of them were kept by the server, for a listener that comes later.
        var kept: [PubSubMessage] = []
    }

    /// Set once, before anybody has the object.
    weak var meeting: Meeting?
    private var listeners: [TopicName: [any PubSubMessageListener]] = [:]
    private let subscriptions = Locked<[TopicName: TopicSubscription]>([:])
    private let history = Locked<[TopicName: History]>([:])
    private let taps = Locked(TapGathering())

    init() {}

    /// Publishes a message to everybody who listens to the topic, the publisher too.
    ///
    /// Returns at once; ``MeetingEventListener/onError(error:)`` tells where the message was refused. Equal messages that say nothing but
    /// their text and follow each other quickly are counted and sent together.
    ///
    /// - Parameters:
    ///   - topic: which topic: 1 to 64 bytes.
    ///   - message: what it says: 1 to 2,048 bytes.
    ///   - options: `"persist": true` keeps it for those who come later, as long as the meeting lasts; `"sendOnly": [String]` names the
    ///     only participants who are told.
    ///   - payload: data of the app's own, at most 4,096 bytes: the text of a JSON object.
    public func publish(topic: String, message: String, options: [String: Any] = [:], payload: String? = nil) {
        guard let meeting else { return }
        guard let name = TopicName(topic) else {
            return meeting.failed(Rejection(.illegalParameter, TopicName.rule))
        }
        var published = PubSubPublish(topic: name, message: message, payload: payload)
        if options["persist"] as? Bool == true { published.persist = true }
        if let chosen = options["sendOnly"] as? [String], !chosen.isEmpty {
            // Whom nobody can be is left out; a message for nobody else stays the sender's own, and does not become everybody's.
            let users = Set(chosen).sorted().compactMap { UserID($0) }
            published.sendOnly = users.isEmpty ? UserID(meeting.localParticipant.id).map { [$0] } : users
        }
        perform { $0.add(published) }
    }

    /// Listens to a topic. First come the messages that were kept, then those that are published from now on.
    ///
    /// Returns when the server knows it. Outside of the meeting it does nothing: subscribe in
    /// ``MeetingEventListener/onMeetingJoined()``. The listener is kept until ``unsubscribe(topic:forListener:)`` or the end of the
    /// meeting.
    public func subscribe(topic: String, forListener listener: any PubSubMessageListener) async {
        guard let meeting else { return }
        let box = UncheckedBox(listener)
        await meeting.lane.enqueue { await self.add(box, to: topic) }.value
    }

    /// Listens to a topic no more. A listener that is no object counts as the same as any of its type.
    public func unsubscribe(topic: String, forListener listener: any PubSubMessageListener) async {
        guard let meeting else { return }
        let box = UncheckedBox(listener)
        await meeting.lane.enqueue { await self.remove(box, from: topic) }.value
    }

    /// The messages of a topic that came since it was listened to, those that were kept before included, oldest first; the newest 1,000.
    public func getMessagesForTopic(_ topic: String) -> [PubSubMessage] {
        guard let name = TopicName(topic) else { return [] }
        return history.withLock { $0[name]?.messages ?? [] }
    }

    // MARK: - Publishing

    private func perform(_ change: (inout TapGathering) -> TapGathering.Step) {
        guard let meeting else { return }
        // Handed over under the lock, so that what was published first is sent first.
        taps.withLock { taps in
            let step = change(&taps)
            for message in step.sent { meeting.lane.enqueue { await self.send(message) } }
            guard let window = step.window else { return }
            meeting.queue.async(afterMilliseconds: TapGathering.windowMilliseconds) { [weak self] in
                self?.perform { $0.windowOver(window) }
            }
        }
    }

    private func send(_ message: PubSubPublish) async {
        guard let meeting else { return }
        do {
            guard let liveID = meeting.mirror.withLock({ $0.liveID }) else { throw Rejection(.notInRoom) }
            _ = try await meeting.client.publish(message, in: liveID)
        } catch {
            meeting.failed(error)
        }
    }

    /// Sends what has gathered. Called in the meeting's lane.
    func flush() async { for message in taps.withLock({ $0.finish() }) { await send(message) } }

    // MARK: - Listening

    private func add(_ listener: UncheckedBox<any PubSubMessageListener>, to topic: String) async {
        guard let meeting, let name = TopicName(topic), let liveID = meeting.mirror.withLock({ $0.liveID }) else {
            meeting?.failed(Rejection(.notInRoom))
            return
        }
        let isKnown = subscriptions.withLock { $0[name] != nil }
        let kept = isKnown ? history.withLock { $0[name]?.kept ?? [] } : []
        meeting.queue.async {
            self.listeners[name, default: []].append(listener.value)
            for message in kept { listener.value.onMessageReceived(message) }
        }
        guard !isKnown else { return }
        do {
            let queue = meeting.queue
            let subscription = try await meeting.client.listen(to: name, in: liveID) { [weak self] message in
                queue.async { [weak self] in self?.received(message, of: name) }
            }
            subscriptions.withLock { $0[name] = subscription }
        } catch {
            meeting.queue.async { self.listeners[name] = nil }
            meeting.failed(error)
        }
    }

    private func remove(_ listener: UncheckedBox<any PubSubMessageListener>, from topic: String) async {
        guard let meeting, let name = TopicName(topic) else { return }
        let isLast = await withCheckedContinuation { continuation in
            meeting.queue.async {
                if let place = self.listeners[name]?.firstIndex(where: { Self.isSame($0, listener.value) }) {
                    self.listeners[name]?.remove(at: place)
                }
                continuation.resume(returning: self.listeners[name]?.isEmpty ?? true)
            }
        }
        guard isLast, let subscription = subscriptions.withLock({ $0.removeValue(forKey: name) }) else { return }
        history.withLock { $0[name] = nil }
        await subscription.cancel()
    }

    private static func isSame(_ one: any PubSubMessageListener, _ other: any PubSubMessageListener) -> Bool {
        guard type(of: one) is AnyClass, type(of: other) is AnyClass else { return type(of: one) == type(of: other) }
        return (one as AnyObject) === (other as AnyObject)
    }

    /// A message came. On the meeting's queue.
    private func received(_ message: TopicMessage, of topic: TopicName) {
        let messages = PubSubMessage.all(message, topic: topic)
        history.withLock { history in
            history[topic, default: History()].messages.add(messages)
            if message.number != nil { history[topic]?.kept.add(messages) }
        }
        for message in messages { for listener in listeners[topic] ?? [] { listener.onMessageReceived(message) } }
    }

    /// The meeting was left. On the meeting's queue.
    func forget() {
        listeners = [:]
        subscriptions.withLock { $0 = [:] }
        history.withLock { $0 = [:] }
        taps.withLock { _ = $0.finish() }
    }
}

extension [PubSubMessage] {
    /// Adds messages and forgets the oldest of too many.
    fileprivate mutating func add(_ messages: [PubSubMessage]) {
        self += messages
        // By halves, so that the common case moves nothing.
        if count > 2 * PubSub.messagesMax { removeFirst(count - PubSub.messagesMax) }
    }
}
