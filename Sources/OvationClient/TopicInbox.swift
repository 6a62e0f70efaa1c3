import OvationModel
import OvationWire

/// Decides which messages of a topic a client delivers, and when. Kept messages arrive by pages and by events, and are delivered once and
/// in the order of their numbers. Other messages are delivered as they arrive.
///
/// While pages are being fetched, kept messages that arrive as events wait for them. The inbox is pure.
struct TopicInbox: Sendable {
    /// The number of the last kept message that was delivered, or skipped because it is for other users.
    private(set) var last: Int64 = 0
    /// The number of the current fetch. Pages of an earlier fetch, on a connection that was lost, are ignored.
    private var round = 0
    private var isCatchingUp = false
    private var waiting: [TopicMessage] = []
    /// The most messages that wait. Beyond that the oldest are dropped, which the pages still to come contain.
    static let waitingMax = 1_024

    /// Begins to fetch pages.
    ///
    /// - Returns: The number of this fetch, and the number of the message after which the first page begins.
    mutating func catchUp() -> (round: Int, after: Int64) {
        round += 1
        isCatchingUp = true
        waiting = []
        return (round, last)
    }

    /// Handles a page.
    ///
    /// - Returns: The messages to deliver now, and the number after which the next page begins; nil after the last page.
    mutating func page(_ page: TopicPage, of round: Int) -> (shown: [TopicMessage], next: Int64?) {
        guard round == self.round, isCatchingUp else { return ([], nil) }
        let before = last
        var shown = page.messages.filter { show($0) }
        // A page that makes no progress is the last one, whatever the server says.
        if let next = page.next, next > before, next < .max {
            last = max(last, next)
            return (shown, next)
        }
        last = max(last, page.last)
        isCatchingUp = false
        let later = waiting
        waiting = []
        shown += later.filter { show($0) }
        return (shown, nil)
    }

    /// Gives up fetching pages. Returns the messages that were waiting.
    mutating func giveUp(_ round: Int) -> [TopicMessage] {
        guard round == self.round, isCatchingUp else { return [] }
        isCatchingUp = false
        let later = waiting
        waiting = []
        return later.filter { show($0) }
    }

    /// Handles the messages of an event.
    ///
    /// - Returns: The messages to deliver now.
    mutating func received(_ messages: [TopicMessage]) -> [TopicMessage] {
        messages.filter { message in
            guard message.number != nil, isCatchingUp else { return show(message) }
            if waiting.count >= Self.waitingMax { waiting.removeFirst() }
            waiting.append(message)
            return false
        }
    }

    /// Whether a message is new. If so, the inbox remembers it.
    private mutating func show(_ message: TopicMessage) -> Bool {
        guard let number = message.number else { return true }
        guard number > last else { return false }
        last = number
        return true
    }
}
