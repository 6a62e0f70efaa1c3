public import Foundation

/// What a live has had when it ended, as the one who ended it is told.
///
/// An app receives it from `LiveListStore.endLive` of AtomicXCore. It never changes, so it may be passed between
/// threads.
public final class TUILiveStatisticsData: NSObject, Sendable {
    /// Entries of viewers; the same user counts again on each.
    public let totalViewers: Int
    /// Gifts, each of a count as one.
    public let totalGiftsSent: Int
    /// What the gifts cost together, in coins.
    public let totalGiftCoins: Int
    /// Different users who sent a gift.
    public let totalUniqueGiftSenders: Int
    /// Likes.
    public let totalLikesReceived: Int

    /// Makes statistics; what is left out is 0.
    public init(
        totalViewers: Int = 0, totalGiftsSent: Int = 0, totalGiftCoins: Int = 0, totalUniqueGiftSenders: Int = 0,
        totalLikesReceived: Int = 0
    ) {
        self.totalViewers = totalViewers
        self.totalGiftsSent = totalGiftsSent
        self.totalGiftCoins = totalGiftCoins
        self.totalUniqueGiftSenders = totalUniqueGiftSenders
        self.totalLikesReceived = totalLikesReceived
    }
}
