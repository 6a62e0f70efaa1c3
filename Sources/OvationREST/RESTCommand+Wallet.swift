import OvationModel
import OvationNode
import OvationRules
import OvationStorage
import OvationSupport

extension RESTCommand {
    /// Commands that read wallets, give coins and take orders back.
    static let wallets = [getBalance, credit, getLedger, refundOrder]

    private static let getBalance = RESTCommand(
        .wallet, "get_balance", "What a user has to spend, and has earned by gifts.", effect: .reads
    ) { (request: RESTWalletUser, call) in
        let storage = call.node.services.storage
        // A wallet without entries will get the grant for new users before its first payment.
        let balance = try await storage.balance(of: .user(request.user)) ?? call.node.configuration.ledger.newUserGrant
        let earned = try await storage.balance(of: .host(request.user)) ?? .zero
        return RESTResponse(RESTBalance(user: request.user, balance: balance, earned: earned))
    }

    private static let credit = RESTCommand(
        .wallet, "credit", "Gives coins to a user's wallet, once for a reference. The user's clients are told."
    ) { (request: RESTCredit, call) in
        try RESTField.present("Reference", request.reference, bytesMax: RESTBounds.referenceBytesMax)
        try RESTField.text("Reason", request.reason, bytesMax: FieldBounds.reasonBytesMax)
        guard request.coins > .zero else {
            throw Rejection(.illegalParameter, "\"Coins\" is 1 to \(Coins.max).")
        }
        if request.knownOnly == true, try await call.users([request.user])[request.user] == nil {
            throw Rejection(.accountNotImported)
        }
        let write = StorageWrite.credit(request.user, request.coins, reference: request.reference, at: call.at)
        switch try await call.rooms.keep(write) {
        case .credited(let balance, let repeated):
            if !repeated { call.node.services.walletChanged(request.user, balance) }
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
        .wallet, "get_ledger", "A page of the entries of an account, newest first: all, or those of a kind or a time.",
        effect: .reads
    ) { (request: RESTLedger, call) in
        let account = try request.account()
        let count = try PageFields.rest.count(
            request.count, orElse: RESTBounds.pageDefault, countMax: call.node.limits.ledgerPageMax)
        let before = try PageFields.rest.number(request.next, in: 1...Int64.max)
        let page = try await request.filter().page(
            of: account, before: before, count: count, call.node.services.storage)
        return RESTResponse(page)
    }

    private static let refundOrder = RESTCommand(
        .wallet, "refund_order",
        "Takes an order of gifts back, once: the payer gets the coins, receivers and house give them."
    ) { (request: RESTRefund, call) in
        try RESTField.present("Reference", request.reference, bytesMax: RESTBounds.referenceBytesMax)
        try RESTField.text("Reason", request.reason, bytesMax: FieldBounds.reasonBytesMax)
        let refund = Refund(
            order: OrderKey(sender: request.sender, orderID: request.orderID), reference: request.reference,
            by: call.administrator, reason: request.reason ?? "", at: call.at)
        let done = try await call.node.services.refund(refund)
        return RESTResponse(
            RESTRefunded(
                coins: done.order.coins, coveredByHouse: done.order.coveredByHouse, balance: done.balance,
                repeated: done.repeated))
    }
}

// MARK: - Requests

/// The body of `get_balance`.
struct RESTWalletUser: Codable, Sendable {
    let user: UserID

    enum CodingKeys: String, CodingKey { case user = "User_Account" }
}

/// The body of `credit`.
struct RESTCredit: Codable, Sendable {
    let user: UserID
    let coins: Coins
    let reference: String
    /// Whether a user that the server does not know is refused; nil is false.
    let knownOnly: Bool?
    /// Why, for the log of operators; nil for no reason.
    let reason: String?

    enum CodingKeys: String, CodingKey {
        case user = "User_Account"
        case coins = "Coins"
        case reference = "Reference"
        case knownOnly = "KnownOnly"
        case reason = "Reason"
    }
}

/// The body of `get_ledger`.
struct RESTLedger: Codable, Sendable {
    let user: UserID?
    let accountName: String?
    /// Only entries of this kind; nil for all.
    let kind: RESTLedgerFilter.Kind?
    /// Only entries from this Unix second on; nil or 0 for all.
    let startTime: Int64?
    /// Only entries up to the end of this Unix second; nil or 0 for all.
    let endTime: Int64?
    let next: String?
    let count: Int?

    enum CodingKeys: String, CodingKey {
        case user = "User_Account"
        case accountName = "Account"
        case kind = "Kind"
        case startTime = "StartTime"
        case endTime = "EndTime"
        case next = "Next"
        case count = "Count"
    }

    /// Which entries the call wants.
    fileprivate func filter() throws(Rejection) -> RESTLedgerFilter {
        RESTLedgerFilter(kind: kind?.kind, times: try RESTTimes(start: startTime, end: endTime).range())
    }

    /// The account that the call names: a user's wallet, or any account by its name in the ledger.
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
    /// The part of the coins that the house gave, because receivers had spent it already.
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

    init(_ entry: LedgerEntry) {
        number = entry.number
        amount = entry.amount
        kind = entry.kind.rawValue
        reference = entry.reference
        time = entry.at.milliseconds / 1_000
    }
}
