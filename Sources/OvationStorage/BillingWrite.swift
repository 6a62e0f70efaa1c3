public import OvationModel
public import OvationRules

/// One thing to keep of the orders that the app's own billing pays.
public enum BillingWrite: Hashable, Sendable {
    /// An order begins, before the billing is asked. From `due` on it is abandoned where nobody has gone on with it. Its origin is
    /// kept until its state is final, and no longer.
    case begin(GiftOrder, due: Timestamp)
    /// The order is charged from the account `biller` and told by a stored event, in one with its new state. Only from
    /// `pending`. The server goes on with it at `due`.
    case deliver(GiftOrder, EventDraft, as: BillingState, due: Timestamp?)
    /// The order goes from one state to another, and the server goes on with it at `due`.
    case move(OrderKey, from: BillingState, to: BillingState, BillingNote, due: Timestamp?, at: Timestamp)
    /// The server tries again later.
    case postpone(OrderKey, BillingState, due: Timestamp)
    /// A gift that was shown without a confirmation is taken back. Only from `unconfirmed`.
    case reverse(OrderKey, BillingNote, at: Timestamp)
}

/// What became of it. A delivery that was charged is answered with ``StorageOutcome/order(_:_:)``.
public enum BillingOutcome: Hashable, Sendable {
    /// The order is kept as `pending`.
    case begun
    /// There is an order with this id and content; with its first answer where it was delivered.
    case known(BillingOrder, SettledOrder?)
    /// An order with this id was paid from the wallet.
    case settled(SettledOrder)
    /// The id was used for something else.
    case conflict
    /// The order stands there now.
    case moved(BillingState)
    /// The order is not where the write expects it, or there is none. Nothing changed.
    case passed(BillingState?)
    /// The gift could not be taken back. Nothing changed.
    case reverseRefused(RefundRefusal)
}

extension BillingOutcome {
    /// What an order that is to begin is answered with where its id was used before; nil where the id is free.
    public static func beginning(of order: GiftOrder, after history: OrderHistory) -> BillingOutcome? {
        switch history.firstAnswer(to: order) {
        case .none: nil
        case .conflict: .conflict
        case .charged(let record): history.asked.map { .known($0, record) } ?? .settled(record)
        case .refused(let order): .known(order, history.settled)
        }
    }
}

/// Which orders of the app's own billing to read.
public struct BillingQuery: Hashable, Sendable {
    /// In these states.
    public var states: [BillingState]
    /// With which the server goes on until then; nil for all.
    public var dueBy: Timestamp?
    /// With a larger number.
    public var after: Int64
    /// At most so many.
    public var limit: Int

    /// Makes a query.
    public init(states: [BillingState], dueBy: Timestamp? = nil, after: Int64 = 0, limit: Int) {
        self.states = states
        self.dueBy = dueBy
        self.after = after
        self.limit = limit
    }
}
