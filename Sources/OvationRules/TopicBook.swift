import OvationModel

/// The topics of a live: those with kept messages, and the messages that wait to be sent together.
struct TopicBook: Equatable, Sendable {
    /// How a topic with kept messages began.
    private struct Beginning: Equatable {
        /// Whose message was the first; nil where that was before the last restart.
        var by: UserID?
    }

    private var kept: [TopicName: Beginning]
    /// The messages that are sent together.
    var gathering: TopicGathering
    private var lastID: Int64

    /// Takes up the topics of a live.
    init(kept topics: [TopicName: Int64], limits: Limits, at now: Timestamp) {
        kept = topics.mapValues { _ in Beginning() }
        gathering = TopicGathering(limits: limits)
        // As the numbers of events: no earlier run can have reached it.
        lastID = now.milliseconds * 1000
    }

    /// Gives the next message its id.
    mutating func takeID() -> Int64 {
        lastID += 1
        return lastID
    }

    /// Why a user cannot have a message kept in a topic; nil where they can.
    func rejection(ofKeepingIn topic: TopicName, by user: UserID, isPrivileged: Bool, limits: Limits) -> Rejection? {
        guard kept[topic] == nil else { return nil }
        guard kept.count < limits.topicsMax else {
            return Rejection(.tooManyTopics, "A live has at most \(limits.topicsMax) topics with kept messages.")
        }
        guard !isPrivileged, kept.values.count(where: { $0.by == user }) >= limits.userTopicsMax else { return nil }
        return Rejection(
            .tooManyTopics, "A viewer begins at most \(limits.userTopicsMax) topics with kept messages in a live.")
    }

    /// Notes that a user's message is to be kept in a topic.
    mutating func note(keptIn topic: TopicName, by user: UserID) {
        if kept[topic] == nil { kept[topic] = Beginning(by: user) }
    }

    /// Goes back to the topics that have kept messages.
    mutating func adopt(_ topics: [TopicName: Int64]) {
        let before = kept
        kept = [:]
        for topic in topics.keys { kept[topic] = before[topic] ?? Beginning() }
    }
}
