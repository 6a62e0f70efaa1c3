import OvationClient
import OvationModel
import OvationWire

/// The topics of a meeting.
///
/// `@unchecked Sendable` is sound because the listeners are used on the meeting's queue only, and locks guard the rest.
public final class PubSub: @unchecked Sendable {
    /// How many of a topic's newest messages ``getMessagesForTopic(_:)`` always has.
    static let messagesMax = 1_000

    private struct History: Sendable {
        var messages: [PubSubMessage] = []
        /// The messages that the server kept, for listeners that subscribe later.
        var kept: [PubSubMessage] = []
    }

    /// The meeting, which is set once, before anybody else has the object.
    weak var meeting: Meeting?
    private var listeners: [TopicName: [any PubSubMessageListener]] = [:]
    private let subscriptions = Locked<[TopicName: TopicSubscription]>([:])
    private let history = Locked<[TopicName: History]>([:])
    private let taps = Locked(TapGathering())

    init() {}

    /// Publishes a message to everybody who listens to the topic, including the publisher.
    ///
    /// It returns at once. ``MeetingEventListener/onError(error:)`` reports a message that was refused. Equal messages that have only a
    /// text and follow each other quickly are counted and sent together.
    ///
    /// - Parameters:
    ///   - topic: The topic, 1 to 64 bytes.
    ///   - message: The text, 1 to 2,048 bytes.
    ///   - options: `"persist": true` keeps the message for participants who come later, as long as the meeting lasts. `"sendOnly":
    ///     [String]` limits the message to these participants and the sender.
    ///   - payload: The app's own data as the text of a JSON object, at most 4,096 bytes.
    public func publish(topic: String, message: String, options: [String: Any] = [:], payload: String? = nil) {
        guard let meeting else { return }
        guard let name = TopicName(topic) else {
            return meeting.failed(Rejection(.illegalParameter, TopicName.rule))
        }
        var published = PubSubPublish(topic: name, message: message, payload: payload)
        if options["persist"] as? Bool == true { published.persist = true }
        if let chosen = options["sendOnly"] as? [String], !chosen.isEmpty {
            // Ids that are not valid are left out. If none is left, only the sender gets the message, because it must not go to everybody.
            let users = Set(chosen).sorted().compactMap { UserID($0) }
            published.sendOnly = users.isEmpty ? UserID(meeting.localParticipant.id).map { [$0] } : users
        }
        perform { $0.add(published) }
    }

    /// Listens to a topic. Kept messages come first, and then new messages.
    ///
    /// It returns when the server has confirmed it. Outside the meeting it only reports an error: subscribe in
    /// ``MeetingEventListener/onMeetingJoined()``. The listener is kept until ``unsubscribe(topic:forListener:)`` or the end of the
    /// meeting.
    public func subscribe(topic: String, forListener listener: any PubSubMessageListener) async {
        guard let meeting else { return }
        let box = UncheckedBox(listener)
        await meeting.lane.enqueue { await self.add(box, to: topic) }.value
    }

    /// Stops listening to a topic. A listener that is not a class instance counts as equal to any other of its type.
    public func unsubscribe(topic: String, forListener listener: any PubSubMessageListener) async {
        guard let meeting else { return }
        let box = UncheckedBox(listener)
        await meeting.lane.enqueue { await self.remove(box, from: topic) }.value
    }

    /// Returns the messages of a topic that came since subscribing, oldest first, including kept ones. It has at least the newest 1,000 of
    /// them.
    public func getMessagesForTopic(_ topic: String) -> [PubSubMessage] {
        guard let name = TopicName(topic) else { return [] }
        return history.withLock { $0[name]?.messages ?? [] }
    }

    // MARK: - Publishing

    private func perform(_ change: (inout TapGathering) -> TapGathering.Step) {
        guard let meeting else { return }
        // Enqueue the messages under the lock, so that they are sent in the order in which they were published.
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

    /// Sends the taps that were gathered. It is called in the meeting's lane.
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

    /// Handles a message. It is called on the meeting's queue.
    private func received(_ message: TopicMessage, of topic: TopicName) {
        let messages = PubSubMessage.all(message, topic: topic)
        history.withLock { history in
            history[topic, default: History()].messages.add(messages)
            if message.number != nil { history[topic]?.kept.add(messages) }
        }
        for message in messages { for listener in listeners[topic] ?? [] { listener.onMessageReceived(message) } }
    }

    /// Forgets everything after the meeting was left. It is called on the meeting's queue.
    func forget() {
        listeners = [:]
        subscriptions.withLock { $0 = [:] }
        history.withLock { $0 = [:] }
        taps.withLock { _ = $0.finish() }
    }
}

extension [PubSubMessage] {
    /// Appends messages, and drops the oldest if there are too many.
    fileprivate mutating func add(_ messages: [PubSubMessage]) {
        self += messages
        // Drop half of them at a time, so that appending usually moves nothing.
        if count > 2 * PubSub.messagesMax { removeFirst(count - PubSub.messagesMax) }
    }
}
