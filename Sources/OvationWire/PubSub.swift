public import OvationModel

/// Publishes a message to a topic of a live.
public struct PubSubPublish: Hashable, Codable, Sendable {
    /// The topic.
    public var topic: TopicName
    /// The text of the message.
    public var message: String
    /// Data defined by the app; nil for none.
    public var payload: String?
    /// True to store the message for later subscribers; nil means false.
    public var persist: Bool?
    /// The only users who receive it, apart from the sender; nil or empty for all subscribers.
    public var sendOnly: [UserID]?
    /// How many equal messages it stands for, 1 to `limits.topicCountMax`; nil means 1. A message with any of the three fields above must
    /// not set it.
    public var count: Int?

    /// Makes a message.
    public init(
        topic: TopicName, message: String, payload: String? = nil, persist: Bool? = nil, sendOnly: [UserID]? = nil,
        count: Int? = nil
    ) {
        self.topic = topic
        self.message = message
        self.payload = payload
        self.persist = persist
        self.sendOnly = sendOnly
        self.count = count
    }
}

/// Subscribes this connection to a topic of a live.
public struct PubSubSubscribe: Hashable, Codable, Sendable {
    /// The topic.
    public var topic: TopicName
    /// The number of the last stored message that the client knows; nil for none.
    public var after: Int64?

    /// Makes a subscription.
    public init(topic: TopicName, after: Int64? = nil) {
        self.topic = topic
        self.after = after
    }
}

/// Unsubscribes from a topic.
public struct PubSubUnsubscribe: Hashable, Codable, Sendable {
    /// The topic.
    public var topic: TopicName

    /// Makes a command.
    public init(topic: TopicName) { self.topic = topic }
}

/// Gets stored messages of a topic.
public struct PubSubMessages: Hashable, Codable, Sendable {
    /// The topic.
    public var topic: TopicName
    /// The messages after this number; nil for the oldest.
    public var after: Int64?
    /// The number of messages, 1 to `limits.topicMessagesPageMax`; nil for the maximum.
    public var count: Int?

    /// Makes a request for a page.
    public init(topic: TopicName, after: Int64? = nil, count: Int? = nil) {
        self.topic = topic
        self.after = after
        self.count = count
    }
}

/// The result of publishing a message to a topic.
public struct TopicAccepted: Hashable, Codable, Sendable {
    /// The id of the message; nil if it was gathered with equal ones or dropped.
    public var id: Int64?
    /// The number among the stored messages of the topic; nil if the message is not stored.
    public var number: Int64?
    /// Why the message was dropped; nil if it was not.
    public var dropped: DropReason?

    /// Makes the answer.
    public init(id: Int64? = nil, number: Int64? = nil, dropped: DropReason? = nil) {
        self.id = id
        self.number = number
        self.dropped = dropped
    }

    /// The answer as JSON. It is written by hand because every tap is answered. A test compares it with the output of `Codable`.
    public var json: [UInt8] {
        var json = JSONBytes(capacity: 48)
        var separator: StaticString = "{"
        if let dropped {
            json.append("{\"dropped\":")
            json.appendQuoted(dropped.rawValue)
            separator = ","
        }
        if let id {
            json.append(separator)
            json.append("\"id\":")
            json.append(id)
            separator = ","
        }
        if let number {
            json.append(separator)
            json.append("\"number\":")
            json.append(number)
        }
        if json.bytes.isEmpty { json.append("{") }
        json.append("}")
        return json.bytes
    }
}

/// Stored messages of a topic.
public struct TopicPage: Hashable, Codable, Sendable {
    /// The messages, oldest first, without those that are for other users only.
    public var messages: [TopicMessage]
    /// The number of the latest stored message at that time; 0 if there was none. Later ones arrive as events.
    public var last: Int64
    /// The number after which the next page begins; nil on the last page.
    public var next: Int64?

    /// Makes a page.
    public init(messages: [TopicMessage], last: Int64, next: Int64? = nil) {
        self.messages = messages
        self.last = last
        self.next = next
    }
}
