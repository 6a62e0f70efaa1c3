public import OvationModel

/// Publishes a message to a topic of a live.
public struct PubSubPublish: Hashable, Codable, Sendable {
    /// Which topic.
    public var topic: TopicName
    /// What it says.
    public var message: String
    /// Data of the app's own; nil for none.
    public var payload: String?
    /// Whether it is kept for those who come later; nil means no.
    public var persist: Bool?
    /// Who alone is told, beside the sender; nil or empty means everybody who listens.
    public var sendOnly: [UserID]?
    /// How many equal messages it stands for, 1 to `limits.topicCountMax`; nil means 1. Only for one that has none of the above.
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

/// Listens to a topic of a live, over this connection.
public struct PubSubSubscribe: Hashable, Codable, Sendable {
    /// Which topic.
    public var topic: TopicName
    /// The number of the last kept message that the client knows; nil for none.
    public var after: Int64?

    /// Makes a wish to listen.
    public init(topic: TopicName, after: Int64? = nil) {
        self.topic = topic
        self.after = after
    }
}

/// Listens to a topic no more.
public struct PubSubUnsubscribe: Hashable, Codable, Sendable {
    /// Which topic.
    public var topic: TopicName

    /// Makes a wish to listen no more.
    public init(topic: TopicName) { self.topic = topic }
}

/// Asks for kept messages of a topic.
public struct PubSubMessages: Hashable, Codable, Sendable {
    /// Which topic.
    public var topic: TopicName
    /// The number before the first message that is wanted; nil for the oldest that there is.
    public var after: Int64?
    /// How many, 1 to `limits.topicMessagesPageMax`; nil means as many as that.
    public var count: Int?

    /// Makes a wish for a page.
    public init(topic: TopicName, after: Int64? = nil, count: Int? = nil) {
        self.topic = topic
        self.after = after
        self.count = count
    }
}

/// What became of a message of a topic.
public struct TopicAccepted: Hashable, Codable, Sendable {
    /// Its id; nil for one that is told together with equal ones, and where it was dropped.
    public var id: Int64?
    /// Its number among the kept messages of the topic; nil for one that is not kept.
    public var number: Int64?
    /// Why it was dropped; nil where it was not.
    public var dropped: DropReason?

    /// Makes the answer.
    public init(id: Int64? = nil, number: Int64? = nil, dropped: DropReason? = nil) {
        self.id = id
        self.number = number
        self.dropped = dropped
    }

    /// The answer as JSON; written by hand, because every tap has one. A test compares it with what Codable writes.
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

/// Kept messages of a topic.
public struct TopicPage: Hashable, Codable, Sendable {
    /// The messages, oldest first. Those that are for others alone are left out.
    public var messages: [TopicMessage]
    /// The number of the last kept message that was told by then; 0 where there was none. Later ones are told by events.
    public var last: Int64
    /// After which number the next page begins; nil where this is the last one.
    public var next: Int64?

    /// Makes a page.
    public init(messages: [TopicMessage], last: Int64, next: Int64? = nil) {
        self.messages = messages
        self.last = last
        self.next = next
    }
}
