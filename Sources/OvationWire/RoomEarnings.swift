public import OvationModel

/// Asks what the caller has earned by the gifts of their own live.
public struct RoomEarnings: Hashable, Codable, Sendable {
    /// The start of the live; nil for the latest one, on or over.
    public var sessionID: LiveSessionID?

    /// Makes a question.
    public init(sessionID: LiveSessionID? = nil) { self.sessionID = sessionID }
}

/// What the owner of a live has earned by the gifts of one start of it.
public struct EarnedCoins: Hashable, Codable, Sendable {
    /// The start of the live.
    public var sessionID: LiveSessionID
    /// The owner's share of the gifts to them, refunded ones included; nil where it is not known, for a start with gifts from before an
    /// update of the server.
    public var coins: Coins?

    /// Makes an answer.
    public init(sessionID: LiveSessionID, coins: Coins?) {
        self.sessionID = sessionID
        self.coins = coins
    }
}
