public import Foundation

/// The totals of a live, so far or at its end.
///
/// An app gets it from `LiveListStore.endLive` of AtomicXCore and from ``TUILiveListManager``, and may change it.
///
/// `@unchecked Sendable` is sound as far as the SDK goes, because it makes a new object for each receiver. Like the vendor's class, the
/// object has no lock: do not write to it on one thread while another thread reads it.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUILiveStatisticsData: NSObject, @unchecked Sendable {
    /// The number of entries. A viewer who enters again counts again.
    open var totalViewers: Int
    /// The number of gifts. A gift that was sent with a count of three counts as three.
    open var totalGiftsSent: Int
    /// The total price of the gifts, in coins.
    open var totalGiftCoins: Int
    /// The number of different users who sent a gift.
    open var totalUniqueGiftSenders: Int
    /// The number of likes.
    open var totalLikesReceived: Int
    /// The number of messages.
    open var totalMessageCount: Int
    /// The duration of the live, in milliseconds.
    open var liveDuration: Int

    /// Makes statistics. Arguments that are left out are 0.
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

/// The numbers of a ``TUILiveStatisticsData`` that changed.
public struct TUILiveStatisticsModifyFlag: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Makes a set from bits.
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
