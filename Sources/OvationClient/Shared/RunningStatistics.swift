package import OvationModel

/// What a live has had: the server's own numbers whenever they come, and what the events between them add.
package struct RunningStatistics: Sendable {
    /// The numbers.
    package private(set) var numbers = RoomStatistics()
    /// When the live began, by the server's clock; nil before one has entered.
    private var startedAt: Timestamp?

    /// Makes the numbers of a live that had nothing yet.
    package init() {}

    /// Takes in an event.
    ///
    /// - Parameter now: when it happened, by the server's clock.
    /// - Returns: whether it changes the numbers.
    package mutating func apply(_ event: RoomEvent, at now: Timestamp) -> Bool {
        switch event {
        case .roomSnapshot(let snapshot): told(snapshot.statistics, at: now)
        case .roomEnded(let ended): told(ended.statistics, at: now)
        case .audienceCounted(let counted): told(counted.statistics, at: now)
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

    private mutating func told(_ statistics: RoomStatistics, at now: Timestamp) {
        numbers = statistics
        startedAt = now.adding(milliseconds: -max(0, statistics.totalDuration))
    }

    private mutating func change(at now: Timestamp, _ change: (inout RoomStatistics) -> Void) {
        change(&numbers)
        if let startedAt { numbers.totalDuration = max(numbers.totalDuration, now.milliseconds(since: startedAt)) }
    }
}

extension FixedWidthInteger {
    /// The sum of numbers that are not negative; the largest number where it is larger.
    fileprivate func addingClamped(_ other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
