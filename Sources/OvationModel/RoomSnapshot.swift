/// Everything that an entering viewer needs to draw the live. All who enter within a tick get the same bytes.
public struct RoomSnapshot: Hashable, Codable, Sendable {
    /// The description of the live.
    public var info: RoomInfo
    /// The statistics of the live.
    public var statistics: RoomStatistics
    /// The number of viewers.
    public var audienceCount: Int
    /// The first viewers, at most `limits.audienceInSnapshot`.
    public var audience: [UserInfo]
    /// The administrators of the live.
    public var admins: [UserInfo]
    /// The last messages, oldest first, at most `limits.historyOnJoin`.
    public var history: [BarrageRecord]
    /// The three users who sent most gifts, the highest first; nil if nobody sent any.
    public var topSenders: [BoardRow]?
    /// The seats; nil for a live without seats.
    public var seats: SeatBoard?
    /// The lives that the live is joined with, and its battle; nil for a live that stands alone.
    public var coHosts: CoHostBoard?
    /// The pinned messages, the latest last; nil if there are none.
    public var pinned: [PinnedBarrage]?
    /// The last gifts, oldest first, at most `limits.giftsOnJoin`; nil if there are none since the server started.
    public var gifts: [GiftRecord]?
    /// When the live ends by itself unless its owner is back; nil if the owner is there, or if it goes on without them.
    public var endsWithoutOwnerAt: Timestamp?

    /// Makes a snapshot.
    public init(
        info: RoomInfo, statistics: RoomStatistics, audienceCount: Int, audience: [UserInfo], admins: [UserInfo],
        history: [BarrageRecord], topSenders: [BoardRow]? = nil, seats: SeatBoard? = nil,
        coHosts: CoHostBoard? = nil, pinned: [PinnedBarrage]? = nil, gifts: [GiftRecord]? = nil,
        endsWithoutOwnerAt: Timestamp? = nil
    ) {
        self.info = info
        self.statistics = statistics
        self.audienceCount = audienceCount
        self.audience = audience
        self.admins = admins
        self.history = history
        self.topSenders = topSenders
        self.seats = seats
        self.coHosts = coHosts
        self.pinned = pinned
        self.gifts = gifts
        self.endsWithoutOwnerAt = endsWithoutOwnerAt
    }
}

/// Messages that were skipped because this connection was too slow.
public struct RoomSkipped: Hashable, Codable, Sendable {
    /// The first skipped `seq`.
    public var from: Int64
    /// The last skipped `seq`.
    public var to: Int64

    /// Makes the event.
    public init(from: Int64, to: Int64) {
        self.from = from
        self.to = to
    }
}
