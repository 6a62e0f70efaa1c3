/// Whom a board ranks.
public enum BoardKind: String, Codable, Sendable, CaseIterable {
    /// Users by the coins that they spent on gifts.
    case senders
    /// Users by the coins that were spent on gifts for them.
    case hosts
}

/// Which gifts a board counts.
public enum BoardPeriod: String, Codable, Sendable, CaseIterable {
    /// Those of one start of a live.
    case live
    /// Those of today.
    case day
    /// Those of this week, which begins on Monday.
    case week
    /// All.
    case all
}

/// One place of a board.
public struct BoardRow: Hashable, Codable, Sendable {
    /// The place, from 1.
    public var rank: Int
    /// Who.
    public var user: UserInfo
    /// How many coins; at least 1.
    public var coins: Coins
    /// The user's level as a sender of gifts; nil among hosts.
    public var gifterLevel: Int?

    /// Makes a row.
    public init(rank: Int, user: UserInfo, coins: Coins, gifterLevel: Int? = nil) {
        self.rank = rank
        self.user = user
        self.coins = coins
        self.gifterLevel = gifterLevel
    }
}

/// The first places of a live's board have changed.
public struct BoardChanged: Hashable, Codable, Sendable {
    /// The three who sent most in this live, most first.
    public var top: [BoardRow]

    /// Makes the event.
    public init(top: [BoardRow]) { self.top = top }
}
