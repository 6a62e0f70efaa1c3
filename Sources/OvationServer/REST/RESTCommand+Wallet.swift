import OvationModel
import OvationRules
import OvationStorage

extension RESTCommand {
    /// Wallets: what is in them, what went in and out, giving coins and giving them back.
    static let wallets = [getBalance, credit, getLedger, refundOrder]

    private static let getBalance = RESTCommand(
        .wallet, "get_balance", "What a user has to spend, and has earned by gifts.", effect: .reads
    ) { (request: RESTWalletUser, call) in
        let storage = call.node.storage
        // A user who never had an entry has what a new user is given when it is first needed.
        let balance = try await storage.balance(of: .user(request.user)) ?? call.node.configuration.ledger.newUserGrant
        let earned = try await storage.balance(of: .host(request.user)) ?? .zero
        return RESTResponse(RESTBalance(user: request.user, balance: balance, earned: earned))
    }

    private static let credit = RESTCommand(
        .wallet, "credit", "Gives coins to a user's wallet, once for a reference. The user's clients are told."
    ) { (request: RESTCredit, call) in
        try RESTField.present("Reference", request.reference, bytesMax: 128)
        guard request.coins > .zero else {
            throw Rejection(.illegalParameter, "\"Coins\" is 1 to \(Coins.max).")
        }
        let write = StorageWrite.credit(request.user, request.coins, reference: request.reference, at: call.at)
        switch try await call.rooms.keep(write) {
        case .credited(let balance, let repeated):
            if !repeated { call.node.walletChanged(of: request.user, to: balance) }
            return RESTResponse(RESTCredited(balance: balance, repeated: repeated))
        case .creditRefused:
            throw Rejection(
                .referenceConflict,
                "The reference was used for another user or amount, or the wallet would overflow. Nothing was credited."
            )
        case let other: preconditionFailure("a credit is answered with the balance, not with \(other)")
        }
    }

    private static let getLedger = RESTCommand(
        .wallet, "get_ledger", "A page of the entries of an account, newest first.", effect: .reads
    ) { (request: RESTLedger, call) in
        let account = try request.account()
        try RESTField.number("Count", request.count, in: 1...call.node.limits.ledgerPageMax)
        let count = request.count ?? min(20, call.node.limits.ledgerPageMax)
        // One more than asked for tells whether there is a next page.
        let before = try request.before()
        let entries = try await call.node.storage.entries(of: account, before: before, limit: count + 1)
        // A page is followed by another one only where there is something on it.
        guard before == nil || !entries.isEmpty else { throw RESTLedger.unknownPage }
        let page = entries.prefix(count)
        let next = entries.count > count ? page.last.map { String($0.number) } ?? "" : ""
        return RESTResponse(RESTLedgerPage(entries: page.map(RESTLedgerEntry.init), next: next))
    }

    private static let refundOrder = RESTCommand(
        .wallet, "refund_order",
        "Takes an order of gifts back, once: the payer gets the coins, receivers and house give them."
    ) { (request: RESTRefund, call) in
        try RESTField.present("Reference", request.reference, bytesMax: 128)
        try RESTField.text("Reason", request.reason, bytesMax: 200)
        let refund = Refund(
            order: OrderKey(sender: request.sender, orderID: request.orderID), reference: request.reference,
            by: call.administrator, reason: request.reason ?? "", at: call.at)
        let done = try await call.node.refund(refund)
        return RESTResponse(
            RESTRefunded(
                coins: done.order.coins, coveredByHouse: done.order.coveredByHouse, balance: done.balance,
                repeated: done.repeated))
    }
}

// MARK: - Requests

/// The body of a call that is about a user's wallet and says nothing else.
struct RESTWalletUser: Codable, Sendable {
    let user: UserID

    enum CodingKeys: String, CodingKey { case user = "User_Account" }
}

/// The body of `credit`.
struct RESTCredit: Codable, Sendable {
    let user: UserID
    let coins: Coins
    let reference: String

    enum CodingKeys: String, CodingKey {
        case user = "User_Account"
        case coins = "Coins"
        case reference = "Reference"
    }
}

/// The body of `get_ledger`.
struct RESTLedger: Codable, Sendable {
    let user: UserID?
    let accountName: String?
    let next: String?
    let count: Int?

    enum CodingKeys: String, CodingKey {
        case user = "User_Account"
        case accountName = "Account"
        case next = "Next"
        case count = "Count"
    }

    /// The account that is named: a user's wallet, or any by the name that the ledger has for it.
    fileprivate func account() throws(Rejection) -> AccountID {
        switch (user, accountName) {
        case (let user?, nil): return .user(user)
        case (nil, let name?):
            guard let account = AccountID(name) else {
                throw Rejection(
                    .illegalParameter,
                    "\"Account\" is user:<id>, host:<id>, house, issuance or biller.")
            }
            return account
        default:
            throw Rejection(
                .illegalParameter, "Name either \"User_Account\" for a user's wallet or \"Account\" for any account.")
        }
    }

    /// Before which entry the page begins; nil for the newest.
    fileprivate func before() throws(Rejection) -> Int64? {
        guard let next, !next.isEmpty else { return nil }
        guard let number = Int64(next), number > 0 else { throw Self.unknownPage }
        return number
    }

    fileprivate static let unknownPage = Rejection(.illegalParameter, "\"Next\" is none that this server gave.")
}

/// The body of `refund_order`.
struct RESTRefund: Codable, Sendable {
    let sender: UserID
    let orderID: OrderID
    let reference: String
    let reason: String?

    enum CodingKeys: String, CodingKey {
        case sender = "From_Account"
        case orderID = "OrderId"
        case reference = "Reference"
        case reason = "Reason"
    }
}

// MARK: - Answers

/// The answer to `get_balance`.
struct RESTBalance: Codable, Sendable {
    let user: UserID
    /// What the user can spend.
    let balance: Coins
    /// What the user earned as a receiver of gifts.
    let earned: Coins

    enum CodingKeys: String, CodingKey {
        case user = "User_Account"
        case balance = "Balance"
        case earned = "Earned"
    }
}

/// The answer to `credit`.
struct RESTCredited: Codable, Sendable {
    let balance: Coins
    /// Whether the reference had been credited before; then nothing changed now.
    let repeated: Bool

    enum CodingKeys: String, CodingKey {
        case balance = "Balance"
        case repeated = "Repeated"
    }
}

/// The answer to `refund_order`.
struct RESTRefunded: Codable, Sendable {
    let coins: Coins
    /// What receivers had spent already, and the house gave for them.
    let coveredByHouse: Coins
    /// What the payer has now.
    let balance: Coins
    /// Whether the order had been taken back under this reference before; then nothing changed now.
    let repeated: Bool

    enum CodingKeys: String, CodingKey {
        case coins = "Coins"
        case coveredByHouse = "CoveredByHouse"
        case balance = "Balance"
        case repeated = "Repeated"
    }
}

/// The answer to `get_ledger`.
struct RESTLedgerPage: Codable, Sendable {
    let entries: [RESTLedgerEntry]
    /// What names the next page; empty at the end.
    let next: String

    enum CodingKeys: String, CodingKey {
        case entries = "EntryList"
        case next = "Next"
    }
}

/// One entry of an account.
struct RESTLedgerEntry: Codable, Sendable {
    let number: Int64
    /// What the account gained; negative for what it lost.
    let amount: Coins
    /// Why: `gift`, `grant`, `credit`, `refund`.
    let kind: String
    let reference: String
    /// Unix seconds.
    let time: Int64

    enum CodingKeys: String, CodingKey {
        case number = "Number"
        case amount = "Amount"
        case kind = "Kind"
        case reference = "Reference"
        case time = "Time"
    }

    fileprivate init(_ entry: LedgerEntry) {
        number = entry.number
        amount = entry.amount
        kind = entry.kind.rawValue
        reference = entry.reference
        time = entry.at.milliseconds / 1_000
    }
}
