import OvationModel
import OvationWire

/// What a client that listens to a topic shows, and when: kept messages once and in the order of their numbers, whether they come by
/// pages or by events; others as they come.
///
/// Pure. While pages are being asked for, kept messages that come by events wait behind them.
struct TopicInbox: Sendable {
    /// The number of the last kept message that was shown, or passed over because it is for others.
    private(set) var last: Int64 = 0
    /// Which asking for pages is the current one. An answer of an earlier one, of a lost connection, is ignored.
    private var round = 0
    private var isCatchingUp = false
    private var waiting: [TopicMessage] = []
    /// Messages that wait at most. Beyond that the oldest go, which are in the pages that are still to come.
    static let waitingMax = 1_024

    /// Begins to ask for pages.
    ///
    /// - Returns: the number of this asking, and after which message the first page begins.
    mutating func catchUp() -> (round: Int, after: Int64) {
        round += 1
        isCatchingUp = true
        waiting = []
        return (round, last)
    }

    /// Takes in a page.
    ///
    /// - Returns: what is shown now, and after which number the next page begins; nil where this was the last one.
    mutating func page(_ page: TopicPage, of round: Int) -> (shown: [TopicMessage], next: Int64?) {
        guard round == self.round, isCatchingUp else { return ([], nil) }
        let before = last
        var shown = page.messages.filter { show($0) }
        // A page that does not lead on is the last one, whatever the server says.
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

    /// Gives up asking for pages: what waits is shown.
    mutating func giveUp(_ round: Int) -> [TopicMessage] {
        guard round == self.round, isCatchingUp else { return [] }
        isCatchingUp = false
        let later = waiting
        waiting = []
        return later.filter { show($0) }
    }

    /// Takes in an event.
    ///
    /// - Returns: what is shown now.
    mutating func received(_ messages: [TopicMessage]) -> [TopicMessage] {
        messages.filter { message in
            guard message.number != nil, isCatchingUp else { return show(message) }
            if waiting.count >= Self.waitingMax { waiting.removeFirst() }
            waiting.append(message)
            return false
        }
    }

    /// Whether a message is new. Remembers it.
    private mutating func show(_ message: TopicMessage) -> Bool {
        guard let number = message.number else { return true }
        guard number > last else { return false }
        last = number
        return true
    }
}
