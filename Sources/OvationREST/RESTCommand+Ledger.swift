import OvationBackend
import OvationModel
import OvationNode
import OvationRules
import OvationStorage

extension RESTService {
    /// Wallets, the ledger, and orders that the app's own billing pays. The vendor's API has none of them.
    static let wallet = RESTService(rawValue: "ovation_wallet_srv")
}

extension RESTCommand {
    /// Commands that keep the books right: corrections, audits, and orders that the app's own billing left open.
    static let ledger = [
        correctLedger, verifyLedger, resumeGifting, listOpenOrders, getOrder, askAgain, resolveOrder,
    ]

    private static let correctLedger = RESTCommand(
        .wallet, "correct_ledger", "Moves coins between two accounts of the ledger, once a reference."
    ) { (request: CorrectLedger, call) in
        try RESTField.present("Reference", request.reference, bytesMax: RESTBounds.correctionReferenceBytesMax)
        try RESTField.present("Reason", request.reason, bytesMax: FieldBounds.reasonBytesMax)
        guard let from = AccountID(request.from), let to = AccountID(request.to) else {
            throw Rejection(
                .illegalParameter,
                "\"From\" and \"To\" are accounts: user:<id>, host:<id>, house, issuance or biller.")
        }
        guard let coins = Coins(request.coins), coins > .zero else {
            throw Rejection(.illegalParameter, "\"Coins\" is a number from 1 to \(Coins.max).")
        }
        let correction = Correction(
            from: from, to: to, coins: coins, reference: request.reference, by: call.administrator,
            reason: request.reason, at: call.at)
        let done = try await call.node.services.correct(correction)
        return RESTResponse(
            CorrectedLedger(
                fromBalance: done.from.amount, toBalance: done.to.amount, isRepeated: done.repeated))
    }

    private static let verifyLedger = RESTCommand(
        .wallet, "verify_ledger", "Adds up every entry of the ledger and compares it with every balance.",
        effect: .reads
    ) { (_: RESTNothing, call) in
        RESTResponse(
            LedgerReport(try await call.node.services.storage.auditLedger(), halt: call.node.services.halt.current))
    }

    private static let resumeGifting = RESTCommand(
        .wallet, "resume_gifting", "Lets gifting go on after a halt, where a full audit finds nothing."
    ) { (_: RESTNothing, call) in
        let audit = try await call.node.services.resumeGifting(by: call.administrator)
        return RESTResponse(LedgerReport(audit, halt: call.node.services.halt.current))
    }

    private static let listOpenOrders = RESTCommand(
        .wallet, "get_open_orders", "Orders whose outcome with the app's own billing is not known yet, oldest first.",
        effect: .reads
    ) { (request: RESTNumberedPage, call) in
        let (after, count) = try request.place()
        let orders = try await call.node.services.storage.billingOrders(
            BillingQuery(states: BillingState.undecided, after: after, limit: count))
        return RESTResponse(OpenOrderPage(orders, count: count))
    }

    private static let getOrder = RESTCommand(
        .wallet, "get_order", "An order by its sender and its id: what it was, and what became of it.", effect: .reads
    ) { (request: FindOrder, call) in
        let key = OrderKey(sender: request.sender, orderID: request.orderID)
        try await call.node.services.journal.barrier()
        let storage = call.node.services.storage
        let charged = try await storage.order(key)
        let asked = try await storage.billingOrder(key)
        guard charged != nil || asked != nil else { throw Rejection(.orderNotFound) }
        let postings = charged == nil ? [] : try await storage.postings(of: key)
        return RESTResponse(FoundOrder(charged, asked, postings))
    }

    private static let askAgain = RESTCommand(
        .wallet, "ask_again",
        "Asks the app's own billing about an open order at once, and answers where the order stands then."
    ) { (request: FindOrder, call) in
        let order = try await call.node.services.billing.askAgain(
            OrderKey(sender: request.sender, orderID: request.orderID))
        return RESTResponse(
            AskedAgain(state: order.state.rawValue, isFinal: order.state.isFinal, note: order.note.message))
    }

    private static let resolveOrder = RESTCommand(
        .wallet, "resolve_order", "Notes whether the app's own billing has charged an order that it left open."
    ) { (request: ResolveOrder, call) in
        try RESTField.text("Note", request.note, bytesMax: RESTBounds.noteBytesMax)
        let state = try await call.node.services.billing.resolve(
            OrderKey(sender: request.sender, orderID: request.orderID), isCharged: request.isCharged,
            by: call.administrator, note: request.note ?? "")
        return RESTResponse(ResolvedOrder(state: state.rawValue))
    }
}

private struct CorrectLedger: Decodable, Sendable {
    let from: String
    let to: String
    let coins: Int64
    let reference: String
    let reason: String

    enum CodingKeys: String, CodingKey {
        case from = "From"
        case to = "To"
        case coins = "Coins"
        case reference = "Reference"
        case reason = "Reason"
    }
}

private struct CorrectedLedger: Codable, Sendable {
    let fromBalance: Int64
    let toBalance: Int64
    let isRepeated: Bool

    enum CodingKeys: String, CodingKey {
        case fromBalance = "FromBalance"
        case toBalance = "ToBalance"
        case isRepeated = "IsRepeated"
    }
}

private struct LedgerReport: Codable, Sendable {
    let isBalanced: Bool
    let accounts: Int
    let entries: Int
    let orders: Int
    let problems: [String]
    let isGiftingHalted: Bool

    init(_ audit: LedgerAudit, halt: LedgerHalt?) {
        isBalanced = audit.isBalanced
        accounts = audit.accounts
        entries = audit.entries
        orders = audit.orders
        problems = audit.problems
        isGiftingHalted = halt != nil
    }

    enum CodingKeys: String, CodingKey {
        case isBalanced = "IsBalanced"
        case accounts = "AccountCount"
        case entries = "EntryCount"
        case orders = "OrderCount"
        case problems = "Problems"
        case isGiftingHalted = "IsGiftingHalted"
    }
}

private struct OpenOrderPage: Codable, Sendable {
    struct Order: Codable, Sendable {
        let sender: String
        let orderID: String
        let roomID: String
        let giftID: String
        let count: Int
        let receivers: [String]
        let coins: Int64
        let time: Int64
        let state: String
        let isDelivered: Bool
        let isRetried: Bool
        let attempts: Int
        let note: String

        enum CodingKeys: String, CodingKey {
            case sender = "From_Account"
            case orderID = "OrderId"
            case roomID = "RoomId"
            case giftID = "GiftId"
            case count = "Count"
            case receivers = "To_Account"
            case coins = "TotalCoins"
            case time = "Time"
            case state = "State"
            case isDelivered = "IsDelivered"
            case isRetried = "IsRetried"
            case attempts = "Attempts"
            case note = "Note"
        }
    }

    let orders: [Order]
    let next: String

    init(_ page: [BillingOrder], count: Int) {
        orders = page.map { kept in
            let order = kept.order
            return Order(
                sender: order.sender.userID.rawValue, orderID: order.orderID.rawValue, roomID: order.liveID.rawValue,
                giftID: order.gift.giftID.rawValue, count: order.count, receivers: order.to.map(\.userID.rawValue),
                coins: order.cost?.amount ?? 0, time: order.at.milliseconds / 1_000, state: kept.state.rawValue,
                isDelivered: kept.state.wasDelivered, isRetried: kept.due != nil, attempts: kept.attempts,
                note: kept.note.message)
        }
        next = page.count == count ? page.last.map { "\($0.number)" } ?? "" : ""
    }

    enum CodingKeys: String, CodingKey {
        case orders = "OrderList"
        case next = "Next"
    }
}

private struct FindOrder: Codable, Sendable {
    let sender: UserID
    let orderID: OrderID

    enum CodingKeys: String, CodingKey {
        case sender = "From_Account"
        case orderID = "OrderId"
    }
}

/// An order in the books, with the app's own billing, or both. What an order has of neither is missing.
private struct FoundOrder: Codable, Sendable {
    let roomID: LiveID?
    let giftID: GiftID?
    let count: Int?
    let receivers: [UserID]?
    let coins: Int64?
    let balance: Int64?
    let time: Int64?
    /// Whether the books have it.
    let isCharged: Bool
    /// Where it stands with the app's own billing; nil where that was not asked.
    let state: String?
    let attempts: Int?
    let note: String?
    /// What the books moved for it, the payer first; empty if they do not have it.
    let entries: [Entry]

    struct Entry: Codable, Sendable {
        let account: String
        let amount: Coins

        enum CodingKeys: String, CodingKey {
            case account = "Account"
            case amount = "Amount"
        }
    }

    init(_ charged: SettledOrder?, _ asked: BillingOrder?, _ postings: [Posting]) {
        roomID = charged?.liveID ?? asked?.order.liveID
        giftID = charged?.giftID ?? asked?.order.gift.giftID
        count = charged?.count ?? asked?.order.count
        receivers = charged?.to ?? asked?.order.to.map(\.userID)
        coins = charged?.coins.amount ?? asked?.order.cost?.amount
        balance = charged?.balance.amount
        time = (charged?.at ?? asked?.order.at)?.seconds
        isCharged = charged != nil
        state = asked?.state.rawValue
        attempts = asked?.attempts
        note = asked?.note.message
        entries = postings.map { Entry(account: $0.account.description, amount: $0.amount) }
    }

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case giftID = "GiftId"
        case count = "Count"
        case receivers = "To_Account"
        case coins = "TotalCoins"
        case balance = "Balance"
        case time = "Time"
        case isCharged = "IsCharged"
        case state = "State"
        case attempts = "Attempts"
        case note = "Note"
        case entries = "EntryList"
    }
}

private struct ResolveOrder: Decodable, Sendable {
    let sender: UserID
    let orderID: OrderID
    let isCharged: Bool
    let note: String?

    enum CodingKeys: String, CodingKey {
        case sender = "From_Account"
        case orderID = "OrderId"
        case isCharged = "IsCharged"
        case note = "Note"
    }
}

private struct AskedAgain: Codable, Sendable {
    let state: String
    let isFinal: Bool
    let note: String

    enum CodingKeys: String, CodingKey {
        case state = "State"
        case isFinal = "IsFinal"
        case note = "Note"
    }
}

private struct ResolvedOrder: Codable, Sendable {
    let state: String

    enum CodingKeys: String, CodingKey { case state = "State" }
}
