public import OvationModel

/// Which gifts a board of the storage counts.
public enum BoardScope: Hashable, Sendable {
    /// What users sent in one start of a live.
    case live(LiveSessionID)
    /// Everything that users sent, or that was sent to them.
    case all(BoardKind)
    /// What they did in one week; see `BoardCalendar.week(of:)`.
    case week(BoardKind, Int64)
    /// What they did on one day; see `BoardCalendar.day(of:)`.
    case day(BoardKind, Int64)
}

/// One place of a board, as it is kept.
public struct BoardPlace: Hashable, Sendable {
    /// Who.
    public var user: UserID
    /// How many coins; at least 1.
    public var coins: Coins
    /// What the user has spent on gifts in all, from which the level follows; among hosts what was spent on gifts for them.
    public var total: Coins

    /// Makes a place.
    public init(user: UserID, coins: Coins, total: Coins) {
        self.user = user
        self.coins = coins
        self.total = total
    }
}
