public import OvationModel

/// A message that somebody wants to publish to a topic.
public struct TopicDraft: Hashable, Codable, Sendable {
    /// Which topic.
    public var topic: TopicName
    /// What it says.
    public var message: String
    /// Data of the app's own; nil for none.
    public var payload: String?
    /// Who alone is to be told; empty for everybody who listens.
    public var sendOnly: [UserID]
    /// Whether it is kept for those who come later.
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

    /// Whether it says nothing but its text, so that it can be told together with equal ones.
    public var isPlain: Bool { payload == nil && sendOnly.isEmpty && !isKept }
}

/// A message of a topic on its way to those who listen.
public struct TopicPublication: Hashable, Sendable {
    /// What they are told.
    public var event: TopicPublished
    /// How important it is.
    public var lane: DeliveryClass

    /// Makes a publication.
    public init(_ event: TopicPublished, lane: DeliveryClass) {
        self.event = event
        self.lane = lane
    }
}

/// A message of a topic that must be kept before it is told.
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
