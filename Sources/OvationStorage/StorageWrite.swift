public import OvationModel
public import OvationRules

/// A write to the storage.
public enum StorageWrite: Sendable {
    /// Stores a new start of a live, unless the live is on at another home.
    ///
    /// The caller runs no start of this live. So one that is on at its own home was stored although its creation was reported as failed:
    /// it is closed, and the live begins again. The caller runs the new one, as if it had claimed it.
    ///
    /// `livesMax`: How many open lives that end without their owner the owner may have, this one included; nil for no limit.
    case createRoom(RoomRecord, livesMax: Int? = nil)
    /// Closes a start whose creation was reported as failed, if it was stored all the same. The caller does not run it.
    case abandonStart(LiveSessionID, at: Timestamp)
    /// Changes a live, and stores the events that announce the changes. The events get the live's next numbers, in order.
    case changeRoom(LiveSessionID, [RoomChange], [EventDraft])
    /// Ends a live. `event` is its last one; the changes are stored with it.
    case endRoom(
        LiveSessionID, at: Timestamp, reason: RoomEnded.Reason, RoomStatistics, EventDraft, changes: [RoomChange] = [])
    /// Charges an order and stores its event. `EventDraft.data` is the event's content.
    case order(GiftOrder, EventDraft)
    /// Stores counters that are not worth a transaction each: viewers, likes, messages, duration. Gift counters do not change.
    case counters(LiveSessionID, RoomStatistics)
    /// Stores that users have entered a start of a live. A user who is stored already and was not removed since does not change. Nothing is
    /// stored if the start does not exist.
    ///
    /// Every removal of a user that is stored before this write was before their entry, so it is not submitted for a user who is out. The
    /// visit begins after the last of these removals, although the room may not have known its number when the user entered.
    ///
    ///
    /// `forgettingBefore`: Visits to starts that ended before this time may be deleted. The number of deletions is bounded by the number of
    /// stored visits.
    case visits(LiveSessionID, [Visit], forgettingBefore: Timestamp)
    /// Stores a topic message under the next number of its topic. Nothing is stored if the start has ended or does not exist.
    ///
    /// `keptMax`: How many messages of the topic are kept; the oldest are deleted. All of them are deleted when the start ends.
    case topicMessage(LiveSessionID, TopicName, TopicMessage, keptMax: Int)
    /// Sets the stream key of a live. The live need not be on and need not exist yet.
    ///
    /// `replaces`: True if the key replaces an existing key. Otherwise an existing key stays.
    case streamKey(LiveID, String, replaces: Bool, at: Timestamp)
    /// Keeps a ticket, and forgets those that have expired by this time and the oldest beyond `countMax`.
    ///
    /// A ticket that is lost costs its owner a new one, so tickets alone make no commit wait for a disk: a crash of the machine or of the
    /// database may lose them, all at once. It never brings one back that was redeemed.
    case publishTicket(PublishTicket, countMax: Int, at: Timestamp)
    /// Redeems a ticket, which is then gone.
    case redeemTicket(String, for: LiveID, at: Timestamp)
    /// Stores the profile of a user.
    case profile(UserID, UserProfile)
    /// Credits a user's wallet, as an administrator asked. A reference is credited at most once.
    case credit(UserID, Coins, reference: String, at: Timestamp)
    /// Refunds an order. An order is refunded at most once. Existing entries stay, and new entries reverse them.
    case refund(Refund)
    /// Moves coins between two accounts, as an administrator asked. A reference moves coins at most once.
    case correction(Correction)
    /// Changes an order that the app's own billing pays.
    case billing(BillingWrite)
    /// Halts gifts, or resumes them if the first value is nil. `by` is the administrator who resumed them.
    case halt(LedgerHalt?, by: UserID?, at: Timestamp)
    /// Replaces the gift catalogue.
    case catalogue(GiftCatalogue)
    /// Replaces the filter words of the whole app.
    case words([FilterWord])
    /// Changes parts of the gift catalogue.
    ///
    /// `ifVersion`: Only if the catalogue has this version; nil for any.
    case changeCatalogue([CatalogueChange], ifVersion: Int64? = nil)
    /// Sets the JSON value of a server setting; nil deletes it.
    ///
    /// `ifVersion`: Only if the setting has this version; nil for any.
    case setting(String, [UInt8]?, ifVersion: Int64? = nil)
    /// Queues callbacks for the app's backend. All writes about callbacks return the resulting counts.
    case callbacks([CallbackDraft])
    /// Queues callbacks about the previous write of the batch. They are stored only if that write took effect: an order that was refused or
    /// charged before causes no callbacks.
    case callbacksOfLastWrite([CallbackDraft])
    /// Changes stored callbacks.
    case callbackChange(CallbackChange)
    /// Stores a link or a battle between lives under its id; nil deletes it.
    case coHostCourse(id: String, CoHostCourse?)
    /// Changes a recording.
    case recording(RecordingWrite)
    /// Recomputes the scores of the boards from the orders.
    case rebuildBoards
    /// Adds a line to the log of operators. Lines are never changed.
    ///
    /// `keptMax`: How many lines are kept; older ones are deleted. `forgettingBefore`: Some of the oldest lines are deleted that are older
    /// than this time; nil to delete none for their age. The newest line stays.
    case operatorAct(OperatorAct, keptMax: Int, forgettingBefore: Timestamp?)
    /// Makes a step of the erasure of a user.
    case erase(UserErasure)
    /// Forgets some rows that are older than they may be.
    case forget(RetentionStep)
}

extension StorageWrite {
    /// True if a commit of nothing else need not wait for a disk.
    public var mayBeLost: Bool {
        switch self {
        case .publishTicket, .redeemTicket: true
        default: false
        }
    }
}

/// The outcome of a write.
public enum StorageOutcome: Hashable, Sendable {
    /// The write was stored.
    case kept
    /// A new start was stored. The numbers of its events begin above this one; see ``ClaimedRoom/seqBase``.
    case started(seqBase: Int64)
    /// The write was stored, and its event got this number. If there are several events, it is the number of the last one, and the others
    /// have the numbers before it.
    case event(durable: Int64)
    /// The write was stored, and what it changed has this version now.
    case version(Int64)
    /// What was to be changed has another version than the write expects, namely this one. Nothing changed.
    case outdated(version: Int64)
    /// The number of a topic message; nil if nothing was stored.
    case topicMessage(number: Int64?)
    /// The current stream key of the live.
    case streamKey(String)
    /// The live is on at another home. Nothing changed.
    case taken(OpenStart)
    /// This node is not the home of the live any more. Nothing of the write is kept, and nothing ever will be: what it tells is the new
    /// home's to decide.
    case moved
    /// The owner has as many open lives as they may have. Nothing changed.
    case tooManyLives
    /// Whether a ticket was there, has not expired and is for the live.
    case redeemed(Bool)
    /// Whether the recording is stored, or was until it was deleted now.
    case recording(isThere: Bool)
    /// The outcome of an order, and the gift counters of its live after it.
    case order(Settlement, GiftCounters)
    /// The balance after a credit. `repeated` is true if the same credit was made before.
    case credited(balance: Coins, repeated: Bool)
    /// The reference of a credit was used for another user or amount, or the wallet would overflow. Nothing changed.
    case creditRefused
    /// The order was refunded, with the payer's new balance. `repeated` is true if the same refund was made before.
    case refunded(RefundedOrder, balance: Coins, repeated: Bool)
    /// The order was not refunded. Nothing changed.
    case refundRefused(RefundRefusal)
    /// The coins were moved, with the new balances of both accounts. `repeated` is true if the same correction was made before.
    case corrected(from: Coins, to: Coins, repeated: Bool)
    /// The coins were not moved. Nothing changed.
    case correctionRefused(CorrectionRefusal)
    /// The outcome of a billing write.
    case billing(BillingOutcome)
    /// The callbacks were stored if they applied. These are the counts afterwards.
    case callbacks(CallbackCounts)
    /// The outcome of a step of an erasure.
    case erasure(ErasureOutcome)
    /// What a step of forgetting has forgotten.
    case forgotten(ForgottenRows)

    /// True if the write changed something that callbacks should report.
    public var tookEffect: Bool {
        switch self {
        case .order(.charged, _), .kept, .started, .event, .streamKey, .version: true
        case .topicMessage(let number): number != nil
        case .redeemed(let isValid): isValid
        case .recording(let isThere): isThere
        case .credited(_, let repeated), .refunded(_, _, let repeated), .corrected(_, _, let repeated): !repeated
        case .outdated, .taken, .moved, .tooManyLives, .order, .creditRefused, .refundRefused, .correctionRefused,
            .billing,
            .callbacks, .erasure, .forgotten:
            false
        }
    }
}

/// The gift counters of a live. Only orders change them.
public struct GiftCounters: Hashable, Sendable {
    /// See ``RoomStatistics/totalGiftsSent``.
    public var totalGiftsSent: Int
    /// See ``RoomStatistics/totalGiftCoins``.
    public var totalGiftCoins: Int64
    /// See ``RoomStatistics/totalUniqueGiftSenders``.
    public var totalUniqueGiftSenders: Int
    /// The changes of the order on the boards; nil if it was not charged now.
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

/// An event to store. It gets its number when it is stored.
public struct EventDraft: Hashable, Sendable {
    /// The name on the wire.
    public var name: String
    /// The affected user, who can hear of the event after an absence; nil if it affects no single user.
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

/// A stored event.
public struct StoredEvent: Hashable, Sendable {
    /// The number among the stored events of its start of the live, from 1.
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

/// An entry of an account.
public struct LedgerEntry: Hashable, Sendable {
    /// The number among all entries of the ledger.
    public var number: Int64
    /// The change of the balance.
    public var amount: Coins
    /// The kind of the transfer.
    public var kind: Transfer.Kind
    /// The reference of the transfer.
    public var reference: String
    /// When the entry was made.
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

/// The result of an audit of the ledger.
public struct LedgerAudit: Hashable, Sendable {
    /// The number of accounts.
    public var accounts: Int
    /// The number of entries.
    public var entries: Int
    /// The number of orders.
    public var orders: Int
    /// The problems, one sentence each; empty if everything balances.
    public var problems: [String]

    /// Makes an audit.
    public init(accounts: Int, entries: Int, orders: Int, problems: [String]) {
        self.accounts = accounts
        self.entries = entries
        self.orders = orders
        self.problems = problems
    }

    /// True if everything balances.
    public var isBalanced: Bool { problems.isEmpty }
}
