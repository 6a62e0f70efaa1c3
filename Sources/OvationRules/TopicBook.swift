import OvationModel

/// The topics of a live: those with kept messages, and the messages that wait to be sent together.
struct TopicBook: Equatable, Sendable {
    /// A topic with kept messages.
    private struct Kept: Equatable {
        /// Whose message was the first; nil where that was before the last restart.
        var beganBy: UserID?
        /// Whose its messages are, oldest first.
        var messages: [TopicRecord.Message] = []
    }

    private let messagesMax: Int
    private var kept: [TopicName: Kept] = [:]
    /// Bytes of all kept messages, and of those of each user.
    private(set) var bytes = 0
    private var bytesBySender: [UserID: Int] = [:]
    /// The messages that are sent together.
    var gathering: TopicGathering
    private var lastID: Int64

    /// Takes up the topics of a live.
    init(kept topics: [TopicName: TopicRecord], limits: Limits, at now: Timestamp) {
        messagesMax = limits.topicMessagesKeptMax
        gathering = TopicGathering(limits: limits)
        // As the numbers of events: no earlier run can have reached it.
        lastID = now.milliseconds * 1000
        adopt(topics)
    }

    /// Gives the next message its id.
    mutating func takeID() -> Int64 {
        lastID += 1
        return lastID
    }

    /// Why a user cannot have a message kept in a topic; nil where they can.
    ///
    /// - Parameters:
    ///   - bytes: how large the message is.
    ///   - isPrivileged: whether the user begins as many topics as there may be.
    ///   - isForApp: whether the app's backend or an administrator of the app sends it, so that it has no share of a user's own.
    func rejection(
        ofKeepingIn topic: TopicName, by user: UserID, bytes: Int, isPrivileged: Bool, isForApp: Bool, limits: Limits
    ) -> Rejection? {
        rejection(ofBeginning: topic, by: user, isPrivileged, limits)
            ?? rejection(ofBytes: bytes, in: topic, by: user, isForApp, limits)
    }

    private func rejection(
        ofBeginning topic: TopicName, by user: UserID, _ isPrivileged: Bool, _ limits: Limits
    ) -> Rejection? {
        guard kept[topic] == nil else { return nil }
        guard kept.count < limits.topicsMax else {
            return Rejection(.tooManyTopics, "A live has at most \(limits.topicsMax) topics with kept messages.")
        }
        guard !isPrivileged, kept.values.count(where: { $0.beganBy == user }) >= limits.userTopicsMax else {
            return nil
        }
        return Rejection(
            .tooManyTopics, "A viewer begins at most \(limits.userTopicsMax) topics with kept messages in a live.")
    }

    private func rejection(
        ofBytes size: Int, in topic: TopicName, by user: UserID, _ isForApp: Bool, _ limits: Limits
    ) -> Rejection? {
        // In a full topic the oldest message gives way, so a topic that goes round needs no more room.
        let oldest = kept[topic].flatMap { $0.messages.count >= messagesMax ? $0.messages.first : nil }
        if bytes + size - (oldest?.bytes ?? 0) > limits.topicBytesKeptMax {
            return Rejection(
                .tooManyTopicBytes,
                "The kept messages of a live have at most \(limits.topicBytesKeptMax) bytes. Send it without keeping it."
            )
        }
        let freed = oldest?.sender == user ? oldest?.bytes ?? 0 : 0
        guard !isForApp, bytesBySender[user, default: 0] + size - freed > limits.userTopicBytesKeptMax else {
            return nil
        }
        return Rejection(
            .tooManyTopicBytes,
            "A user's kept messages in a live have at most \(limits.userTopicBytesKeptMax) bytes. Send it without keeping it."
        )
    }

    /// Notes that a user's message is to be kept in a topic. The oldest gives way as in the storage.
    mutating func note(keptIn topic: TopicName, by user: UserID, bytes size: Int) {
        kept[topic, default: Kept(beganBy: user)].messages.append(TopicRecord.Message(sender: user, bytes: size))
        count(user, size)
        guard let messages = kept[topic]?.messages, messages.count > messagesMax else { return }
        for oldest in messages.prefix(messages.count - messagesMax) { count(oldest.sender, -oldest.bytes) }
        kept[topic]?.messages.removeFirst(messages.count - messagesMax)
    }

    private mutating func count(_ user: UserID, _ size: Int) {
        bytes += size
        let left = bytesBySender[user, default: 0] + size
        bytesBySender[user] = left > 0 ? left : nil
    }

    /// Goes back to the topics that have kept messages.
    mutating func adopt(_ topics: [TopicName: TopicRecord]) {
        let before = kept
        (kept, bytes, bytesBySender) = ([:], 0, [:])
        for (topic, record) in topics {
            kept[topic] = Kept(beganBy: before[topic]?.beganBy, messages: record.messages)
            for message in record.messages { count(message.sender, message.bytes) }
        }
    }
}
