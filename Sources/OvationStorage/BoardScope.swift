public import OvationModel

/// The gifts that a stored board counts.
public enum BoardScope: Hashable, Sendable {
    /// Gifts sent in one start of a live.
    case live(LiveSessionID)
    /// All gifts sent or received.
    case all(BoardKind)
    /// Gifts sent or received in one week; see `BoardCalendar.week(of:)`.
    case week(BoardKind, Int64)
    /// Gifts sent or received on one day; see `BoardCalendar.day(of:)`.
    case day(BoardKind, Int64)
}

/// A stored row of a board.
public struct BoardPlace: Hashable, Sendable {
    /// The ranked user.
    public var user: UserID
    /// The coins, at least 1.
    public var coins: Coins
    /// The total that the user has spent on gifts, which determines the level; for hosts, the total spent on gifts for them.
    public var total: Coins

    /// Makes a row.
    public init(user: UserID, coins: Coins, total: Coins) {
        self.user = user
        self.coins = coins
        self.total = total
    }
}
