import OvationModel

/// The totals of a live, so far or at its end.
public struct LiveSummaryState: JSONCodable, Sendable {
    /// The totals.
    public var summaryData = LiveSummaryData()

    /// Makes a state with totals of 0.
    public init() {}
}

/// The totals of a live.
public struct LiveSummaryData: JSONCodable, Sendable {
    /// The duration of the live, in milliseconds.
    public var totalDuration: UInt = 0
    /// The number of entries. A viewer who enters again counts again.
    public var totalViewers: UInt = 0
    /// The number of gifts. A gift that was sent with a count of three counts as three.
    public var totalGiftsSent: UInt = 0
    /// The total price of the gifts, in coins.
    public var totalGiftCoins: UInt = 0
    /// The number of different users who sent a gift.
    public var totalGiftUniqueSenders: UInt = 0
    /// The number of likes.
    public var totalLikesReceived: UInt = 0
    /// The number of messages that were delivered.
    public var totalMessageSent: UInt = 0

    /// Makes totals that are all 0.
    public init() {}

    init(_ statistics: RoomStatistics) {
        totalDuration = UInt(clamping: statistics.totalDuration)
        totalViewers = UInt(clamping: statistics.totalViewers)
        totalGiftsSent = UInt(clamping: statistics.totalGiftsSent)
        totalGiftCoins = UInt(clamping: statistics.totalGiftCoins)
        totalGiftUniqueSenders = UInt(clamping: statistics.totalUniqueGiftSenders)
        totalLikesReceived = UInt(clamping: statistics.totalLikesReceived)
        totalMessageSent = UInt(clamping: statistics.totalMessageSent)
    }
}
