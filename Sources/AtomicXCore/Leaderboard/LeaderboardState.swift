import OvationModel

/// Whom a leaderboard ranks.
public enum LeaderboardKind: String, JSONCodable, Sendable {
    /// Users by the coins that they spent on gifts.
    case senders
    /// Hosts by the coins that were spent on gifts for them.
    case hosts
}

/// Which gifts a leaderboard counts.
public enum LeaderboardPeriod: String, JSONCodable, Sendable {
    /// Those of the live.
    case live
    /// Those of today.
    case day
    /// Those of this week, which begins on Monday.
    case week
    /// All.
    case all
}

/// One place of a leaderboard.
public struct LeaderboardEntry: JSONCodable, Equatable, Sendable {
    /// The place, from 1.
    public var rank: UInt = 0
    /// Who.
    public var user = LiveUserInfo()
    /// How many coins.
    public var coins: UInt = 0
    /// The user's level as a sender of gifts; 0 among hosts, and below the first level.
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

/// Who sent most in a live.
public struct LeaderboardState: JSONCodable, Sendable {
    /// The three who sent most in the live, most first. Follows by itself.
    public var topSenders: [LeaderboardEntry] = []

    /// Makes the state of a live without gifts.
    public init() {}
}
