public import OvationModel
public import OvationRules

/// One thing to keep.
public enum StorageWrite: Sendable {
    /// A live begins.
    case createRoom(RoomRecord)
    /// Something of a live changes, and is told by a stored event unless that is nil.
    case changeRoom(LiveSessionID, [RoomChange], EventDraft?)
    /// A live ends. `event` is its last one; the changes are kept with it.
    case endRoom(
        LiveSessionID, at: Timestamp, reason: RoomEnded.Reason, RoomStatistics, EventDraft, changes: [RoomChange] = [])
    /// An order is charged, and told by a stored event. `EventDraft.data` is the event's content.
    case order(GiftOrder, EventDraft)
    /// Counters that are not worth a transaction each: viewers, likes, messages, duration. Gift counters are left as they are.
    case counters(LiveSessionID, RoomStatistics)
    /// Users have entered a start of a live. Nothing changes for a user who is kept there already and was not removed meanwhile.
    /// Nothing is kept for a start that does not exist.
    ///
    /// `forgettingBefore`: visits to starts that ended before may be forgotten, a number of them that is bounded by those that are kept.
    case visits(LiveSessionID, [Visit], forgettingBefore: Timestamp)
    /// A message of a topic is kept with a start of a live, under the next number of its topic. Nothing is kept for a start that has ended
    /// or does not exist.
    ///
    /// `keptMax`: so many of the topic are kept; the oldest give way. All go when the start ends.
    case topicMessage(LiveSessionID, TopicName, TopicMessage, keptMax: Int)
    /// A live is given a stream key. It need not be on, and need not exist yet.
    ///
    /// `replaces`: whether the key takes the place of one that the live has already. If not, that one stays.
    case streamKey(LiveID, String, replaces: Bool, at: Timestamp)
    /// What a user says of themselves.
    case profile(UserID, UserProfile)
    /// An administrator gives coins to a user's wallet. The same reference gives once.
    case credit(UserID, Coins, reference: String, at: Timestamp)
    /// An order is taken back. Once an order; what was paid stays in the books, and new entries turn it round.
    case refund(Refund)
    /// An administrator moves coins between two accounts. The same reference moves once.
    case correction(Correction)
    /// Something of the orders that the app's own billing pays.
    case billing(BillingWrite)
    /// Gifting is halted, or, with nil, goes on. `by` says which administrator let it go on.
    case halt(LedgerHalt?, by: UserID?, at: Timestamp)
    /// The gift catalogue becomes this one.
    case catalogue(GiftCatalogue)
    /// The words that the whole app looks for become these.
    case words([FilterWord])
    /// Something of the gift catalogue changes.
    case changeCatalogue([CatalogueChange])
    /// What the server was told under a name, JSON; nil forgets it.
    case setting(String, [UInt8]?)
    /// What the app's backend is to be told. Like everything about callbacks it is answered with how many there are.
    case callbacks([CallbackDraft])
    /// What the app's backend is to be told of the write before it in the batch. Recorded only where that took effect: an order
    /// that was not charged, or charged before, tells nothing.
    case callbacksOfLastWrite([CallbackDraft])
    /// What became of callbacks.
    case callbackChange(CallbackChange)
    /// The scores of the boards are counted anew from the orders.
    case rebuildBoards
}

/// What became of a write.
public enum StorageOutcome: Hashable, Sendable {
    /// It is kept.
    case kept
    /// It is kept, and its event has this number.
    case event(durable: Int64)
    /// The number that a message of a topic was given; nil where nothing was kept.
    case topicMessage(number: Int64?)
    /// The stream key that the live has now.
    case streamKey(String)
    /// What became of an order, and the gift counters of its live after it.
    case order(Settlement, GiftCounters)
    /// The balance after a credit; `repeated` where the reference was used before with the same user and amount.
    case credited(balance: Coins, repeated: Bool)
    /// A credit's reference was used before for another user or amount, or the wallet would overflow. Nothing changed.
    case creditRefused
    /// The order was taken back, and what the payer has now; `repeated` where the same refund was made before.
    case refunded(RefundedOrder, balance: Coins, repeated: Bool)
    /// The order was not taken back. Nothing changed.
    case refundRefused(RefundRefusal)
    /// The coins were moved, and what the two accounts have now; `repeated` where the same correction was made before.
    case corrected(from: Coins, to: Coins, repeated: Bool)
    /// The coins were not moved. Nothing changed.
    case correctionRefused(CorrectionRefusal)
    /// What became of a write of the app's own billing.
    case billing(BillingOutcome)
    /// It is kept, as far as it was to be, and so many callbacks there are after it.
    case callbacks(CallbackCounts)

    /// Whether the write changed something that there is to tell of.
    public var tookEffect: Bool {
        switch self {
        case .order(.charged, _), .kept, .event, .streamKey: true
        case .topicMessage(let number): number != nil
        case .credited(_, let repeated), .refunded(_, _, let repeated), .corrected(_, _, let repeated): !repeated
        case .order, .creditRefused, .refundRefused, .correctionRefused, .billing, .callbacks: false
        }
    }
}

/// The gift counters of a live, which only orders change.
public struct GiftCounters: Hashable, Sendable {
    /// See ``RoomStatistics/totalGiftsSent``.
    public var totalGiftsSent: Int
    /// See ``RoomStatistics/totalGiftCoins``.
    public var totalGiftCoins: Int64
    /// See ``RoomStatistics/totalUniqueGiftSenders``.
    public var totalUniqueGiftSenders: Int
    /// What the order changed on the boards; nil where it was not charged now.
    public var scores: GiftScores?

    /// Makes counters.
    public init(
        totalGiftsSent: Int = 0, totalGiftCoins: Int64 = 0, totalUniqueGiftSenders: Int = 0, scores: GiftScores? = nil
    ) {
        self.totalGiftsSent = totalGiftsSent
        self.totalGiftCoins = totalGiftCoins
        self.totalUniqueGiftSenders = totalUniqueGiftSenders
        self.scores = scores
    }
}

/// An event to be stored; its number is given when it is.
public struct EventDraft: Hashable, Sendable {
    /// The name on the wire.
    public var name: String
    /// Whom it is about, so that a user who was away can be told; nil where it is about nobody.
    public var about: UserID?
    /// When it happened.
    public var at: Timestamp
    /// The content as JSON.
    public var data: [UInt8]

    /// Makes a draft.
    public init(name: String, about: UserID?, at: Timestamp, data: [UInt8]) {
        self.name = name
        self.about = about
        self.at = at
        self.data = data
    }
}

/// An event as it was stored.
public struct StoredEvent: Hashable, Sendable {
    /// Its number among the stored events of its live session, from 1.
    public var durable: Int64
    /// The name on the wire.
    public var name: String
    /// When it happened.
    public var at: Timestamp
    /// The content as JSON.
    public var data: [UInt8]

    /// Makes an event.
    public init(durable: Int64, name: String, at: Timestamp, data: [UInt8]) {
        self.durable = durable
        self.name = name
        self.at = at
        self.data = data
    }
}

/// One line of an account.
public struct LedgerEntry: Hashable, Sendable {
    /// Its number among all entries of the ledger.
    public var number: Int64
    /// What the account gained.
    public var amount: Coins
    /// Why.
    public var kind: Transfer.Kind
    /// What it belongs to.
    public var reference: String
    /// When.
    public var at: Timestamp

    /// Makes an entry.
    public init(number: Int64, amount: Coins, kind: Transfer.Kind, reference: String, at: Timestamp) {
        self.number = number
        self.amount = amount
        self.kind = kind
        self.reference = reference
        self.at = at
    }
}

/// What an audit of the ledger found.
public struct LedgerAudit: Hashable, Sendable {
    /// Accounts.
    public var accounts: Int
    /// Entries.
    public var entries: Int
    /// Orders.
    public var orders: Int
    /// What is wrong, one sentence each; empty where everything balances.
    public var problems: [String]

    /// Makes an audit.
    public init(accounts: Int, entries: Int, orders: Int, problems: [String]) {
        self.accounts = accounts
        self.entries = entries
        self.orders = orders
        self.problems = problems
    }

    /// Whether everything balances.
    public var isBalanced: Bool { problems.isEmpty }
}
