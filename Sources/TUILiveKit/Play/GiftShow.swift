/// The sender, gift and receiver that gifts must share to be counted together.
struct GiftComboKey: Hashable, Sendable {
    let userID: String
    let giftID: String
}

/// The properties of a gift that the queues need.
protocol GiftShow {
    /// The key. Gifts with the same key are added up.
    var comboKey: GiftComboKey { get }
    /// The number of gifts.
    var count: UInt { get set }
    /// True if the app's user sent it.
    var isOwn: Bool { get }
}

/// A queue of gifts that wait for a place on the screen.
///
/// The user's own gifts come before those of others, because nobody wants to wait for what they paid for. They keep their order among each
/// other. A gift with the same key as a waiting one is added to its count. If more than ``waitingMax`` gifts wait, the last gift of another
/// user is dropped, or the oldest one if all are the user's own.
struct GiftWaitingLine<Show: GiftShow> {
    /// The most waiting gifts.
    let waitingMax: Int
    /// The waiting gifts in order.
    private(set) var waiting: [Show] = []

    init(waitingMax: Int) { self.waitingMax = max(1, waitingMax) }

    /// Adds a gift. Returns the gift that is dropped for it.
    mutating func insert(_ show: Show) -> Show? {
        if let index = waiting.firstIndex(where: { $0.comboKey == show.comboKey }) {
            waiting[index].count = waiting[index].count.addingClamped(show.count)
            return nil
        }
        if show.isOwn {
            waiting.insert(show, at: waiting.firstIndex { !$0.isOwn } ?? waiting.count)
        } else {
            waiting.append(show)
        }
        guard waiting.count > waitingMax else { return nil }
        return waiting.remove(at: waiting.lastIndex { !$0.isOwn } ?? 0)
    }

    /// Removes and returns the first waiting gift.
    mutating func next() -> Show? { waiting.isEmpty ? nil : waiting.removeFirst() }

    /// Removes all gifts.
    mutating func removeAll() { waiting.removeAll() }
}

extension UInt {
    /// Adds two numbers. The result is the maximum if it would overflow.
    func addingClamped(_ other: UInt) -> UInt {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
