import OvationModel

/// A message that somebody wants to have kept in the topic of a live.
final class PublishRecord {
    let user: String
    let live: String
    /// The start of the live that the publisher was in.
    let session: String
    /// What it says; no other message says the same.
    let text: String
    /// The number that it was answered with; nil where there was no answer, or it was dropped or refused.
    var number: Int64?

    init(user: String, live: String, session: String, text: String) {
        self.user = user
        self.live = live
        self.session = session
        self.text = text
    }
}

/// What one connection heard of the topic of a live, from its first page on.
final class TopicStay {
    static let topic = TopicName(unchecked: "CHAT")
    static let reactions = TopicName(unchecked: "REACTION")

    let user: String
    let live: String
    let session: String
    /// The last kept message that its client knew when it asked.
    let after: Int64
    /// The kept messages that it heard, in their order.
    private(set) var heard: [(number: Int64, text: String)] = []
    /// Those that came by events while pages were asked for.
    private var waiting: [(number: Int64, text: String)] = []
    /// Whether all pages have come.
    private(set) var isCaughtUp = false
    /// Whether it hears nothing more: the connection is over, or the user is not in the live any more.
    var isOver = false
    /// The taps that it was told.
    private(set) var taps = 0

    init(user: String, live: String, session: String, after: Int64) {
        self.user = user
        self.live = live
        self.session = session
        self.after = after
    }

    /// The number of the last message that it heard, or knew before.
    var last: Int64 { heard.last?.number ?? after }

    /// Takes in an event.
    func hear(_ data: [String: Any]) {
        for message in data["messages"] as? [[String: Any]] ?? [] {
            guard let kept = Self.kept(message) else {
                taps += ReceivedFrame.number(message["count"]).map { Int($0) } ?? 1
                continue
            }
            if isCaughtUp { show(kept) } else { waiting.append(kept) }
        }
    }

    /// Takes in a page; after which number the next one begins, nil where this was the last.
    func read(_ page: [String: Any]) -> Int64? {
        for message in page["messages"] as? [[String: Any]] ?? [] { if let kept = Self.kept(message) { show(kept) } }
        if let next = ReceivedFrame.number(page["next"]) { return next }
        isCaughtUp = true
        let later = waiting
        waiting = []
        for kept in later { show(kept) }
        return nil
    }

    private func show(_ kept: (number: Int64, text: String)) {
        if kept.number > last { heard.append(kept) }
    }

    private static func kept(_ message: [String: Any]) -> (number: Int64, text: String)? {
        guard let number = ReceivedFrame.number(message["number"]), let text = message["message"] as? String else {
            return nil
        }
        return (number, text)
    }
}
