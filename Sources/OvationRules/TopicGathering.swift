import OrderedCollections
public import OvationModel

/// Messages of topics that are told together: equal ones count, different ones stand side by side.
///
/// A storm of taps is thousands of equal messages a second. They become one message with a number, told a few times a second, and
/// the numbers add up to the taps. So what a live tells of them is bounded, however many there are.
///
/// Only messages that say nothing but their text come here: one with a payload, with receivers, or that is kept is told by itself.
/// Bounded: it holds so many different messages of so many bytes, and remembers the shares of at most 64 senders of each.
public struct TopicGathering: Equatable, Sendable {
    /// How many senders' shares of one message are kept apart.
    static let sendersMax = 64
    /// How many of them are named.
    static let namedMax = 5

    private struct Key: Hashable {
        let topic: TopicName
        /// As bytes: two texts that only look alike are two messages.
        let message: [UInt8]
    }

    fileprivate struct Group: Equatable {
        let id: Int64
        let text: String
        let at: Timestamp
        var count = 0
        var shares: OrderedDictionary<UserID, TopicMessage.Share> = [:]
    }

    private let groupsMax: Int
    private let bytesMax: Int
    private var groups: OrderedDictionary<Key, Group> = [:]
    private var bytes = 0
    private var toldAt: Timestamp?

    /// Gathers nothing yet.
    public init(limits: Limits) {
        groupsMax = limits.topicMessagesTogetherMax
        bytesMax = limits.topicBytesTogetherMax
    }

    /// Whether there is nothing to tell.
    public var isEmpty: Bool { groups.isEmpty }

    /// How many messages have not been told yet, each of several equal ones counted.
    public var pending: Int { groups.values.reduce(0) { $0 + $1.count } }

    /// Takes messages of one sender in.
    ///
    /// - Parameters:
    ///   - count: how many equal ones, at least 1.
    ///   - id: the id of the message where it is not like another that waits.
    /// - Returns: whether there was room. An equal message always finds some.
    public mutating func add(
        _ message: String, to topic: TopicName, count: Int, from user: UserInfo, id: Int64, at now: Timestamp
    ) -> Bool {
        let key = Key(topic: topic, message: Array(message.utf8))
        if groups[key] == nil {
            let size = Self.size(key)
            guard groups.isEmpty || (groups.count < groupsMax && bytes + size <= bytesMax) else { return false }
            groups[key] = Group(id: id, text: message, at: now)
            bytes += size
        }
        groups[key]?.add(count, from: user)
        return true
    }

    /// When what waits may be told; nil where nothing does.
    public func due(intervalMilliseconds: Int) -> Timestamp? {
        guard !groups.isEmpty else { return nil }
        return toldAt?.adding(milliseconds: Int64(intervalMilliseconds)) ?? Timestamp(milliseconds: 0)
    }

    /// Keeps up with a clock that is set back.
    mutating func follow(_ now: Timestamp) {
        if let told = toldAt, now.isSetBack(from: told) { toldAt = now }
    }

    /// Takes out what waits, one event a topic, in the order in which the topics came.
    ///
    /// - Parameter isAdmitted: asked for each event; where it is false, its messages and all later ones stay.
    public mutating func take(at now: Timestamp, while isAdmitted: () -> Bool) -> [TopicPublished] {
        var events: [TopicPublished] = []
        while let topic = groups.keys.first?.topic, isAdmitted() {
            let told = groups.filter { $0.key.topic == topic }
            groups.removeAll { $0.key.topic == topic }
            bytes -= told.keys.reduce(0) { $0 + Self.size($1) }
            events.append(TopicPublished(topic: topic, messages: told.values.map(\.message)))
        }
        if !events.isEmpty { toldAt = now }
        return events
    }

    private static func size(_ key: Key) -> Int { key.topic.rawValue.utf8.count + key.message.count }
}

extension TopicGathering.Group {
    fileprivate mutating func add(_ added: Int, from user: UserInfo) {
        count += added
        if let share = shares[user.userID] {
            shares[user.userID] = TopicMessage.Share(user: user, count: share.count + added)
        } else if shares.count < TopicGathering.sendersMax {
            shares[user.userID] = TopicMessage.Share(user: user, count: added)
        }
    }

    fileprivate var message: TopicMessage {
        // Ties go by user id, so that the same messages always make the same event.
        let named = shares.values.sorted { ($1.count, $0.user.userID) < ($0.count, $1.user.userID) }
            .prefix(TopicGathering.namedMax)
        guard let first = named.first else { preconditionFailure("a group has a sender") }
        guard count > 1 else { return TopicMessage(id: id, message: text, sender: first.user, at: at) }
        return TopicMessage(id: id, message: text, sender: first.user, at: at, count: count, senders: Array(named))
    }
}
