public import OvationModel
public import OvationRules

/// A write for orders that the app's own billing pays.
public enum BillingWrite: Hashable, Sendable {
    /// Stores an order before the billing is asked. If nothing happens until `due`, the order is abandoned. Its origin is kept until its
    /// state is final.
    case begin(GiftOrder, due: Timestamp)
    /// Charges the order from the account `biller` and stores its event, together with the new state. It is possible only from `pending`.
    /// The server continues with the order at `due`.
    case deliver(GiftOrder, EventDraft, as: BillingState, due: Timestamp?)
    /// Moves the order from one state to another. The server continues with it at `due`.
    case move(OrderKey, from: BillingState, to: BillingState, BillingNote, due: Timestamp?, at: Timestamp)
    /// Postpones the next attempt.
    case postpone(OrderKey, BillingState, due: Timestamp)
    /// Takes back a gift that was shown without a confirmation. It is possible only from `unconfirmed`.
    case reverse(OrderKey, BillingNote, at: Timestamp)
}

/// The result of a billing write. A charged delivery returns ``StorageOutcome/order(_:_:)`` instead.
public enum BillingOutcome: Hashable, Sendable {
    /// The order is stored as `pending`.
    case begun
    /// An order with this id and content exists already. If it was delivered, its first answer is included.
    case known(BillingOrder, SettledOrder?)
    /// An order with this id was paid from the wallet.
    case settled(SettledOrder)
    /// The id was used for a different order.
    case conflict
    /// The order is in this state now.
    case moved(BillingState)
    /// The order does not exist or is in another state than the write expects. Nothing changed.
    case passed(BillingState?)
    /// The gift could not be taken back. Nothing changed.
    case reverseRefused(RefundRefusal)
}

extension BillingOutcome {
    /// Returns the result for an order whose id was used before; nil if the id is free.
    public static func beginning(of order: GiftOrder, after history: OrderHistory) -> BillingOutcome? {
        switch history.firstAnswer(to: order) {
        case .none: nil
        case .conflict: .conflict
        case .charged(let record): history.asked.map { .known($0, record) } ?? .settled(record)
        case .refused(let order): .known(order, history.settled)
        }
    }
}

/// A query for orders of the app's own billing.
public struct BillingQuery: Hashable, Sendable {
    /// Only orders in these states.
    public var states: [BillingState]
    /// Only orders that are due by this time; nil for all.
    public var dueBy: Timestamp?
    /// Only orders that nobody works at: the process that did is gone, or fenced, so that it keeps nothing more. A storage in a file
    /// belongs to one process, which asks before it works at any.
    public var isAbandoned: Bool
    /// Only orders with a larger number.
    public var after: Int64
    /// The most orders to return.
    public var limit: Int

    /// Makes a query.
    public init(
        states: [BillingState], dueBy: Timestamp? = nil, isAbandoned: Bool = false, after: Int64 = 0, limit: Int
    ) {
        self.states = states
        self.dueBy = dueBy
        self.isAbandoned = isAbandoned
        self.after = after
        self.limit = limit
    }
}
