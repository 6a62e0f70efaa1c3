public import OvationModel

/// A gift that was charged in a live, as far as combos need it.
public struct PastGift: Hashable, Sendable {
    /// The sender.
    public var sender: UserInfo
    /// The gift.
    public var giftID: GiftID
    /// The receivers.
    public var to: [UserID]
    /// How many each receiver got.
    public var count: Int
    /// What the order cost.
    public var coins: Coins
    /// The number of its event among the stored ones of the live.
    public var durable: Int64
    /// When it was charged.
    public var at: Timestamp

    /// Makes a gift.
    public init(
        sender: UserInfo, giftID: GiftID, to: [UserID], count: Int, coins: Coins, durable: Int64, at: Timestamp
    ) {
        self.sender = sender
        self.giftID = giftID
        self.to = to
        self.count = count
        self.coins = coins
        self.durable = durable
        self.at = at
    }
}
