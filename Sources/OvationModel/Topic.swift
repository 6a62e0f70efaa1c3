/// What messages of a live are about, in the words of the app: 1 to 64 bytes without control characters.
///
/// A topic is not made; it is there as soon as somebody publishes to it or listens to it.
public struct TopicName: Identifier {
    /// The name as text.
    public let rawValue: String
    /// What a valid one looks like, in words.
    public static let rule = "A topic is 1 to 64 bytes without control characters."
    /// Whether a text is a valid one.
    public static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        return !bytes.isEmpty && bytes.count <= 64 && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
    /// Makes one of a text that `isValid` has accepted.
    public init(unchecked text: String) { rawValue = text }
}

/// A message of a topic, or several equal ones that were published within a tick and are told together.
public struct TopicMessage: Hashable, Codable, Sendable {
    /// How many of several equal messages one sender published.
    public struct Share: Hashable, Codable, Sendable {
        /// Who.
        public var user: UserInfo
        /// How many.
        public var count: Int

        /// Makes a share.
        public init(user: UserInfo, count: Int) {
            self.user = user
            self.count = count
        }
    }

    /// Which message of the live; never the same twice, whatever restarts.
    public var id: Int64
    /// What it says.
    public var message: String
    /// Who published it; of several, the one who published most.
    public var sender: UserInfo
    /// When it was published; of several, when the first was.
    public var at: Timestamp
    /// Its number among the kept messages of its topic, from 1; nil for one that is not kept.
    public var number: Int64?
    /// Data of the app's own; nil for none.
    public var payload: String?
    /// Who alone is told of it, beside its sender; nil for everybody who listens to the topic.
    public var sendOnly: [UserID]?
    /// How many equal ones it stands for; nil for one.
    public var count: Int?
    /// The five who published most of them, most first; nil for one. `count` may be more than their shares.
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

    /// Whether a user may be told of it.
    public func isFor(_ user: UserID) -> Bool {
        guard let sendOnly else { return true }
        return sender.userID == user || sendOnly.contains(user)
    }

    /// Who published how many, so that the counts add up: the last one has those whose sender has no name.
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

/// Messages of one topic, told to those who listen to it.
public struct TopicPublished: Hashable, Codable, Sendable {
    /// Which topic.
    public var topic: TopicName
    /// The messages, oldest first.
    public var messages: [TopicMessage]

    /// Makes the event.
    public init(topic: TopicName, messages: [TopicMessage]) {
        self.topic = topic
        self.messages = messages
    }
}
