import OvationModel
import OvationRules

/// A live under test, and a clock that only the test advances.
///
/// A user's name is its id. The name `server` means the server itself, and a name that starts with `app` means an administrator
/// of the app.
final class TestLive {
    static let start = Timestamp(milliseconds: 1_732_000_000_000)
    static let owner = UserInfo(
        userID: UserID(unchecked: "owner"), userName: "The Owner", avatarURL: "https://example.com/o")

    private(set) var room: Room
    var now: Timestamp

    init(limits: Limits = .withoutRates, configure: (inout RoomRecord) -> Void = { _ in }) {
        var record = Self.record()
        configure(&record)
        now = Self.start
        room = Room(record, limits: limits, at: now)
    }

    static func record() -> RoomRecord {
        RoomRecord(
            info: RoomInfo(
                liveID: LiveID(unchecked: "live"), sessionID: LiveSessionID(unchecked: "start-1"), owner: owner,
                createTime: start),
            endsWithoutOwner: true)
    }

    /// Runs a user's command and returns its outcome.
    @discardableResult
    func perform(_ command: RoomCommand, as name: String) throws(Rejection) -> RoomOutcome {
        try perform(command, from: .named(name))
    }

    /// Runs an actor's command and returns its outcome. A removal is in force, and is not announced.
    func decide(_ command: RoomCommand, from actor: RoomActor) throws(Rejection) -> RoomOutcome {
        try room.handle(command, from: actor, at: now)
    }

    /// Runs an actor's command and returns its outcome. Announces a removal at once.
    @discardableResult
    func perform(_ command: RoomCommand, from actor: RoomActor) throws(Rejection) -> RoomOutcome {
        let outcome = try decide(command, from: actor)
        if outcome.commit != nil { for user in outcome.removed { note(.removalTold(user)) } }
        return outcome
    }

    /// Gives the live a fact and returns the outcome.
    @discardableResult
    func note(_ fact: RoomFact) -> RoomOutcome { room.handle(fact, at: now) }

    /// Runs a tick, which announces what is due.
    @discardableResult
    func tick() -> RoomOutcome { note(.tick) }

    /// Reports whether the delivery is overloaded.
    func setOverloaded(_ isOverloaded: Bool) { note(.delivery(isOverloaded: isOverloaded)) }

    /// Takes the gathered messages of all topics.
    func takeTopics() -> [TopicPublication] { note(.closing).topics }

    /// Runs a command and returns the code of its refusal; nil if it is let through.
    func refusal(_ command: RoomCommand, as name: String) -> ErrorCode? {
        do {
            try perform(command, as: name)
            return nil
        } catch {
            return error.code
        }
    }

    /// Lets users enter, each with one session.
    func enter(_ names: String...) throws(Rejection) {
        for name in names { try perform(.entering(name), as: name) }
    }

    /// Lets users leave with the sessions of ``enter(_:)``.
    func leave(_ names: String...) throws(Rejection) {
        for name in names { try perform(.leaving(name), as: name) }
    }

    /// The users who are muted now.
    var muted: [UserInfo] { room.muted(at: now).page.map(\.user) }

    /// The users who are banned now, with the ends of their bans.
    var banned: [Room.Sanctioned] { room.banned(at: now).page }

    func pass(milliseconds: Int64) { now = now.adding(milliseconds: milliseconds) }

    func pass(seconds: Int64) { now = now.adding(seconds: seconds) }

    /// Notes that a gift event was sent.
    func tellGifts() { note(.giftsTold) }

    /// Notes the outcome of an order: charged under a number, or not charged if it is nil.
    @discardableResult
    func settle(_ order: GiftOrder, durable: Int64?) -> GiftCombo? {
        guard let durable else {
            note(.orderNotCharged(order))
            return nil
        }
        return note(.orderCharged(order, as: order.settled(durable: durable))).combo
    }

    /// Notes how many coins a user has spent in the live.
    func rank(_ name: String, coins: Int64, level: Int = 1) {
        note(.ranked(Ranking.Place(user: .named(name), coins: Coins(coins) ?? .zero, gifterLevel: level)))
    }

    func adopt(_ record: RoomRecord) { note(.recordRead(record)) }

    /// The ids of the audience in order.
    var audience: [String] { room.audience(from: 0, count: .max).map(\.userID.rawValue) }

    func role(_ name: String) -> Role { room.role(of: UserID(unchecked: name)) }

    func isMember(_ name: String) -> Bool { room.isMember(UserID(unchecked: name)) }

    func isMuted(_ name: String) -> Bool { room.mute(of: UserID(unchecked: name), at: now) != nil }

    func isBanned(_ name: String) -> Bool { room.ban(of: UserID(unchecked: name), at: now) != nil }
}

extension Limits {
    /// The default limits without rates of messages, for tests about something else.
    static var withoutRates: Limits {
        var limits = Limits()
        limits.roomMessagesPerSecond = 0
        limits.userMessagesPerSecond = 0
        return limits
    }
}

extension UserInfo {
    /// The user that a test means by a name.
    static func named(_ name: String) -> UserInfo {
        name == "owner" ? TestLive.owner : UserInfo(userID: UserID(unchecked: name), userName: "User \(name)")
    }
}

extension RoomActor {
    /// The actor that a test means by a name.
    static func named(_ name: String) -> RoomActor {
        name == "server" ? .server : RoomActor(user: .named(name), isAdministrator: name.hasPrefix("app"))
    }
}

extension GiftOrder {
    /// What its event says.
    var received: GiftReceived {
        GiftReceived(orderID: orderID, gift: gift, count: count, coins: cost ?? .zero, sender: sender, to: to)
    }

    /// The order as it is stored under a number.
    func settled(durable: Int64) -> SettledOrder {
        SettledOrder(
            key: key, liveID: liveID, sessionID: sessionID, giftID: gift.giftID, count: count, to: to.map(\.userID),
            coins: cost ?? .zero, balance: .zero, durable: durable, at: at)
    }
}

extension Gift {
    /// A gift that costs 10 coins.
    static let rose = Gift(giftID: GiftID(unchecked: "rose"), name: "Rose", coins: Coins(10) ?? .zero)
}

extension RoomCommand {
    static func entering(_ name: String, window: Int = 1) -> RoomCommand {
        .enter(SessionID(unchecked: "\(name)-\(window)"))
    }

    static func leaving(_ name: String, window: Int = 1) -> RoomCommand {
        .leave(SessionID(unchecked: "\(name)-\(window)"))
    }

    static func kicking(_ name: String, reason: String = "") -> RoomCommand {
        .kick([UserID(unchecked: name)], reason: reason)
    }

    static func muting(_ name: String, seconds: Int64? = nil, reason: String = "") -> RoomCommand {
        .mute([UserID(unchecked: name)], muted: true, seconds: seconds, reason: reason)
    }

    static func unmuting(_ name: String) -> RoomCommand { .mute([UserID(unchecked: name)], muted: false, seconds: nil) }

    static func banning(_ name: String, seconds: Int64? = nil, reason: String = "") -> RoomCommand {
        .ban([UserID(unchecked: name)], banned: true, seconds: seconds, reason: reason)
    }

    static func unbanning(_ name: String) -> RoomCommand {
        .ban([UserID(unchecked: name)], banned: false, seconds: nil, reason: "")
    }

    static func appointing(_ name: String) -> RoomCommand { .appoint([UserID(unchecked: name)], isAdmin: true) }

    static func dismissing(_ name: String) -> RoomCommand { .appoint([UserID(unchecked: name)], isAdmin: false) }

    static func text(_ text: String = "hello") -> RoomCommand { .barrage(.text(text, extensionInfo: [:])) }

    static func gifting(
        _ gift: Gift? = .rose, order: String = "order-1", count: Int = 1, to: [String] = []
    ) -> RoomCommand {
        .gift(
            OrderID(unchecked: order), giftID: gift?.giftID ?? GiftID(unchecked: "unknown"), gift: gift, count: count,
            to: to.map(UserID.init(unchecked:)))
    }

    /// A command that changes settings of a live.
    static func setting(_ change: (inout RoomSettings) -> Void) -> RoomCommand {
        var settings = RoomSettings()
        change(&settings)
        return .update(settings)
    }

    static let muteAll = setting { $0.isMessageDisable = true }
    static let unmuteAll = setting { $0.isMessageDisable = false }
    static let giftsOff = setting { $0.isGiftEnabled = false }
}

extension RoomCommit {
    /// The only event; nil if there is none or more than one.
    var event: RoomEvent? { events.count == 1 ? events[0].event : nil }

    /// The user whom the only event is about.
    var about: UserID? { events.count == 1 ? events[0].about : nil }
}

extension RoomOutcome {
    /// The only event of the outcome, announced at once or stored first; nil if there is none or more than one.
    var onlyEvent: RoomEvent? {
        let events = publications.map(\.event) + (commit?.event.map { [$0] } ?? [])
        return events.count == 1 ? events[0] : nil
    }

    var joined: AudienceJoined? {
        if case .audienceJoined(let event)? = onlyEvent { event } else { nil }
    }

    var left: AudienceLeft? {
        if case .audienceLeft(let event)? = onlyEvent { event } else { nil }
    }

    var liked: LikeReceived? {
        publications.lazy.compactMap { if case .likeReceived(let event) = $0.event { event } else { nil } }.first
    }

    var counted: AudienceCounted? {
        publications.lazy.compactMap { if case .audienceCounted(let event) = $0.event { event } else { nil } }.first
    }

    var updated: RoomUpdated? {
        commit?.events.lazy.compactMap { if case .roomUpdated(let event) = $0.event { event } else { nil } }.first
    }

    var ended: RoomEnded? {
        if case .roomEnded(let event)? = commit?.event { event } else { nil }
    }
}
