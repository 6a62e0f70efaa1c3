/// The users that a board ranks.
public enum BoardKind: String, Codable, Sendable, CaseIterable {
    /// Users who send gifts, by the coins that they spent.
    case senders
    /// Users who receive gifts, by the coins that were spent on them.
    case hosts
}

/// The gifts that a board counts.
public enum BoardPeriod: String, Codable, Sendable, CaseIterable {
    /// The gifts of one start of a live.
    case live
    /// The gifts of today.
    case day
    /// The gifts of this week, which begins on Monday.
    case week
    /// All gifts.
    case all
}

/// One row of a board.
public struct BoardRow: Hashable, Codable, Sendable {
    /// The rank, from 1.
    public var rank: Int
    /// The ranked user.
    public var user: UserInfo
    /// The coins, at least 1.
    public var coins: Coins
    /// The user's level as a sender of gifts; nil on a board of hosts.
    public var gifterLevel: Int?

    /// Makes a row.
    public init(rank: Int, user: UserInfo, coins: Coins, gifterLevel: Int? = nil) {
        self.rank = rank
        self.user = user
        self.coins = coins
        self.gifterLevel = gifterLevel
    }
}

/// The top rows of a live's board have changed.
public struct BoardChanged: Hashable, Codable, Sendable {
    /// The three users who spent most in this live, the highest first.
    public var top: [BoardRow]

    /// Makes the event.
    public init(top: [BoardRow]) { self.top = top }
}
