public import OvationModel

/// How the server gets on with the app's own billing.
public struct BillingPolicy: Hashable, Sendable {
    /// Whether the billing honours our order id: the same id asked twice is charged once, and a cancel of it is understood.
    public var isIdempotent: Bool
    /// Whether a gift is shown where the billing does not answer in time.
    public var failsOpen: Bool

    /// Makes a policy.
    public init(isIdempotent: Bool = false, failsOpen: Bool = false) {
        self.isIdempotent = isIdempotent
        self.failsOpen = failsOpen
    }
}

/// Where an order stands that the app's own billing pays.
public enum BillingState: String, Sendable, CaseIterable {
    /// It is kept, the billing is being asked, and the sender waits.
    case pending
    /// The billing confirmed it; it was told to everybody. Final.
    case charged
    /// The billing refused it. Final.
    case rejected
    /// The billing did not answer, and the gift was shown all the same.
    case unconfirmed
    /// The sender was told that nothing was delivered; the server asks again until it knows whether there is something to
    /// give back.
    case cancelling
    /// The billing has charged what was not delivered; the server tells it to give it back until it hears that it did.
    case revoking
    /// Nobody but the operator can find out whether the billing has charged what was not delivered.
    case unknown
    /// Nothing was delivered, and nothing is charged. Final.
    case cancelled
    /// It was shown without a confirmation, then refused, and taken back from the receivers. Final.
    case reversed

    /// Whether it stays so for ever.
    public var isFinal: Bool {
        switch self {
        case .charged, .rejected, .cancelled, .reversed: true
        case .pending, .unconfirmed, .cancelling, .revoking, .unknown: false
        }
    }

    /// Whether the gift was shown, so that a repeat of the order gets its first answer.
    public var wasDelivered: Bool {
        switch self {
        case .charged, .unconfirmed, .reversed: true
        case .pending, .rejected, .cancelling, .revoking, .unknown, .cancelled: false
        }
    }

    /// The states that the reconciliation list shows: all that are not final. An operator sees an order from its beginning on.
    public static let undecided: [BillingState] = [.pending] + unresolved
    /// The states in which the outcome outside is not known although the sender has an answer, or not what it should be.
    public static let unresolved: [BillingState] = [.unconfirmed, .cancelling, .revoking, .unknown]
}

/// What the app's billing said to the question whether an order may be charged.
public enum BillingAnswer: Hashable, Sendable {
    /// It has charged the sender.
    case confirmed
    /// It has not, with a number and a sentence of its own.
    case rejected(code: Int, message: String)
    /// The question cannot have reached it.
    case unreached
    /// Nothing that makes sense came in time: it may have charged or not.
    case unclear
}

/// What happens to an order of the app's own billing.
public enum BillingEvent: Hashable, Sendable {
    /// The billing was asked, for the first time or again.
    case answered(BillingAnswer)
    /// The billing was told to give the coins back; whether it said that it did.
    case revoked(Bool)
    /// Nobody waits for it any more: the server was stopped meanwhile, or could not keep the answer.
    case abandoned
    /// An operator found out whether the billing has charged it, and, where nothing was delivered, has given it back.
    case resolved(isCharged: Bool)
}

/// What is to be done about it.
public enum BillingStep: Hashable, Sendable {
    /// Charge it from the account `biller` and tell it to everybody; then it is in this state.
    case deliver(as: BillingState)
    /// Keep that it is in this state.
    case become(BillingState)
    /// Take it back from the receivers; then it is `reversed`.
    case reverse
    /// Try again later.
    case wait
}

extension BillingState {
    /// What an event leads to; nil where it changes nothing in this state.
    ///
    /// Two promises are in here. Without `failsOpen` only a confirmation that came while the sender waited delivers; every
    /// other way ends `cancelled`. And without `isIdempotent` no state is left from which the billing is asked again.
    public func step(after event: BillingEvent, _ policy: BillingPolicy) -> BillingStep? {
        switch (self, event) {
        case (.pending, .answered(.confirmed)): .deliver(as: .charged)
        case (.pending, .answered(.rejected)): .become(.rejected)
        case (.pending, .answered) where policy.failsOpen: .deliver(as: .unconfirmed)
        case (.pending, .answered(.unreached)): .become(.cancelled)
        case (.pending, .answered), (.pending, .abandoned): .become(policy.isIdempotent ? .cancelling : .unknown)

        case (.cancelling, .answered(.confirmed)): .become(policy.isIdempotent ? .revoking : .unknown)
        case (.cancelling, .answered(.rejected)): .become(.cancelled)
        case (.cancelling, .answered): .wait
        case (.revoking, .revoked(let isDone)): isDone ? .become(.cancelled) : .wait
        case (.unconfirmed, .answered(.confirmed)): .become(.charged)
        case (.unconfirmed, .answered(.rejected)): .reverse
        case (.unconfirmed, .answered): .wait

        // The server was started with another policy meanwhile.
        case (.cancelling, .abandoned), (.revoking, .abandoned): policy.isIdempotent ? .wait : .become(.unknown)

        case (.cancelling, .resolved), (.revoking, .resolved), (.unknown, .resolved): .become(.cancelled)
        case (.unconfirmed, .resolved(let isCharged)): isCharged ? .become(.charged) : .reverse
        default: nil
        }
    }

    /// Whether the server itself goes on with such an order.
    public func isRetried(_ policy: BillingPolicy) -> Bool {
        switch self {
        case .cancelling, .revoking, .unconfirmed: policy.isIdempotent
        case .pending, .charged, .rejected, .unknown, .cancelled, .reversed: false
        }
    }
}

/// An order that the app's own billing pays, as it is kept.
public struct BillingOrder: Hashable, Sendable {
    /// Its number among these orders, in the order in which they came.
    public var number: Int64
    /// What was ordered.
    public var order: GiftOrder
    /// Where it stands.
    public var state: BillingState
    /// How often the billing was asked, or told to give back, since its first answer failed.
    public var attempts: Int
    /// When the server goes on with it; nil where it does not by itself.
    public var due: Timestamp?
    /// What the billing answered, or why it is where it stands.
    public var note: BillingNote
    /// When it came to stand there.
    public var updatedAt: Timestamp
    /// Whether another process that is alive works at it. What is `pending` there may be charged at any moment.
    public var isElsewhere: Bool

    /// Makes a record.
    public init(
        number: Int64, order: GiftOrder, state: BillingState, attempts: Int, due: Timestamp?, note: BillingNote,
        updatedAt: Timestamp, isElsewhere: Bool = false
    ) {
        self.number = number
        self.order = order
        self.state = state
        self.attempts = attempts
        self.due = due
        self.note = note
        self.updatedAt = updatedAt
        self.isElsewhere = isElsewhere
    }

    /// Whether nobody here can say what becomes of it: another process asks the billing about it.
    public var isAskedElsewhere: Bool { state == .pending && isElsewhere }

    /// How long to wait before the billing is asked again: twice as long each time, up to five minutes.
    ///
    /// - Parameter first: the first wait, in milliseconds.
    public static func backoffMilliseconds(attempts: Int, first: Int) -> Int64 {
        let doublings = min(max(0, attempts), 20)
        return min(Int64(first) << Int64(doublings), 300_000)
    }
}

/// What is known of an order beside its state.
public struct BillingNote: Hashable, Sendable {
    /// The number with which the billing refused it.
    public var code: Int?
    /// What the billing said, or what an operator noted.
    public var message: String
    /// The operator who resolved it.
    public var by: UserID?

    /// Makes a note.
    public init(code: Int? = nil, message: String = "", by: UserID? = nil) {
        self.code = code
        self.message = message
        self.by = by
    }
}
