public import OvationModel

/// An account of the ledger.
public enum AccountID: Hashable, Sendable, CustomStringConvertible {
    /// The wallet of a user, from which gifts are paid.
    case user(UserID)
    /// What a user has earned as a receiver of gifts.
    case host(UserID)
    /// The share of the house.
    case house
    /// Where coins come from that are granted or credited; mirrors the outside world and may go below zero.
    case issuance
    /// Coins that the app's own billing charged; mirrors the outside world and may go below zero.
    case biller

    /// Whether the balance may be negative.
    public var mayBeNegative: Bool {
        switch self {
        case .issuance, .biller: true
        case .user, .host, .house: false
        }
    }

    /// The name under which the account is kept, for instance `user:alice`.
    public var description: String {
        switch self {
        case .user(let id): "user:\(id)"
        case .host(let id): "host:\(id)"
        case .house: "house"
        case .issuance: "issuance"
        case .biller: "biller"
        }
    }

    /// The account of a name; nil where there is no such kind.
    public init?(_ description: String) {
        switch description {
        case "house": self = .house
        case "issuance": self = .issuance
        case "biller": self = .biller
        default:
            guard let colon = description.firstIndex(of: ":"),
                let user = UserID(String(description[description.index(after: colon)...]))
            else { return nil }
            switch description[..<colon] {
            case "user": self = .user(user)
            case "host": self = .host(user)
            default: return nil
            }
        }
    }
}

/// One side of a transfer: coins that an account gains, or loses where the amount is negative.
public struct Posting: Hashable, Sendable {
    /// Which account.
    public var account: AccountID
    /// How many coins it gains.
    public var amount: Coins

    /// Makes a posting.
    public init(account: AccountID, amount: Coins) {
        self.account = account
        self.amount = amount
    }
}

/// Coins that move between accounts. The postings add up to zero; once kept, a transfer is never changed.
public struct Transfer: Hashable, Sendable {
    /// Why coins move.
    public enum Kind: String, Sendable, CaseIterable {
        /// A gift was bought.
        case gift
        /// A new user got the coins that the server gives to each.
        case grant
        /// An administrator gave coins.
        case credit
        /// A gift was taken back.
        case refund
        /// An administrator set something right.
        case correction
        /// The app's own billing charged a user for a gift, which the user's wallet passes on.
        case charge
    }

    /// Why.
    public var kind: Kind
    /// What it belongs to, for instance `alice/order-1`. Unique for its kind.
    public var reference: String
    /// When.
    public var at: Timestamp
    /// Who gains and who loses.
    public let postings: [Posting]

    /// Makes a transfer. Postings that do not add up to zero are a programming error, and the process stops.
    public init(kind: Kind, reference: String, at: Timestamp, postings: [Posting]) {
        precondition(
            postings.reduce(Int64(0)) { $0 + $1.amount.amount } == 0, "a transfer neither makes nor loses coins")
        self.kind = kind
        self.reference = reference
        self.at = at
        self.postings = postings
    }

    /// The coins that a user gets by the transfer as a receiver of gifts.
    public func earnings(of user: UserID) -> Int64 {
        postings.reduce(0) { $1.account == .host(user) ? $0 + $1.amount.amount : $0 }
    }
}

/// Which order of which sender.
public struct OrderKey: Hashable, Sendable {
    /// Who ordered.
    public var sender: UserID
    /// The sender's own id of the order.
    public var orderID: OrderID

    /// Makes a key.
    public init(sender: UserID, orderID: OrderID) {
        self.sender = sender
        self.orderID = orderID
    }

    /// The reference of the order's transfer.
    public var reference: String { "\(sender)/\(orderID)" }
}

/// An order of gifts that the rules of its room let through and that is to be charged.
public struct GiftOrder: Hashable, Sendable {
    /// Who orders.
    public var sender: UserInfo
    /// The sender's own id of the order.
    public var orderID: OrderID
    /// Which live.
    public var liveID: LiveID
    /// Which start of it.
    public var sessionID: LiveSessionID
    /// The gift, with its price at this moment.
    public var gift: Gift
    /// How many each receiver gets.
    public var count: Int
    /// Who receives them; at least one.
    public var to: [UserInfo]
    /// When it was let through.
    public var at: Timestamp
    /// Whether the app's own billing pays, rather than the sender's wallet.
    public var isChargedOutside: Bool
    /// Where its sender is, for the app's own billing; nil where nobody noted it.
    public var origin: OrderOrigin?

    /// Makes an order.
    public init(
        sender: UserInfo, orderID: OrderID, liveID: LiveID, sessionID: LiveSessionID, gift: Gift, count: Int,
        to: [UserInfo], at: Timestamp, isChargedOutside: Bool = false, origin: OrderOrigin? = nil
    ) {
        self.sender = sender
        self.orderID = orderID
        self.liveID = liveID
        self.sessionID = sessionID
        self.gift = gift
        self.count = count
        self.to = to
        self.at = at
        self.isChargedOutside = isChargedOutside
        self.origin = origin
    }

    /// Sender and order id.
    public var key: OrderKey { OrderKey(sender: sender.userID, orderID: orderID) }

    /// What all of it costs; nil where that is more coins than there can be.
    public var cost: Coins? { gift.coins.multiplied(by: count)?.multiplied(by: to.count) }

    /// Whether an order with the same id asks for the same. The price is not part of it.
    public func asksForTheSame(as other: GiftOrder) -> Bool {
        liveID == other.liveID && gift.giftID == other.gift.giftID && count == other.count
            && to.map(\.userID) == other.to.map(\.userID)
    }
}

/// Where the sender of an order is, as the app's own billing is told with each question about it.
public struct OrderOrigin: Hashable, Sendable {
    /// The address; empty where there is none.
    public var address: String
    /// What the sender's client runs on, by the name of the API.
    public var platform: String

    /// Makes an origin.
    public init(address: String, platform: String) {
        self.address = address
        self.platform = platform
    }
}

/// An order that was charged, as it is kept for as long as its id may come again.
public struct SettledOrder: Hashable, Sendable {
    /// Sender and order id.
    public var key: OrderKey
    /// Which live.
    public var liveID: LiveID
    /// Which start of it.
    public var sessionID: LiveSessionID
    /// Which gift.
    public var giftID: GiftID
    /// How many each receiver got.
    public var count: Int
    /// Who received them.
    public var to: [UserID]
    /// What it cost.
    public var coins: Coins
    /// What the sender had left after it.
    public var balance: Coins
    /// The number of its event among the stored ones of the live.
    public var durable: Int64
    /// When it was charged.
    public var at: Timestamp

    /// Makes a record.
    public init(
        key: OrderKey, liveID: LiveID, sessionID: LiveSessionID, giftID: GiftID, count: Int, to: [UserID], coins: Coins,
        balance: Coins, durable: Int64, at: Timestamp
    ) {
        self.key = key
        self.liveID = liveID
        self.sessionID = sessionID
        self.giftID = giftID
        self.count = count
        self.to = to
        self.coins = coins
        self.balance = balance
        self.durable = durable
        self.at = at
    }

    /// Whether an order with the same id asks for the same. The price is not part of it: the first answer stands.
    public func hasContent(of liveID: LiveID, giftID: GiftID, count: Int, to: [UserID]) -> Bool {
        self.liveID == liveID && self.giftID == giftID && self.count == count && self.to == to
    }

    /// What the gifts of each receiver cost.
    public var coinsEach: Coins { coins.each(of: to.count) }
}

/// How orders are charged.
public struct LedgerPolicy: Hashable, Sendable {
    /// What the receiver of a gift earns of its price, in percent from 0 to 100. The rest is the house's.
    public var hostSharePercent: Int
    /// The coins that a user starts with, given when they are first needed.
    public var newUserGrant: Coins
    /// When the days and weeks of the boards begin.
    public var calendar: BoardCalendar

    /// Makes a policy.
    public init(
        hostSharePercent: Int = 50, newUserGrant: Coins = .zero, calendar: BoardCalendar = BoardCalendar()
    ) {
        precondition((0...100).contains(hostSharePercent), "a share is 0 to 100 percent")
        self.hostSharePercent = hostSharePercent
        self.newUserGrant = newUserGrant
        self.calendar = calendar
    }
}

/// The part of the ledger that a batch of orders needs, read inside the transaction that will keep the result.
public struct LedgerView: Sendable {
    /// Balances by account; an account that is missing does not exist yet.
    public var balances: [AccountID: Coins]
    /// Orders with the ids of the batch that were charged before.
    public var settled: [OrderKey: SettledOrder]
    /// Orders with the ids of the batch that the app's own billing was asked about and that were not charged.
    public var asked: [OrderKey: BillingOrder]
    /// The last number of a stored event, by start of a live.
    public var durables: [LiveSessionID: Int64]
    /// True while gifting is halted: wallets pay for nothing then.
    public var isHalted = false

    /// Makes a view.
    public init(
        balances: [AccountID: Coins] = [:], settled: [OrderKey: SettledOrder] = [:],
        asked: [OrderKey: BillingOrder] = [:], durables: [LiveSessionID: Int64] = [:]
    ) {
        self.balances = balances
        self.settled = settled
        self.asked = asked
        self.durables = durables
    }

    /// Moves the coins of a transfer; false, and nothing moves, where an account would go below zero or out of range.
    public mutating func post(_ transfer: Transfer) -> Bool { post([transfer]) }

    /// Moves the coins of some transfers, all or none.
    ///
    /// Changes the balances in place and undoes them where it must: a batch has hundreds of orders, and a copy of all its
    /// balances for each would cost more than the rest of it.
    public mutating func post(_ transfers: [Transfer]) -> Bool {
        var before: [(account: AccountID, balance: Coins?)] = []
        for transfer in transfers {
            for posting in transfer.postings {
                let old = balances[posting.account]
                guard let balance = (old ?? .zero).adding(posting.amount),
                    balance >= .zero || posting.account.mayBeNegative
                else {
                    for undo in before.reversed() { balances[undo.account] = undo.balance }
                    return false
                }
                before.append((posting.account, old))
                balances[posting.account] = balance
            }
        }
        return true
    }
}

/// What became of one order of a batch.
public enum Settlement: Hashable, Sendable {
    /// It was charged now; these transfers and this record are to be kept.
    case charged(SettledOrder, [Transfer])
    /// It was charged before; the first answer stands.
    case repeated(SettledOrder)
    /// The id was used for something else.
    case conflict
    /// The sender has too few coins; nothing is kept, and the id may be used again.
    case insufficient(balance: Coins)
    /// The app's own billing was asked about it before, when it paid for gifts. That answer stands: the wallet does not pay what the
    /// sender was told was refused.
    case refusedOutside(BillingOrder)
    /// Gifting is halted. Nothing is kept, and the id may be used again.
    case halted
}

/// Decides what a batch of orders costs whom, in the order in which they came.
///
/// Pure: it reads and changes nothing but `view`, so storage runs it inside the transaction that keeps its result, and the
/// simulator runs it a million times.
public func settle(_ orders: [GiftOrder], policy: LedgerPolicy, view: inout LedgerView) -> [Settlement] {
    orders.map { settle($0, policy: policy, view: &view) }
}

private func settle(_ order: GiftOrder, policy: LedgerPolicy, view: inout LedgerView) -> Settlement {
    precondition(
        !order.to.isEmpty && order.count > 0 && order.gift.coins >= .zero, "the room's rules let no such order through")
    let receivers = order.to.map(\.userID)
    if let first = view.settled[order.key] {
        let same = first.hasContent(of: order.liveID, giftID: order.gift.giftID, count: order.count, to: receivers)
        return same ? .repeated(first) : .conflict
    }
    if !order.isChargedOutside, let asked = view.asked[order.key] {
        return asked.order.asksForTheSame(as: order) ? .refusedOutside(asked) : .conflict
    }
    // What the app's own billing has taken is delivered all the same.
    guard order.isChargedOutside || !view.isHalted else { return .halted }
    let wallet = AccountID.user(order.sender.userID)
    var transfers = view.grants(to: [order.sender.userID], policy, at: order.at)
    let balance = view.balances[wallet] ?? policy.newUserGrant
    guard let cost = order.cost, let each = order.gift.coins.multiplied(by: order.count) else {
        return .insufficient(balance: balance)
    }
    if order.isChargedOutside { transfers.append(.chargeOutside(cost, order)) }
    guard let left = order.isChargedOutside ? balance : balance.subtracting(cost), left >= .zero else {
        return .insufficient(balance: balance)
    }
    transfers.append(giftTransfer(order, cost: cost, each: each, policy: policy))
    guard view.post(transfers) else { return .insufficient(balance: balance) }
    let durable = (view.durables[order.sessionID] ?? 0) + 1
    let record = SettledOrder(
        key: order.key, liveID: order.liveID, sessionID: order.sessionID, giftID: order.gift.giftID, count: order.count,
        to: receivers, coins: cost, balance: left, durable: durable, at: order.at)
    view.durables[order.sessionID] = durable
    view.settled[order.key] = record
    return .charged(record, transfers)
}

extension Transfer {
    /// The app's own billing has taken the price from the sender; the wallet gets it, to pay the gift with.
    fileprivate static func chargeOutside(_ cost: Coins, _ order: GiftOrder) -> Transfer {
        Transfer(
            kind: .charge, reference: order.key.reference, at: order.at,
            postings: [
                Posting(account: .biller, amount: cost.negated),
                Posting(account: .user(order.sender.userID), amount: cost),
            ])
    }
}

/// The sender pays all of it, each receiver earns their share, and the house keeps the rest, the remainders of rounding included.
private func giftTransfer(_ order: GiftOrder, cost: Coins, each: Coins, policy: LedgerPolicy) -> Transfer {
    var postings = [Posting(account: .user(order.sender.userID), amount: cost.negated)]
    let share = each.share(percent: policy.hostSharePercent)
    for receiver in order.to { postings.append(Posting(account: .host(receiver.userID), amount: share)) }
    let earned = share.amount * Int64(order.to.count)
    if let rest = Coins(cost.amount - earned) { postings.append(Posting(account: .house, amount: rest)) }
    return Transfer(kind: .gift, reference: order.key.reference, at: order.at, postings: postings)
}
