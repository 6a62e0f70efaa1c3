package import OvationModel

/// The totals of a live. The server sends its numbers from time to time, and the events between them are added.
package struct RunningStatistics: Sendable {
    /// The totals as far as they are known.
    package private(set) var numbers = RoomStatistics()
    /// The time at which the live began, by the server's clock; nil before the user has entered.
    private var startedAt: Timestamp?

    /// Makes totals of zero.
    package init() {}

    /// Applies an event.
    ///
    /// - Parameter now: The time of the event, by the server's clock.
    /// - Returns: Whether the event changes the totals.
    package mutating func apply(_ event: RoomEvent, at now: Timestamp) -> Bool {
        switch event {
        case .roomSnapshot(let snapshot): replace(with: snapshot.statistics, at: now)
        case .roomEnded(let ended): replace(with: ended.statistics, at: now)
        case .audienceCounted(let counted): replace(with: counted.statistics, at: now)
        case .audienceJoined(let joined): change(at: now) { $0.totalViewers = joined.totalViewers }
        case .likeReceived(let received): change(at: now) { $0.totalLikesReceived = received.total }
        case .barrageSent: change(at: now) { $0.totalMessageSent = $0.totalMessageSent.addingClamped(1) }
        case .giftReceived(let gift):
            change(at: now) {
                let gifts = max(0, gift.count).multipliedReportingOverflow(by: max(1, gift.to.count))
                $0.totalGiftsSent = $0.totalGiftsSent.addingClamped(gifts.overflow ? .max : gifts.partialValue)
                $0.totalGiftCoins = $0.totalGiftCoins.addingClamped(max(0, gift.coins.amount))
            }
        default: return false
        }
        return true
    }

    private mutating func replace(with statistics: RoomStatistics, at now: Timestamp) {
        numbers = statistics
        startedAt = now.adding(milliseconds: -max(0, statistics.totalDuration))
    }

    private mutating func change(at now: Timestamp, _ change: (inout RoomStatistics) -> Void) {
        change(&numbers)
        if let startedAt { numbers.totalDuration = max(numbers.totalDuration, now.milliseconds(since: startedAt)) }
    }
}

extension FixedWidthInteger {
    /// Adds two numbers that are not negative. A sum that is too large becomes the largest number.
    fileprivate func addingClamped(_ other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
