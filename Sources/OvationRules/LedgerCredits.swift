public import OvationModel

/// Coins that an administrator gives to a user's wallet.
public struct Credit: Hashable, Sendable {
    /// Who gets them.
    public var user: UserID
    /// How many; more than none.
    public var coins: Coins
    /// The caller's own id of the credit. The same id for the same user and amount is answered as before.
    public var reference: String
    /// When.
    public var at: Timestamp

    /// Makes a credit.
    public init(user: UserID, coins: Coins, reference: String, at: Timestamp) {
        self.user = user
        self.coins = coins
        self.reference = reference
        self.at = at
    }

    /// What its transfer moves.
    public var postings: [Posting] { transfer.postings }

    fileprivate var transfer: Transfer {
        .fromIssuance(.credit, coins, to: .user(user), reference: reference, at: at)
    }
}

/// What becomes of a credit.
public enum CreditDecision: Hashable, Sendable {
    /// The coins are given; these transfers are to be kept.
    case given([Transfer])
    /// They were given before, to the same user.
    case repeated
    /// The reference stands for another credit, or the wallet would have more coins than there can be. Nothing changes.
    case refused
}

extension LedgerView {
    /// Gives coins to a wallet, once a reference.
    ///
    /// A new user gets the grant first, so that a credit does not cost them it.
    ///
    /// - Parameter first: what was moved under the reference before; nil where it was not used.
    public mutating func credit(_ credit: Credit, first: [Posting]?, _ policy: LedgerPolicy) -> CreditDecision {
        if let first { return first == credit.postings ? .repeated : .refused }
        let transfers = grants(to: [credit.user], policy, at: credit.at) + [credit.transfer]
        return post(transfers) ? .given(transfers) : .refused
    }

    /// What those of some users are given who have no wallet yet. Moves nothing.
    func grants(to users: [UserID], _ policy: LedgerPolicy, at now: Timestamp) -> [Transfer] {
        guard policy.newUserGrant > .zero else { return [] }
        return users.filter { balances[.user($0)] == nil }.map { user in
            .fromIssuance(.grant, policy.newUserGrant, to: .user(user), reference: user.rawValue, at: now)
        }
    }
}

extension Transfer {
    /// Coins that the server makes for a wallet.
    fileprivate static func fromIssuance(
        _ kind: Kind, _ coins: Coins, to wallet: AccountID, reference: String, at: Timestamp
    ) -> Transfer {
        Transfer(
            kind: kind, reference: reference, at: at,
            postings: [
                Posting(account: .issuance, amount: coins.negated), Posting(account: wallet, amount: coins),
            ])
    }
}
