/// The name of a topic, which groups messages of a live as the app chooses: 1 to 64 bytes without control characters.
///
/// Topics are not created. A topic exists as soon as a user publishes to it or subscribes to it.
public struct TopicName: Identifier {
    /// The name as text.
    public let rawValue: String
    /// The rule for valid names, in words.
    public static let rule = "A topic is 1 to 64 bytes without control characters."
    /// Returns true if the text is a valid name.
    public static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        return !bytes.isEmpty && bytes.count <= 64 && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
    /// Makes a name from a text that `isValid` has accepted.
    public init(unchecked text: String) { rawValue = text }
}

/// A message of a topic, or several equal ones that were published within a tick and are sent together.
public struct TopicMessage: Hashable, Codable, Sendable {
    /// How many of several equal messages one sender published.
    public struct Share: Hashable, Codable, Sendable {
        /// The sender.
        public var user: UserInfo
        /// The number of messages.
        public var count: Int

        /// Makes a share.
        public init(user: UserInfo, count: Int) {
            self.user = user
            self.count = count
        }
    }

    /// The id of the message. It is unique within the live, even across restarts.
    public var id: Int64
    /// The text of the message.
    public var message: String
    /// The sender; for several equal messages, the one who published most.
    public var sender: UserInfo
    /// When it was published; for several equal messages, when the first one was.
    public var at: Timestamp
    /// The number among the stored messages of its topic, from 1; nil for a message that is not stored.
    public var number: Int64?
    /// Data defined by the app; nil for none.
    public var payload: String?
    /// The only users who receive it, apart from its sender; nil for all subscribers.
    public var sendOnly: [UserID]?
    /// How many equal messages it stands for; nil for one.
    public var count: Int?
    /// The five users who published most, the highest first; nil for a single message. `count` may exceed the sum of their shares.
    public var senders: [Share]?

    /// Makes a message.
    public init(
        id: Int64, message: String, sender: UserInfo, at: Timestamp, number: Int64? = nil, payload: String? = nil,
        sendOnly: [UserID]? = nil, count: Int? = nil, senders: [Share]? = nil
    ) {
        self.id = id
        self.message = message
        self.sender = sender
        self.at = at
        self.number = number
        self.payload = payload
        self.sendOnly = sendOnly
        self.count = count
        self.senders = senders
    }

    /// Returns true if a user may receive the message.
    public func isFor(_ user: UserID) -> Bool {
        guard let sendOnly else { return true }
        return sender.userID == user || sendOnly.contains(user)
    }

    /// The shares, completed so that their sum is `count`: the last one stands for senders that are not named.
    public var shares: [Share] {
        guard let count, count > 1 else { return [Share(user: sender, count: 1)] }
        var shares = (senders ?? []).filter { $0.count > 0 }
        var named = 0
        for share in shares {
            let (sum, overflow) = named.addingReportingOverflow(share.count)
            named = overflow ? .max : sum
        }
        if shares.isEmpty { return [Share(user: sender, count: count)] }
        if count > named { shares[shares.count - 1].count += count - named }
        return shares
    }
}

/// Messages of one topic, for its subscribers.
public struct TopicPublished: Hashable, Codable, Sendable {
    /// The topic.
    public var topic: TopicName
    /// The messages, oldest first.
    public var messages: [TopicMessage]

    /// Makes the event.
    public init(topic: TopicName, messages: [TopicMessage]) {
        self.topic = topic
        self.messages = messages
    }
}
