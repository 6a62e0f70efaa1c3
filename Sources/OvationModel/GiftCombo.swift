/// Gifts of the same sender, kind and receivers that follow each other within `limits.comboWindowMilliseconds`. The server groups them, so
/// that every screen shows the same number.
public struct GiftCombo: Hashable, Codable, Sendable {
    /// The id of the combo within the live: the number of its first order among the stored events.
    public var id: Int64
    /// The number of gifts so far, over all orders.
    public var count: Int
    /// The cost so far.
    public var coins: Coins
    /// When the combo ends unless another gift comes.
    public var until: Timestamp
    /// True if no gift will be added any more.
    public var isFinal: Bool

    /// Makes a combo.
    public init(id: Int64, count: Int, coins: Coins, until: Timestamp, isFinal: Bool = false) {
        self.id = id
        self.count = count
        self.coins = coins
        self.until = until
        self.isFinal = isFinal
    }
}

/// Combos that have ended. A client that misses this event still knows the end of each combo from ``GiftCombo/until``.
public struct ComboEnded: Hashable, Codable, Sendable {
    /// A combo that has ended.
    public struct Entry: Hashable, Codable, Sendable {
        /// The sender of the gifts.
        public var sender: UserInfo
        /// The gift.
        public var giftID: GiftID
        /// The final state of the combo.
        public var combo: GiftCombo

        /// Makes an entry.
        public init(sender: UserInfo, giftID: GiftID, combo: GiftCombo) {
            self.sender = sender
            self.giftID = giftID
            self.combo = combo
        }
    }

    /// The combos, in the order in which they ended.
    public var combos: [Entry]

    /// Makes the event.
    public init(combos: [Entry]) { self.combos = combos }
}
