public import OvationModel

/// One step of the erasure of a user: their names and texts go, and the numbers of the ledger stay under an alias.
///
/// The first step begins the erasure, and each further one goes on where the last one ended, even after a crash. So a caller repeats the
/// same write until it is done. Erasing a user again who is erased changes nothing.
///
/// These go: the profile, names and pictures in stored events, orders and lives, texts of messages, of lives and of moderators that name
/// the user, their roles and sanctions in ended lives, their visits, and callbacks that were given up and name them. These stay: amounts,
/// times, and ids of orders, gifts and lives. The log of operators stays as well, because it says who erased whom.
public struct UserErasure: Hashable, Sendable {
    /// Who is erased.
    public var user: UserID
    /// What the rows say in place of the user's id. If the ledger knows it already, a number is added to it.
    public var alias: UserID
    /// True if the coins of the user may stay with the alias, where nobody can spend them.
    public var givesUpCoins: Bool
    /// When the erasure was asked for.
    public var at: Timestamp
    /// The most rows that the step looks at in one table.
    public var rowsMax: Int
    /// Whether the erasure ends with the step after which nothing is left. False keeps it open, under the same alias, for what the caller
    /// has to erase besides; a later step that may end it does so.
    public var mayEnd: Bool

    /// Makes a step.
    public init(
        user: UserID, alias: UserID, givesUpCoins: Bool = false, at: Timestamp, rowsMax: Int, mayEnd: Bool = true
    ) {
        self.user = user
        self.alias = alias
        self.givesUpCoins = givesUpCoins
        self.at = at
        self.rowsMax = rowsMax
        self.mayEnd = mayEnd
    }
}

/// The outcome of a step of an erasure.
public enum ErasureOutcome: Hashable, Sendable {
    /// The step was made.
    case stepped(ErasureProgress)
    /// The erasure did not begin. Nothing changed.
    case refused(ErasureRefusal)
}

/// How far an erasure is.
public struct ErasureProgress: Hashable, Sendable {
    /// What the rows say in place of the user's id.
    public var alias: UserID
    /// How many rows were changed or deleted since the erasure began.
    public var changedCount: Int
    /// True if no row is left to change. An erasure that may not end with the step is still open then.
    public var isDone: Bool

    /// Makes a progress.
    public init(alias: UserID, changedCount: Int, isDone: Bool) {
        self.alias = alias
        self.changedCount = changedCount
        self.isDone = isDone
    }
}

/// Why an erasure did not begin.
public enum ErasureRefusal: Hashable, Sendable {
    /// The user's own live is on.
    case liveIsOn
    /// An order of the user waits for the app's own billing.
    case openOrders
    /// The user has coins to spend or coins that were earned.
    case coinsLeft(wallet: Coins, earned: Coins)
}

/// The parts of an erasure, in their order. A storage keeps their numbers.
package enum ErasurePart: Int64, CaseIterable {
    /// What a storage keeps in place of a part where all are done and the erasure is still open.
    package static let allDone = Int64(allCases.count)

    /// The profile, the user's lives, roles, sanctions, visits and the moderation log.
    case lives = 0
    /// The wallet and its orders.
    case wallet
    /// What the user earned, and the orders that brought it.
    case earnings
    /// Orders of the app's own billing.
    case billing
    /// Stored events.
    case events
    /// Callbacks that were given up.
    case callbacks

    /// The part after this one; nil after the last one.
    package var next: ErasurePart? { ErasurePart(rawValue: rawValue + 1) }
}
