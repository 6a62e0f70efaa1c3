import OvationModel

/// What a live has had so far; after its end, what it had.
public struct LiveSummaryState: JSONCodable, Sendable {
    /// The numbers.
    public var summaryData = LiveSummaryData()

    /// Makes the state of a live that had nothing yet.
    public init() {}
}

/// The numbers of a live.
public struct LiveSummaryData: JSONCodable, Sendable {
    /// How long it has been live, in milliseconds.
    public var totalDuration: UInt = 0
    /// Entries of viewers; the same user counts again on each.
    public var totalViewers: UInt = 0
    /// Gifts, each of a count as one.
    public var totalGiftsSent: UInt = 0
    /// What the gifts cost together, in coins.
    public var totalGiftCoins: UInt = 0
    /// Different users who sent a gift.
    public var totalGiftUniqueSenders: UInt = 0
    /// Likes.
    public var totalLikesReceived: UInt = 0
    /// Messages that were delivered.
    public var totalMessageSent: UInt = 0

    /// Makes numbers that are all 0.
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
