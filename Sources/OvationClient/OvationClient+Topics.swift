public import OvationModel
public import OvationWire

/// Topics and meetings. A topic's messages go to the users in the live who listen to it.
extension OvationClient {
    /// Enters a meeting, and creates it if it does not exist. A meeting is a live that appears in no list, continues without its owner, and
    /// ends some time after the last user has left.
    ///
    /// - Returns: The membership and the snapshot, once both have arrived.
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time.
    public func enterMeeting(_ liveID: LiveID) async throws -> EnteredRoom {
        try await withCheckedThrowingContinuation { continuation in
            perform { core in
                core.enter(liveID, .roomCreate(RoomCreate(liveID: liveID, isMeeting: true))) {
                    continuation.resume(with: $0)
                }
            }
        }
    }

    /// Publishes a message to a topic. Everybody who listens to the topic gets it as an event, the sender too.
    ///
    /// - Returns: The message's id and number, as far as it has them, or the reason why it was dropped.
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func publish(_ message: PubSubPublish, in liveID: LiveID) async throws -> TopicAccepted {
        try await request(.pubsubPublish(message), room: liveID)
    }

    /// Fetches kept messages of a topic without listening to it.
    ///
    /// - Parameters:
    ///   - topic: The topic.
    ///   - number: The page begins after the message with this number; 0 begins with the oldest message.
    ///   - liveID: The live. The user has to be in it.
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time.
    public func messages(of topic: TopicName, after number: Int64, in liveID: LiveID) async throws -> TopicPage {
        try await request(
            .pubsubMessages(PubSubMessages(topic: topic, after: number)), room: liveID, onLoss: .resend)
    }

    /// Listens to a topic of a live that the user is in. Kept messages come first, and then new messages.
    ///
    /// After a lost connection it continues with the kept messages that were missed. Missed messages that are not kept do not come. It ends
    /// with ``TopicSubscription/cancel()``, or when the user is no longer in the live.
    ///
    /// - Parameters:
    ///   - topic: The topic.
    ///   - liveID: The live.
    ///   - deliver: Called for one message after the other, on one of the client's threads. It must not block that thread, and must not
    ///     call the subscription.
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time.
    public func listen(
        to topic: TopicName, in liveID: LiveID, deliver: @escaping @Sendable (TopicMessage) -> Void
    ) async throws -> TopicSubscription {
        let subscription = TopicSubscription(topic, in: liveID, of: self, deliver: deliver)
        try await subscription.begin()
        return subscription
    }

    func subscribe(to topic: TopicName, after number: Int64, in liveID: LiveID) async throws -> TopicPage {
        let wish = PubSubSubscribe(topic: topic, after: number > 0 ? number : nil)
        // The command is not repeated on the next connection: the subscription asks again when the live resumes.
        return try await request(.pubsubSubscribe(wish), room: liveID)
    }

    func unsubscribe(from topic: TopicName, in liveID: LiveID) async throws {
        _ = try await request(.pubsubUnsubscribe(PubSubUnsubscribe(topic: topic)), room: liveID, as: Empty.self)
    }
}
