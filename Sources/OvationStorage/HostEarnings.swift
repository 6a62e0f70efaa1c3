public import OvationModel
import OvationRules

/// What the owner of a live has earned by the gifts of one start of it.
public struct HostEarnings: Hashable, Sendable {
    /// The owner.
    public var owner: UserID
    /// The start of the live.
    public var sessionID: LiveSessionID
    /// The owner's share of the gifts that went to them, refunded ones included; nil where it is not known, because a version before the
    /// count kept orders of the start.
    public var coins: Coins?

    /// Makes earnings.
    public init(owner: UserID, sessionID: LiveSessionID, coins: Coins?) {
        self.owner = owner
        self.sessionID = sessionID
        self.coins = coins
    }
}

/// The count of what a live's owner has earned, as it is kept beside the other counters of a start.
///
/// A version before this count keeps orders without it, also beside this version while a cluster is upgraded. So the count says which
/// coins it is of: where these are not all of the start, it is behind for good.
public struct HostCoinCount: Hashable, Sendable {
    /// The coins that the owner earned.
    public private(set) var coins: Int64
    /// The cost of the orders that were counted.
    public private(set) var countedCost: Int64

    /// Makes a count.
    public init(coins: Int64 = 0, countedCost: Int64 = 0) {
        self.coins = coins
        self.countedCost = countedCost
    }

    /// Counts a charged order.
    ///
    /// - Parameters:
    ///   - cost: What the order cost.
    ///   - earned: What the owner earned of it.
    ///   - before: The cost of all earlier orders of the start.
    public mutating func count(cost: Int64, earned: Int64, after before: Int64) {
        guard countedCost == before else { return }
        coins += earned
        countedCost += cost
    }

    /// The coins that the owner earned; nil if orders are missing.
    ///
    /// - Parameter cost: The cost of all orders of the start.
    public func earned(of cost: Int64) -> Coins? { countedCost == cost ? Coins(coins) : nil }
}
