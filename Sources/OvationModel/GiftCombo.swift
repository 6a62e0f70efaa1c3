/// Gifts of one sender, kind and receivers that follow each other within `limits.comboWindowMilliseconds`. The server
/// decides which ones do, so that every screen shows one number.
public struct GiftCombo: Hashable, Codable, Sendable {
    /// Which combo of the live: the number of its first order among the live's stored events.
    public var id: Int64
    /// How many gifts so far, all orders together.
    public var count: Int
    /// What they cost so far.
    public var coins: Coins
    /// When it ends unless another gift comes.
    public var until: Timestamp
    /// Whether no gift will be added any more.
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

/// Combos that are over, told together. Nobody who misses it waits for ever: a combo says until when it lasts.
public struct ComboEnded: Hashable, Codable, Sendable {
    /// One of them.
    public struct Entry: Hashable, Codable, Sendable {
        /// Who sent the gifts.
        public var sender: UserInfo
        /// Which gift.
        public var giftID: GiftID
        /// What it came to.
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
