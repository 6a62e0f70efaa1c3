public import OvationModel
public import OvationWire

/// Topics: messages of a live to those who listen, and meetings.
extension OvationClient {
    /// Enters a meeting, and makes one where there is none: a live that is in no list, goes on without its owner, and ends some time
    /// after the last has left.
    ///
    /// - Returns: The membership and the snapshot, when both have come.
    /// - Throws: What the server refuses it with; `networkUnavailable` where there was no answer in time.
    public func enterMeeting(_ liveID: LiveID) async throws -> EnteredRoom {
        try await withCheckedThrowingContinuation { continuation in
            perform { core in
                core.enter(liveID, .roomCreate(RoomCreate(liveID: liveID, isMeeting: true))) {
                    continuation.resume(with: $0)
                }
            }
        }
    }

    /// Publishes a message to a topic. It comes back as an event to who listens, like everybody's.
    ///
    /// - Returns: Its id and number, as far as it has them, or why it was dropped.
    /// - Throws: What the server refuses it with; `networkUnavailable` where the connection was lost before the answer
    ///   came.
    public func publish(_ message: PubSubPublish, in liveID: LiveID) async throws -> TopicAccepted {
        try await request(.pubsubPublish(message), room: liveID)
    }

    /// Kept messages of a topic, without listening to it.
    ///
    /// - Parameters:
    ///   - topic: Which topic.
    ///   - number: The number before the first message that is wanted; 0 for the oldest.
    ///   - liveID: Which live; one has to be in it.
    /// - Throws: What the server refuses it with; `networkUnavailable` where there was no answer in time.
    public func messages(of topic: TopicName, after number: Int64, in liveID: LiveID) async throws -> TopicPage {
        try await request(
            .pubsubMessages(PubSubMessages(topic: topic, after: number)), room: liveID, onLoss: .resend)
    }

    /// Listens to a topic of a live that one is in: first what is kept of it, then what is published from now on.
    ///
    /// It goes on after a lost connection with the kept messages that were missed; those that are not kept are not told again. It ends
    /// with ``TopicSubscription/cancel()``, or when the user is in the live no more.
    ///
    /// - Parameters:
    ///   - topic: Which topic.
    ///   - liveID: Which live.
    ///   - deliver: Called for one message after the other, on a thread of the client's own; it must not block it, nor call the
    ///     subscription.
    /// - Throws: What the server refuses it with; `networkUnavailable` where there was no answer in time.
    public func listen(
        to topic: TopicName, in liveID: LiveID, deliver: @escaping @Sendable (TopicMessage) -> Void
    ) async throws -> TopicSubscription {
        let subscription = TopicSubscription(topic, in: liveID, of: self, deliver: deliver)
        try await subscription.begin()
        return subscription
    }

    func subscribe(to topic: TopicName, after number: Int64, in liveID: LiveID) async throws -> TopicPage {
        let wish = PubSubSubscribe(topic: topic, after: number > 0 ? number : nil)
        // Not sent again on the next connection by itself: what is missed then is asked for when the live goes on.
        return try await request(.pubsubSubscribe(wish), room: liveID)
    }

    func unsubscribe(from topic: TopicName, in liveID: LiveID) async throws {
        _ = try await request(.pubsubUnsubscribe(PubSubUnsubscribe(topic: topic)), room: liveID, as: Empty.self)
    }
}
