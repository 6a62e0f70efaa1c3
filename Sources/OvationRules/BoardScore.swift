public import OvationModel

/// What one account has on the boards: in all, in one week and on one day.
///
/// Week and day are the last ones in which anything was added: boards show the present, so nothing older is kept.
public struct BoardScore: Hashable, Sendable {
    /// All of it.
    public var total: Coins
    /// Which week; see ``BoardCalendar/week(of:)``.
    public var week: Int64
    /// What was added in it.
    public var weekCoins: Coins
    /// Which day; see ``BoardCalendar/day(of:)``.
    public var day: Int64
    /// What was added on it.
    public var dayCoins: Coins

    /// Makes a score.
    public init(
        total: Coins = .zero, week: Int64 = 0, weekCoins: Coins = .zero, day: Int64 = 0, dayCoins: Coins = .zero
    ) {
        self.total = total
        self.week = week
        self.weekCoins = weekCoins
        self.day = day
        self.dayCoins = dayCoins
    }

    /// Adds coins of a time. Those of a day or week that is over already, because the clock was set back, count for
    /// the whole only.
    public mutating func add(_ coins: Coins, at time: Timestamp, in calendar: BoardCalendar) {
        let (week, day) = (calendar.week(of: time), calendar.day(of: time))
        total = total.addingUpToMax(coins)
        if week > self.week { (self.week, weekCoins) = (week, .zero) }
        if week == self.week { weekCoins = weekCoins.addingUpToMax(coins) }
        if day > self.day { (self.day, dayCoins) = (day, .zero) }
        if day == self.day { dayCoins = dayCoins.addingUpToMax(coins) }
    }

    /// Takes back coins that were added at a time.
    public mutating func remove(_ coins: Coins, at time: Timestamp, in calendar: BoardCalendar) {
        total = total.subtractingDownToZero(coins)
        if calendar.week(of: time) == week { weekCoins = weekCoins.subtractingDownToZero(coins) }
        if calendar.day(of: time) == day { dayCoins = dayCoins.subtractingDownToZero(coins) }
    }
}

/// What an order changed on the boards.
public struct GiftScores: Hashable, Sendable {
    /// What the sender has spent in this start of the live.
    public var inLive: Coins
    /// The sender's score.
    public var sender: BoardScore
    /// The scores of the receivers, in the order of the order.
    public var receivers: [BoardScore]

    /// Makes scores.
    public init(inLive: Coins, sender: BoardScore, receivers: [BoardScore]) {
        self.inLive = inLive
        self.sender = sender
        self.receivers = receivers
    }
}

/// From how many coins on, spent on gifts in all, a user has which level.
public struct GifterLevels: Hashable, Sendable {
    /// What each level takes, level 1 first.
    public let thresholds: [Coins]

    /// 1, 100, 500, 1,000, 5,000, 10,000, 50,000, 100,000, 500,000 and 1,000,000 coins.
    public static let standard = GifterLevels(
        thresholds: [1, 100, 500, 1_000, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000].compactMap { Coins($0) })

    /// Makes levels, in whatever order they are named.
    public init(thresholds: [Coins]) { self.thresholds = thresholds.sorted() }

    /// The level of a user who has spent this much; 0 below the first threshold.
    public func level(of total: Coins) -> Int { thresholds.count { $0 <= total } }
}

extension Coins {
    fileprivate func addingUpToMax(_ other: Coins) -> Coins { adding(other) ?? .max }

    fileprivate func subtractingDownToZero(_ other: Coins) -> Coins {
        Swift.max(subtracting(other) ?? .zero, .zero)
    }
}
