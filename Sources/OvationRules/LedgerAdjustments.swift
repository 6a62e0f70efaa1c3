public import OvationModel

/// A wish to take an order back: the sender gets the coins, the receivers and the house give them.
public struct Refund: Hashable, Sendable {
    /// Which order.
    public var order: OrderKey
    /// The caller's own id of the refund. The same id for the same order is answered as before.
    public var reference: String
    /// Who asks for it; nil for the server itself.
    public var by: UserID?
    /// Why, in words for people who read the books.
    public var reason: String
    /// When.
    public var at: Timestamp

    /// Makes a wish.
    public init(order: OrderKey, reference: String, by: UserID?, reason: String, at: Timestamp) {
        self.order = order
        self.reference = reference
        self.by = by
        self.reason = reason
        self.at = at
    }
}

/// An order that was taken back.
public struct RefundedOrder: Hashable, Sendable {
    /// Which order.
    public var order: OrderKey
    /// The id of the refund.
    public var reference: String
    /// Where the coins went: the sender's wallet, or `biller` where the app's own billing had charged them.
    public var payer: AccountID
    /// How many.
    public var coins: Coins
    /// What the receivers had spent already, and the house gave for them.
    public var coveredByHouse: Coins
    /// When.
    public var at: Timestamp

    /// Makes a record.
    public init(
        order: OrderKey, reference: String, payer: AccountID, coins: Coins, coveredByHouse: Coins, at: Timestamp
    ) {
        self.order = order
        self.reference = reference
        self.payer = payer
        self.coins = coins
        self.coveredByHouse = coveredByHouse
        self.at = at
    }
}

/// Why an order was not taken back. Nothing changed.
public enum RefundRefusal: Error, Hashable, Sendable {
    /// No order with this key was charged.
    case orderNotFound
    /// The order was taken back before, under another reference.
    case alreadyRefunded
    /// The reference belongs to another refund.
    case referenceUsed
    /// Receivers and house together lack so many coins.
    case notCovered(lacking: Coins)
    /// The payer would have more coins than there can be.
    case outOfRange
}

/// Coins that an administrator moves from one account to another, to set something right.
public struct Correction: Hashable, Sendable {
    /// Who loses them.
    public var from: AccountID
    /// Who gains them.
    public var to: AccountID
    /// How many; more than none.
    public var coins: Coins
    /// The caller's own id of the correction. The same id for the same move is answered as before.
    public var reference: String
    /// Which administrator; nil for the server itself.
    public var by: UserID?
    /// Why, in words for people who read the books.
    public var reason: String
    /// When.
    public var at: Timestamp

    /// Makes a correction.
    public init(
        from: AccountID, to: AccountID, coins: Coins, reference: String, by: UserID?, reason: String, at: Timestamp
    ) {
        self.from = from
        self.to = to
        self.coins = coins
        self.reference = reference
        self.by = by
        self.reason = reason
        self.at = at
    }

    /// Whether a kept transfer moved the same coins between the same accounts.
    public func hasPostings(_ postings: [Posting]) -> Bool { postings == self.postings }

    var postings: [Posting] {
        [Posting(account: from, amount: coins.negated), Posting(account: to, amount: coins)]
    }
}

/// Why a correction was not made. Nothing changed.
public enum CorrectionRefusal: Error, Hashable, Sendable {
    /// It moves no coins, or from an account to itself.
    case movesNothing
    /// The reference belongs to another correction.
    case referenceUsed
    /// The account that loses the coins has fewer: these.
    case overdrawn(balance: Coins)
    /// The account that gains the coins would have more than there can be.
    case outOfRange
}

extension LedgerView {
    /// Takes an order back, by a new transfer; what was paid is never changed.
    ///
    /// Receivers and house give what they got. A receiver who has spent it gives what is left, and the house gives the rest,
    /// so that nobody goes below zero.
    ///
    /// - Parameters:
    ///   - paid: the postings of the order's transfer.
    ///   - payer: to whom the coins go back.
    public mutating func refund(
        _ refund: Refund, paid: [Posting], to payer: AccountID
    ) throws(RefundRefusal) -> (RefundedOrder, Transfer) {
        var given: [Posting] = []
        var left: [AccountID: Int64] = [:]
        var cost: Int64 = 0
        var lacking: Int64 = 0
        var house: Int64 = 0
        for posting in paid {
            let share = posting.amount.amount
            switch posting.account {
            case .host:
                let has = left[posting.account] ?? balances[posting.account]?.amount ?? 0
                let part = min(has, share)
                left[posting.account] = has - part
                lacking += share - part
                cost += share
                given.append(Posting(account: posting.account, amount: Coins.of(-part)))
            case .house:
                house += share
                cost += share
            case .user, .issuance, .biller: break
            }
        }
        let has = balances[.house]?.amount ?? 0
        guard has >= house + lacking else { throw .notCovered(lacking: Coins.of(house + lacking - has)) }
        given.append(Posting(account: .house, amount: Coins.of(-(house + lacking))))
        let coins = Coins.of(cost)
        let transfer = Transfer(
            kind: .refund, reference: refund.order.reference, at: refund.at,
            postings: [Posting(account: payer, amount: coins)] + given)
        guard post(transfer) else { throw .outOfRange }
        let record = RefundedOrder(
            order: refund.order, reference: refund.reference, payer: payer, coins: coins,
            coveredByHouse: Coins.of(lacking), at: refund.at)
        return (record, transfer)
    }

    /// Moves coins between two accounts. Only `issuance` and `biller` may go below zero by it.
    ///
    /// A new user's wallet gets the grant first, so that a correction does not cost them it.
    ///
    /// - Returns: the transfers to be kept; the correction's own is the last one.
    public mutating func correct(
        _ correction: Correction, _ policy: LedgerPolicy
    ) throws(CorrectionRefusal) -> [Transfer] {
        guard correction.coins > .zero, correction.from != correction.to else { throw .movesNothing }
        let users = [correction.from, correction.to].compactMap { if case .user(let user) = $0 { user } else { nil } }
        let grants = grants(to: users, policy, at: correction.at)
        let transfer = Transfer(
            kind: .correction, reference: correction.reference, at: correction.at, postings: correction.postings)
        let isNew = grants.contains { grant in grant.postings.contains { $0.account == correction.from } }
        let has = balances[correction.from] ?? (isNew ? policy.newUserGrant : .zero)
        guard has >= correction.coins || correction.from.mayBeNegative else { throw .overdrawn(balance: has) }
        guard post(grants + [transfer]) else { throw .outOfRange }
        return grants + [transfer]
    }
}

extension Coins {
    /// A part of an order's cost, which is in range because the cost was.
    fileprivate static func of(_ amount: Int64) -> Coins {
        guard let coins = Coins(amount) else { preconditionFailure("a part of a cost is no larger than the cost") }
        return coins
    }
}
