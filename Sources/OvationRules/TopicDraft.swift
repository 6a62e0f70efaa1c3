public import OvationModel

/// A message that a user or the app's backend publishes to a topic.
public struct TopicDraft: Hashable, Codable, Sendable {
    /// Which topic.
    public var topic: TopicName
    /// What it says.
    public var message: String
    /// Data of the app's own; nil for none.
    public var payload: String?
    /// The only receivers; empty for every subscriber of the topic.
    public var sendOnly: [UserID]
    /// Whether it is kept for later subscribers.
    public var isKept: Bool
    /// How many equal ones it stands for.
    public var count: Int

    /// Makes a message.
    public init(
        topic: TopicName, message: String, payload: String? = nil, sendOnly: [UserID] = [], isKept: Bool = false,
        count: Int = 1
    ) {
        self.topic = topic
        self.message = message
        self.payload = payload
        self.sendOnly = sendOnly
        self.isKept = isKept
        self.count = count
    }

    /// How many bytes it counts while it is kept; see ``OvationModel/TopicMessage/keptBytes``.
    var keptBytes: Int { TopicMessage.keptBytes(message, payload, to: sendOnly) }

    /// Whether it has nothing but its text, and can be combined with equal messages.
    public var isPlain: Bool { payload == nil && sendOnly.isEmpty && !isKept }
}

/// A message of a topic on its way to the subscribers.
public struct TopicPublication: Hashable, Sendable {
    /// The event that they receive.
    public var event: TopicPublished
    /// How important it is.
    public var lane: DeliveryClass

    /// Makes a publication.
    public init(_ event: TopicPublished, lane: DeliveryClass) {
        self.event = event
        self.lane = lane
    }
}

/// A message of a topic that must be kept before it is sent.
public struct TopicCommit: Hashable, Sendable {
    /// Which topic.
    public var topic: TopicName
    /// The message; its number is given when it is kept.
    public var message: TopicMessage

    /// Makes a commit.
    public init(topic: TopicName, message: TopicMessage) {
        self.topic = topic
        self.message = message
    }
}
