public import Foundation

/// What a live has had: so far, or until its end.
///
/// An app receives it from `LiveListStore.endLive` of AtomicXCore and from ``TUILiveListManager``, and may write to it.
///
/// `@unchecked Sendable`: the SDK makes a new object for each receiver, so that no two threads share one. The object has no lock, like
/// the vendor's class: do not write to it on one thread while another reads it.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUILiveStatisticsData: NSObject, @unchecked Sendable {
    /// Entries of viewers; the same user counts again on each.
    open var totalViewers: Int
    /// Gifts, each of a count as one.
    open var totalGiftsSent: Int
    /// What the gifts cost together, in coins.
    open var totalGiftCoins: Int
    /// Different users who sent a gift.
    open var totalUniqueGiftSenders: Int
    /// Likes.
    open var totalLikesReceived: Int
    /// Messages.
    open var totalMessageCount: Int
    /// How long the live went on, in milliseconds.
    open var liveDuration: Int

    /// Makes statistics; what is left out is 0.
    public init(
        totalViewers: Int = 0, totalGiftsSent: Int = 0, totalGiftCoins: Int = 0, totalUniqueGiftSenders: Int = 0,
        totalLikesReceived: Int = 0, totalMessageCount: Int = 0, liveDuration: Int = 0
    ) {
        self.totalViewers = totalViewers
        self.totalGiftsSent = totalGiftsSent
        self.totalGiftCoins = totalGiftCoins
        self.totalUniqueGiftSenders = totalUniqueGiftSenders
        self.totalLikesReceived = totalLikesReceived
        self.totalMessageCount = totalMessageCount
        self.liveDuration = liveDuration
    }
}

/// Which numbers of a ``TUILiveStatisticsData`` are new.
public struct TUILiveStatisticsModifyFlag: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes a set of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// ``TUILiveStatisticsData/totalViewers``.
    public static let totalViewers = TUILiveStatisticsModifyFlag(rawValue: 1 << 0)
    /// ``TUILiveStatisticsData/totalGiftsSent``.
    public static let totalGiftsSent = TUILiveStatisticsModifyFlag(rawValue: 1 << 1)
    /// ``TUILiveStatisticsData/totalGiftCoins``.
    public static let totalGiftCoins = TUILiveStatisticsModifyFlag(rawValue: 1 << 2)
    /// ``TUILiveStatisticsData/totalUniqueGiftSenders``.
    public static let totalUniqueGiftSenders = TUILiveStatisticsModifyFlag(rawValue: 1 << 3)
    /// ``TUILiveStatisticsData/totalLikesReceived``.
    public static let totalLikesReceived = TUILiveStatisticsModifyFlag(rawValue: 1 << 4)
    /// ``TUILiveStatisticsData/totalMessageCount``.
    public static let totalMessageCount = TUILiveStatisticsModifyFlag(rawValue: 1 << 5)
}
