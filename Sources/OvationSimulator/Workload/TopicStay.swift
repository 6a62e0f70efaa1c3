import OvationModel

/// A message that a user publishes to a topic of a live for storage.
final class PublishRecord {
    let user: String
    let live: String
    /// The start of the live that the publisher was in.
    let session: String
    /// The text, which is unique.
    let text: String
    /// The number in the answer; nil if there was no answer, or if the message was dropped or refused.
    var number: Int64?

    init(user: String, live: String, session: String, text: String) {
        self.user = user
        self.live = live
        self.session = session
        self.text = text
    }
}

/// The messages of a live's topic that one connection received, from its first page on.
final class TopicStay {
    static let topic = TopicName(unchecked: "CHAT")
    static let reactions = TopicName(unchecked: "REACTION")

    let user: String
    let live: String
    let session: String
    /// The number of the last stored message that the client knew when it subscribed.
    let after: Int64
    /// The stored messages that the client received, in order.
    private(set) var heard: [(number: Int64, text: String)] = []
    /// Messages that arrived as events while pages were being read.
    private var waiting: [(number: Int64, text: String)] = []
    /// True once all pages have arrived.
    private(set) var isCaughtUp = false
    /// True if nothing more will arrive, because the connection is gone or the user has left the live.
    var isOver = false
    /// The number of taps received.
    private(set) var taps = 0

    init(user: String, live: String, session: String, after: Int64) {
        self.user = user
        self.live = live
        self.session = session
        self.after = after
    }

    /// The number of the last message that the client received or knew before.
    var last: Int64 { heard.last?.number ?? after }

    /// Handles an event.
    func hear(_ data: [String: Any]) {
        for message in data["messages"] as? [[String: Any]] ?? [] {
            guard let kept = Self.kept(message) else {
                taps += ReceivedFrame.number(message["count"]).map { Int($0) } ?? 1
                continue
            }
            if isCaughtUp { show(kept) } else { waiting.append(kept) }
        }
    }

    /// Handles a page. Returns the number after which the next page begins; nil after the last page.
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
