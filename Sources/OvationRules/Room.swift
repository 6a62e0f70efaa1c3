import OrderedCollections
public import OvationModel

/// One live: who is in it, who may do what, and what is told.
///
/// The state machine in the middle of Ovation. It knows no socket, no storage and no clock: a command or a fact and the time go in,
/// and events, things to keep or a rejection come out. ``handle(_:at:)`` is the only way to change it, and what it takes is a value:
/// the same inputs at the same times always lead to the same events and to an equal live. The commands are in the files
/// `Room+….swift`; the order in which their rejections are looked for is the one that `Protocol/PROTOCOL.md` lists.
public struct Room: Equatable, Sendable {
    /// The limits that hold here.
    public let limits: Limits
    /// What the live is.
    public internal(set) var info: RoomInfo
    /// What it has had.
    public internal(set) var statistics: RoomStatistics
    /// Whether it ends by itself when its owner is gone.
    public internal(set) var endsWithoutOwner: Bool
    /// Whether it is over. Every later command is refused with 100004.
    public internal(set) var isEnded = false

    var membership = Membership()
    var admins: OrderedSet<UserID>
    var mutes: Sanctions
    var bans: Sanctions
    /// Who is in the live without a connection, in the order in which they were added. All of them are members.
    var robots: OrderedDictionary<UserID, UserInfo> { didSet { robotsVersion &+= 1 } }
    /// Another number whenever the robots may be others, so that nobody has to compare them.
    public private(set) var robotsVersion = 0
    /// Names of users who may be away, for lists and events. Holds administrators, muted and banned users only, so it is
    /// bounded by them.
    var namesOfAbsent: [UserID: UserInfo] = [:]

    var rate: RoomRate
    /// Whether more waits to be delivered than can be in time.
    public var isOverloaded: Bool { rate.isOverloaded }
    var likes = LikeTally()
    var combos: ComboBook
    var topics: TopicBook
    var publisherRates: KeyedBuckets<UserID>
    var topSenders: Ranking
    var isBoardStale = false
    var boardToldAt: Timestamp
    var audienceSampling: TokenBucket
    var userRates: [UserID: TokenBucket] = [:]
    /// How many buckets there may be before the full ones are forgotten.
    var userRatesMax = 64
    /// The words that the whole app looks for.
    var appWords = WordFilter.none
    /// The words that this live looks for.
    public internal(set) var words: [FilterWord]
    var wordFilter: WordFilter
    var pace = SlowModePace()
    var seats: Seats
    var coHosts: CoHostRoom
    /// The messages that stay in sight, the latest last.
    public internal(set) var pins: [PinnedBarrage]
    var recordRate: TokenBucket
    var ownerAbsentSince: Timestamp?
    /// When somebody was in it for the last time, as far as a command has told.
    var occupiedAt: Timestamp
    var isCountStale = false
    var areStatisticsStale = false
    var countedAt: Timestamp

    /// Takes up a live as it is kept. Nobody is in it yet.
    public init(_ record: RoomRecord, limits: Limits, at now: Timestamp) {
        self.limits = limits
        info = record.info
        statistics = record.statistics
        endsWithoutOwner = record.endsWithoutOwner
        admins = OrderedSet(record.admins)
        mutes = Sanctions(record.mutes)
        bans = Sanctions(record.bans)
        robots = Self.robots(record.robots)
        for user in robots.values { membership.addRobot(user) }
        robotsVersion = robots.isEmpty ? 0 : 1
        words = record.words
        wordFilter = WordFilter(record.words)
        pins = record.pins
        recordRate = TokenBucket(
            perSecond: limits.filteredTextsLoggedPerSecond, burst: limits.filteredTextsLoggedPerSecond, at: now)
        rate = RoomRate(limits: limits, at: now)
        combos = ComboBook(limits: limits)
        topics = TopicBook(kept: record.topics, limits: limits, at: now)
        let robots = Set(record.robots.map(\.userID))
        seats = Seats(record, limits: limits, at: now) { robots.contains($0) }
        coHosts = CoHostRoom(record.coHosts, at: now)
        publisherRates = KeyedBuckets(
            TokenBucket(perSecond: limits.userTopicMessagesPerSecond, burst: limits.userTopicMessagesBurst, at: now),
            keysMax: limits.rateKeysMax)
        topSenders = Ranking(placesMax: limits.boardRowsMax)
        boardToldAt = Timestamp(milliseconds: 0)
        audienceSampling = TokenBucket(
            perSecond: max(limits.sampledAudienceEventsPerSecond, 1),
            burst: max(limits.sampledAudienceEventsPerSecond, 1), at: now)
        ownerAbsentSince = now
        occupiedAt = now
        countedAt = now
        isEnded = record.endedAt != nil
        info.totalViewerCount = record.statistics.totalViewers
    }

    /// Takes in whatever changes the live: a command of somebody, or a fact. A list of inputs with their times repeats a live.
    ///
    /// - Throws: why a command is refused; see ``handle(_:from:at:)``. A fact never is.
    public mutating func handle(_ input: RoomInput, at now: Timestamp) throws(Rejection) -> RoomOutcome {
        switch input {
        case .command(let command, let actor): return try handle(command, from: actor, at: now)
        case .fact(let fact): return handle(fact, at: now)
        }
    }

    /// Does what is asked, or says why not. The same as to handle the input with this command.
    ///
    /// - Throws: the first rejection of the protocol's list that applies. Then nothing has changed.
    public mutating func handle(
        _ command: RoomCommand, from actor: RoomActor, at now: Timestamp
    ) throws(Rejection) -> RoomOutcome {
        guard !isEnded else { throw Rejection(.roomNotFound) }
        follow(now)
        let wasOccupied = !members.isEmpty
        let outcome = try perform(command, actor, now)
        noteDone(outcome, wasOccupied: wasOccupied, now)
        return outcome
    }

    /// What a command would lead to. Changes nothing.
    ///
    /// - Throws: why it would be refused.
    public func outcome(
        of command: RoomCommand, from actor: RoomActor, at now: Timestamp
    ) throws(Rejection) -> RoomOutcome {
        var trial = self
        return try trial.handle(command, from: actor, at: now)
    }

    @inline(__always)
    private mutating func perform(
        _ command: RoomCommand, _ actor: RoomActor, _ now: Timestamp
    ) throws(Rejection) -> RoomOutcome {
        switch command {
        case .enter(let session): return try enter(session, actor, now)
        case .leave(let session): return leave(session, actor, now)
        case .profileChanged: return profileChanged(actor)
        case .update(let settings): return try update(settings, actor, now)
        case .changeMetadata(let set, let delete): return try changeMetadata(set: set, delete: delete, actor)
        case .kick(let targets, let reason): return try kick(OrderedSet(targets), reason, actor, now)
        case .mute(let targets, let muted, let seconds, let reason):
            return try mute(OrderedSet(targets), muted, seconds, reason, actor, now)
        case .ban(let targets, let banned, let seconds, let reason):
            return try ban(OrderedSet(targets), banned, seconds, reason, actor, now)
        case .appoint(let targets, let isAdmin): return try appoint(OrderedSet(targets), isAdmin, actor, now)
        case .barrage(let kind): return try barrage(kind, actor, now)
        case .message(let kind): return try message(kind, actor, now)
        case .addRobots(let users): return try addRobots(users, actor, now)
        case .removeRobots(let users): return try removeRobots(users, actor, now)
        case .gift(let orderID, let giftID, let gift, let count, let to):
            return try self.gift(orderID, giftID, gift, count: count, to: to, actor, now)
        case .like(let count): return try like(count, actor, now)
        case .publish(let draft): return try publish(draft, actor, now)
        case .seat(let command): return try seat(command, actor, now)
        case .coHost(let command): return try coHost(command, actor, now)
        case .edit(let edit): return try self.edit(edit, actor, now)
        case .end(let message): return try end(message, actor, now)
        }
    }

    /// Takes in what was done in a live that goes on.
    @inline(__always)
    mutating func noteDone(_ outcome: RoomOutcome, wasOccupied: Bool, _ now: Timestamp) {
        if wasOccupied || !members.isEmpty { occupiedAt = now }
        // Gifts and control always pass, and what they take of the rate is missing to everything else.
        for _ in 0..<outcome.storedEventCount { _ = rate.admit(.essential, at: now) }
    }

    /// Keeps up with a clock that is set back, so that nothing waits until it shows the old time again.
    mutating func follow(_ now: Timestamp) {
        likes.follow(now)
        topics.gathering.follow(now)
        seats.follow(now)
        followGifts(now)
        if now.isSetBack(from: countedAt) { countedAt = now }
        if let since = ownerAbsentSince, now.isSetBack(from: since) { ownerAbsentSince = now }
        if now.isSetBack(from: occupiedAt) { occupiedAt = now }
    }
}

// MARK: - What can be read

extension Room {
    /// How many viewers there are. The owner is not counted.
    public var audienceCount: Int { members.count - (members[info.liveOwner.userID] == nil ? 0 : 1) }

    /// The members, in the order in which they entered.
    var members: OrderedDictionary<UserID, Membership.Member> { membership.members }

    /// Whether a user is in the live.
    public func isMember(_ user: UserID) -> Bool { members[user] != nil }

    /// The sessions that receive the live's events. Those of a removed user are among them until the removal is announced.
    public var sessions: Set<SessionID> { membership.sessions }

    /// Whose session it is; nil where it does not receive the live's events.
    public func user(of session: SessionID) -> UserID? { membership.user(of: session) }

    /// The sessions of a user that receive the live's events.
    public func sessions(of user: UserID) -> [SessionID] { membership.sessions(of: user) }

    /// Whether a user was removed and the removal is not announced yet. They cannot enter before that.
    public func isBeingRemoved(_ user: UserID) -> Bool { membership.isDeparting(user) }

    /// What a user is here.
    public func role(of user: UserID) -> Role {
        if user == info.liveOwner.userID { return .owner }
        return admins.contains(user) ? .admin : .viewer
    }

    /// Whether a user may not write, and until when.
    public func mute(of user: UserID, at now: Timestamp) -> RoomRecord.Until? { mutes[user]?.holding(at: now) }

    /// Whether a user may not enter, and until when.
    public func ban(of user: UserID, at now: Timestamp) -> RoomRecord.Until? { bans[user]?.holding(at: now) }

    /// The administrators of the live.
    public var adminUsers: [UserInfo] { admins.map(known) }

    /// A muted or banned user, until when and why.
    public typealias Sanctioned = (user: UserInfo, until: RoomRecord.Until)

    /// A page of those who are muted at a time, by their ids, and how many there are. Costs a page where the live was told before that
    /// its mutes are listed.
    public func muted(from offset: Int = 0, count: Int = .max, at now: Timestamp) -> (page: [Sanctioned], total: Int) {
        page(of: mutes, from: offset, count: count, at: now)
    }

    /// A page of those who are banned at a time, by their ids, and how many there are. Costs a page where the live was told before that
    /// its bans are listed.
    public func banned(from offset: Int = 0, count: Int = .max, at now: Timestamp) -> (page: [Sanctioned], total: Int) {
        page(of: bans, from: offset, count: count, at: now)
    }

    private func page(
        of sanctions: Sanctions, from offset: Int, count: Int, at now: Timestamp
    ) -> (page: [Sanctioned], total: Int) {
        let users = sanctions.users(at: now)
        let page = users.page(from: offset, count: count)
        return (page.compactMap { user in sanctions[user].map { (known(user), $0) } }, users.count)
    }

    /// Mutes and bans end by themselves; their users' names are kept no longer than they.
    mutating func forgetWhatIsOver(_ now: Timestamp) {
        for user in mutes.removeOver(at: now) + bans.removeOver(at: now) {
            if let name = namesOfAbsent[user] { keepName(name) }
        }
    }

    /// How many may be in the live, the owner counted; nil where there is no limit.
    var membersMax: Int? {
        let own = info.isUnlimitedRoomEnabled == true ? nil : info.maxMemberCount
        return [limits.roomMembersMax > 0 ? limits.roomMembersMax : nil, own].compactMap(\.self).min()
    }

    /// Viewers in the order in which they entered, from a place on.
    public func audience(from offset: Int, count: Int) -> [UserInfo] {
        members.values.page(from: offset, count: count, without: members.index(forKey: info.liveOwner.userID)).map(
            \.user)
    }

    /// Everybody who is in the live, the owner too.
    public var memberIDs: [UserID] { Array(members.keys) }

    /// What the live has had up to a time.
    public func statistics(at now: Timestamp) -> RoomStatistics {
        var statistics = statistics
        statistics.totalDuration = max(0, now.milliseconds(since: info.createTime))
        return statistics
    }

    /// When a tick may have something to tell; nil where nothing is pending.
    public var nextTick: Timestamp? {
        guard !isEnded else { return nil }
        var due: [Timestamp] = []
        if let like = likes.due(intervalMilliseconds: limits.likeIntervalMilliseconds) { due.append(like) }
        if let gifts = nextGiftTick { due.append(gifts) }
        if let end = seats.due { due.append(end) }
        if let next = coHosts.due { due.append(next) }
        if isBattleScoreNew(at: countedAt) { due.append(battleScoreDue) }
        if let told = topics.gathering.due(intervalMilliseconds: limits.topicIntervalMilliseconds) { due.append(told) }
        if isCountStale {
            due.append(countedAt.adding(milliseconds: Int64(limits.audienceCountIntervalMilliseconds)))
        } else if areStatisticsStale {
            due.append(countedAt.adding(milliseconds: statisticsIntervalMilliseconds))
        }
        return (due + endings.map(\.at)).min()
    }

    /// Goes back to what is kept of settings, offices, mutes, bans, robots, topics, seats, pins, words and of other lives.
    mutating func adopt(_ record: RoomRecord, _ now: Timestamp) {
        let (viewers, owner, media) = (info.totalViewerCount, info.liveOwner, info.media)
        info = record.info
        info.media = media
        info.totalViewerCount = viewers
        info.liveOwner = owner
        admins = OrderedSet(record.admins)
        mutes = Sanctions(record.mutes)
        bans = Sanctions(record.bans)
        adoptRobots(record.robots)
        topics.adopt(record.topics)
        pins = record.pins
        let members = members
        seats.adopt(record, limits: limits, at: now) { members[$0] != nil }
        coHosts = CoHostRoom(record.coHosts, at: now.adding(milliseconds: CoHostRoom.repeatMilliseconds))
        look(for: record.words)
    }

    /// Looks for other words in what viewers write from here on.
    mutating func look(for words: [FilterWord]) {
        guard words != self.words else { return }
        self.words = words
        wordFilter = WordFilter(words)
    }

    /// Counters that nobody waits for are told ten times less often than the audience count.
    var statisticsIntervalMilliseconds: Int64 { Int64(limits.audienceCountIntervalMilliseconds) * 10 }

    func known(_ user: UserID) -> UserInfo {
        if user == info.liveOwner.userID { return info.liveOwner }
        return members[user]?.user ?? namesOfAbsent[user] ?? UserInfo(userID: user)
    }
}

extension RoomRecord.Until {
    /// The time itself where it has not come yet; nil where it has passed.
    public func holding(at now: Timestamp) -> RoomRecord.Until? {
        guard let time else { return self }
        return now < time ? self : nil
    }
}

extension Rejection {
    /// Makes a rejection because of what somebody decided.
    public init(_ code: ErrorCode, _ message: String, holding until: RoomRecord.Until) {
        self.init(code, message, until: until.time, reason: until.givenReason)
    }
}
