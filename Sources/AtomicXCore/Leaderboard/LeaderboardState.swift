import OvationModel

/// The users that a leaderboard ranks.
public enum LeaderboardKind: String, JSONCodable, Sendable {
    /// The senders of gifts, by the coins that they spent.
    case senders
    /// The hosts, by the coins that were spent on gifts for them.
    case hosts
}

/// The period whose gifts a leaderboard counts.
public enum LeaderboardPeriod: String, JSONCodable, Sendable {
    /// The gifts of the live.
    case live
    /// The gifts of today.
    case day
    /// The gifts of this week, which begins on Monday.
    case week
    /// All gifts.
    case all
}

/// One place of a leaderboard.
public struct LeaderboardEntry: JSONCodable, Equatable, Sendable {
    /// The place, from 1.
    public var rank: UInt = 0
    /// The user.
    public var user = LiveUserInfo()
    /// The number of coins.
    public var coins: UInt = 0
    /// The user's level as a sender of gifts. It is 0 on a board of hosts, and below the first level.
    public var gifterLevel: UInt = 0

    /// Makes an empty place.
    public init() {}

    init(_ row: BoardRow) {
        rank = UInt(clamping: row.rank)
        user = LiveUserInfo(row.user)
        coins = UInt(clamping: row.coins.amount)
        gifterLevel = UInt(clamping: row.gifterLevel ?? 0)
    }
}

/// The users who sent most gifts in a live.
public struct LeaderboardState: JSONCodable, Sendable {
    /// The three users who sent most in the live, in order. The list follows the live by itself.
    public var topSenders: [LeaderboardEntry] = []

    /// Makes the state of a live without gifts.
    public init() {}
}
