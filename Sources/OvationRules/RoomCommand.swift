public import OvationModel

/// Who asks something of a live.
public struct RoomActor: Hashable, Codable, Sendable {
    /// The user; nil for the server itself and for calls of the app's backend.
    public var user: UserInfo?
    /// Whether the caller is an administrator of the app, who may do what an owner may.
    public var isAdministrator: Bool
    /// Whether the app's backend speaks for the user, who then need not be in the live to send a gift.
    public var isOnBehalf: Bool
    /// Over which way it is asked, for the moderation log.
    public var source: ModerationSource
    /// Whose account it is asked with where `user` is nil, for the moderation log; nobody in the live is told.
    public var account: UserID?

    /// Makes an actor.
    public init(
        user: UserInfo?, isAdministrator: Bool = false, isOnBehalf: Bool = false, source: ModerationSource = .client,
        account: UserID? = nil
    ) {
        self.user = user
        self.isAdministrator = isAdministrator
        self.isOnBehalf = isOnBehalf
        self.source = source
        self.account = account
    }

    /// The server itself.
    public static let server = RoomActor(user: nil, isAdministrator: true, source: .server)

    /// The app's backend, with the account of an administrator.
    public static func backend(_ account: UserID) -> RoomActor {
        RoomActor(user: nil, isAdministrator: true, source: .rest, account: account)
    }
}

/// What can be asked of a live.
public enum RoomCommand: Hashable, Codable, Sendable {
    /// The actor enters with a session. Entering again with the same session changes nothing.
    case enter(SessionID)
    /// The actor's session leaves, or was silent for too long.
    case leave(SessionID)
    /// The actor's name or picture changed.
    case profileChanged
    /// Settings change.
    case update(RoomSettings)
    /// Metadata changes.
    case changeMetadata(set: [String: String], delete: [String])
    /// Users are removed: all of them, or none where one of them may not be.
    case kick([UserID], reason: String)
    /// Users may not write for a time, or may write again: all of them, or none. nil means the rest of the live.
    case mute([UserID], muted: Bool, seconds: Int64?, reason: String = "")
    /// Users are removed and may not come back for a time, or may come back: all of them, or none. nil means the rest of the live.
    case ban([UserID], banned: Bool, seconds: Int64?, reason: String)
    /// Users become administrators of the live, or are none any longer: all of them, or none.
    case appoint([UserID], isAdmin: Bool)
    /// A message.
    case barrage(Barrage.Kind)
    /// An order of gifts. `gift` is what the catalogue has under `giftID`; `to` is empty for the owner.
    case gift(OrderID, giftID: GiftID, gift: Gift?, count: Int, to: [UserID])
    /// Likes.
    case like(Int)
    /// A message of a topic, for those who listen to it.
    case publish(TopicDraft)
    /// The live ends.
    case end(message: String)
    /// A message of the actor, who need not be in the live and is not held to the rate of a viewer: the app's backend sends it.
    case message(Barrage.Kind)
    /// Users are in the live without a connection.
    case addRobots([UserInfo])
    /// Robots leave.
    case removeRobots([UserID])
    /// Something about the seats.
    case seat(SeatCommand)
    /// Something about the lives that the live is joined with.
    case coHost(CoHostCommand)
    /// Something about a message that was sent. The room adds what it remembers of the message.
    case edit(BarrageEdit)
}

/// An event that everybody in the live is told.
public struct RoomPublication: Hashable, Sendable {
    /// What happened.
    public var event: RoomEvent
    /// How important it is.
    public var lane: DeliveryClass
    /// Whether it takes a number and is kept for those who reconnect.
    public var isSequenced: Bool

    /// Makes a publication.
    public init(_ event: RoomEvent, lane: DeliveryClass, isSequenced: Bool) {
        self.event = event
        self.lane = lane
        self.isSequenced = isSequenced
    }
}

/// Something that must be kept, in one transaction, before it is told and answered.
public struct RoomCommit: Hashable, Sendable {
    /// An event that is stored under the next number of the live.
    public struct Event: Hashable, Sendable {
        /// What happened.
        public var event: RoomEvent
        /// Whom it is about; nil where it is about nobody.
        public var about: UserID?
    }

    /// What changes in what is kept.
    public var changes: [RoomChange]
    /// The stored events that tell it, in the order of their numbers. Empty where the publications of the outcome tell it, or nothing does.
    public private(set) var events: [Event] = []
    /// The lines of the moderation log that are kept with it.
    public var records: [ModerationRecord]

    /// Makes a commit with one stored event or none.
    public init(
        changes: [RoomChange] = [], event: RoomEvent? = nil, about: UserID? = nil, records: [ModerationRecord] = []
    ) {
        self.changes = changes
        self.records = records
        if let event { add(event, about: about) }
    }

    /// Adds a stored event behind those that it has.
    public mutating func add(_ event: RoomEvent, about user: UserID?) {
        events.append(Event(event: event, about: user))
    }
}

/// What a command or a fact led to.
public struct RoomOutcome: Hashable, Sendable {
    /// What is told: at once, or where there is a commit, when it is kept.
    public var publications: [RoomPublication] = []
    /// What is kept, and then told.
    public var commit: RoomCommit? {
        get { rareCommit.value }
        set { rareCommit = Rare(newValue) }
    }
    /// The order that is to be charged; told when it is.
    public var order: GiftOrder? {
        get { rareOrder.value }
        set { rareOrder = Rare(newValue) }
    }
    /// What the combo of an order that was charged has come to; nil where there is none.
    public var combo: GiftCombo?
    /// What those who listen to topics are told.
    public var topics: [TopicPublication] = []
    /// The message of a topic that is kept; told when it is.
    public var topicCommit: TopicCommit? {
        get { rareTopicCommit.value }
        set { rareTopicCommit = Rare(newValue) }
    }
    /// What follows for those who apply for seats and who answer; nil where nothing does.
    public var seats: SeatOutcome? {
        get { rareSeats.value }
        set { rareSeats = Rare(newValue) }
    }
    /// What follows for other lives, and for the owner; nil where nothing does.
    public var coHosts: CoHostOutcome? {
        get { rareCoHosts.value }
        set { rareCoHosts = Rare(newValue) }
    }
    /// Why a message that was accepted is not told.
    public var dropped: DropReason?
    /// Why a message is refused, where the refusal itself is worth a line of the moderation log.
    public var refusal: Rejection?
    /// What a filter did with a text.
    public var filtered: FilterAction?
    /// Lines of the moderation log that nobody waits for.
    public var records: [ModerationRecord] = []
    /// What gave way because the live is over its messages a second; told later in sum, or not at all.
    public var givenWay: [DeliveryClass] = []
    /// The members that the command removed.
    public var removed: [UserID] = []
    /// The sessions that receive the live's events no longer.
    public var released: [SessionID] = []
    /// Whether the live is over. The event of `commit` is then its `room.ended`.
    public var isEnd = false

    // An outcome is copied with every message of a live, and none of these is part of that. Elsewhere they cost it a word each.
    private var rareCommit = Rare<RoomCommit>.absent
    private var rareOrder = Rare<GiftOrder>.absent
    private var rareTopicCommit = Rare<TopicCommit>.absent
    private var rareSeats = Rare<SeatOutcome>.absent
    private var rareCoHosts = Rare<CoHostOutcome>.absent

    /// Makes an outcome without consequences.
    public init() {}

    /// How many stored events there are to keep.
    var storedEventCount: Int {
        if case .present(let commit) = rareCommit { commit.events.count } else { 0 }
    }
}

/// A large value that is seldom there, in memory of its own.
private enum Rare<Value: Hashable & Sendable>: Hashable, Sendable {
    case absent
    indirect case present(Value)

    init(_ value: Value?) { self = value.map(Self.present) ?? .absent }

    var value: Value? { if case .present(let value) = self { value } else { nil } }
}
