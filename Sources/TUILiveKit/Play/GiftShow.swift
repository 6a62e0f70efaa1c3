/// Whose gift, and which: gifts that share it are counted together.
struct GiftComboKey: Hashable, Sendable {
    let userID: String
    let giftID: String
}

/// What the queues need to know of a gift that is to be shown.
protocol GiftShow {
    /// Gifts with the same key add up.
    var comboKey: GiftComboKey { get }
    /// How many.
    var count: UInt { get set }
    /// Whether the user of the app sent it.
    var isOwn: Bool { get }
}

/// Gifts that wait until there is room to show them.
///
/// Own gifts go before those of others and keep their order among each other: nobody wants to wait for what they paid for. A gift
/// with the key of one that waits adds to its count. Where more than ``waitingMax`` wait, the last that is not one's own is left
/// out, or the oldest where all are.
struct GiftWaitingLine<Show: GiftShow> {
    /// How many wait at most.
    let waitingMax: Int
    /// Those who wait, first come first.
    private(set) var waiting: [Show] = []

    init(waitingMax: Int) { self.waitingMax = max(1, waitingMax) }

    /// Puts a gift into the line. Answers the one that is left out for it.
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

    /// Takes the first that waits out of the line.
    mutating func next() -> Show? { waiting.isEmpty ? nil : waiting.removeFirst() }

    /// Forgets all.
    mutating func removeAll() { waiting.removeAll() }
}

extension UInt {
    /// The sum, or the largest number where there is no such number.
    func addingClamped(_ other: UInt) -> UInt {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
