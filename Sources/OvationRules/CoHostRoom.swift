public import OvationModel

/// What one live knows of the lives that it is joined with, and what it says to them.
///
/// Pure and bounded: a live is in one link and one battle at most, and as many requests wait as a link has places. It never decides for
/// another live. What it waits for it says again, every second, until it is answered; and every ten seconds it asks its link and its
/// battle whether they still know it. So a letter that was lost, a crash of either side and an answer that came too late all end in the
/// same way. Its letters may go out only once its record is kept.
public struct CoHostRoom: Hashable, Sendable {
    /// What is kept.
    public internal(set) var record: CoHostRecord
    /// The scores of the battle as the battle has told them last, and their number.
    var scores: (sides: [BattleSide], number: Int64)? {
        get { told.map { ($0.sides, $0.number) } }
        set { told = newValue.map { ToldScores(sides: $0.sides, number: $0.number) } }
    }
    private var told: ToldScores?
    /// When letters go out again.
    var repeatAt: Timestamp?
    /// When the last request was sent, and the last battle begun.
    var requestedAt: Timestamp?
    var battledAt: Timestamp?
    /// The latest time that was seen.
    var seenAt: Timestamp?
    /// The coins that the battle was told last, and when.
    var coinsTold: Int64?
    var scoreToldAt: Timestamp?

    private struct ToldScores: Hashable {
        var sides: [BattleSide]
        var number: Int64
    }

    /// How often what is not answered is said again.
    static let repeatMilliseconds: Int64 = 1_000
    /// How often a link or a battle is asked whether it still knows this live.
    static let greetingMilliseconds: Int64 = 10_000

    /// Takes up what is kept.
    public init(_ record: CoHostRecord = CoHostRecord(), at now: Timestamp) {
        self.record = record
        self.record.takeUp(at: now)
        if record != CoHostRecord() { repeatAt = now }
    }

    /// The link, once it is known who is in it; nil for a live that stands alone.
    public var link: CoHostLink? {
        guard let link = record.membership?.link, !link.hosts.isEmpty else { return nil }
        return link
    }

    /// The battle that goes on, with the newest scores; nil for none.
    public var battle: Battle? {
        guard var battle = record.side?.battle, battle.phase != .asking else { return nil }
        if let sides = scores?.sides { battle.takeScores(from: sides) }
        return battle
    }

    /// When ``CoHostCommand/due`` has something to do; nil for never.
    public var due: Timestamp? {
        // Asked after each command of each live, and most have neither link nor battle.
        guard record.hasOthers || repeatAt != nil else { return nil }
        let application = record.application.flatMap { $0.isAccepted ? nil : $0.request.deadline }
        let deadlines = record.invitations.compactMap { $0.phase == .joining ? nil : $0.request.deadline }
        let end = record.side.flatMap { $0.isClosed || $0.battle.phase != .on ? nil : $0.battle.endsAt }
        return ([repeatAt, application, end].compactMap(\.self) + deadlines).min()
    }

    /// The coins that were given here during the battle, as far as is known.
    func coins(_ context: CoHostContext) -> Int64 {
        guard let side = record.side else { return 0 }
        if let final = side.coinsInAll { return final }
        guard let before = side.coinsBefore else { return 0 }
        return max(0, context.giftCoins - before)
    }
}

/// What a change of a live's link and battle reads of the live.
public struct CoHostContext: Sendable {
    /// The live and its owner.
    public var host: CoHost
    /// Which start of it.
    public var start: LiveSessionID
    /// The coins of all orders of this start, as far as their answers have come.
    public var giftCoins: Int64
    /// How many lives a link may have.
    public var livesMax: Int
    /// How many seconds a battle may last.
    public var battleSecondsMax: Int
    /// How often a live may send a request or begin a battle, in milliseconds.
    public var requestMilliseconds: Int
    /// What time it is.
    public var now: Timestamp

    /// Makes a context.
    public init(
        host: CoHost, start: LiveSessionID, giftCoins: Int64, livesMax: Int, battleSecondsMax: Int,
        requestMilliseconds: Int, now: Timestamp
    ) {
        self.host = host
        self.start = start
        self.giftCoins = giftCoins
        self.livesMax = livesMax
        self.battleSecondsMax = battleSecondsMax
        self.requestMilliseconds = requestMilliseconds
        self.now = now
    }

    var address: CoHostAddress { .live(host.liveID) }
}

/// What a change of a live's link and battle did.
public struct CoHostChange: Hashable, Sendable {
    /// What goes out, is told and answered.
    public var outcome = CoHostOutcome()
    /// What everybody in the live is told, and what is kept for those who come back.
    public var events: [RoomEvent] = []
    /// What everybody in the live is told, and a later one makes up for.
    public var passing: [RoomEvent] = []

    mutating func send(_ step: CoHostStep, to: CoHostAddress, _ context: CoHostContext) {
        outcome.letters.append(CoHostLetter(from: context.address, to: to, step))
    }

    mutating func tell(_ event: RoomEvent) { outcome.tellings.append(event) }

    mutating func answer(_ ticket: CoHostTicket, _ content: CoHostOutcome.Answer.Content) {
        outcome.answers.append(CoHostOutcome.Answer(ticket: ticket, content: content))
    }
}

extension CoHostRecord {
    /// Is read again by a server whose clock may have been set back meanwhile. Nothing is further away than it was at its beginning.
    fileprivate mutating func takeUp(at now: Timestamp) {
        let latest = now.adding(seconds: Int64(FieldBounds.coHostRequestSeconds.upperBound))
        for index in invitations.indices {
            invitations[index].request.deadline = min(invitations[index].request.deadline, latest)
        }
        if let deadline = application?.request.deadline { application?.request.deadline = min(deadline, latest) }
        side?.battle.takeUp(at: now)
    }
}

extension Battle {
    /// Has neither its deadline nor its end further away than it was at its beginning.
    mutating func takeUp(at now: Timestamp) {
        deadline = min(deadline, now.adding(seconds: Int64(FieldBounds.coHostRequestSeconds.upperBound)))
        if let end = endsAt { endsAt = min(end, now.adding(seconds: Int64(seconds))) }
    }

    /// Takes over newer scores of the same sides.
    mutating func takeScores(from newer: [BattleSide]) {
        for index in sides.indices {
            guard let side = newer.first(where: { $0.host.liveID == sides[index].host.liveID }) else { continue }
            sides[index].coins = side.coins
            sides[index].adjustment = side.adjustment
        }
    }

    /// The scores of all who took part.
    var scored: BattleScored {
        BattleScored(
            battleID: battleID,
            scores: sides.filter { $0.state == .taking || $0.state == .left }.map {
                BattleScored.Score(liveID: $0.host.liveID, userID: $0.host.user.userID, score: $0.score)
            })
    }
}

// MARK: - What is asked

extension CoHostRoom {
    /// Does what is asked, or says why not. Letters are never refused.
    public mutating func perform(
        _ command: CoHostCommand, _ context: CoHostContext
    ) throws(Rejection) -> CoHostChange {
        var change = CoHostChange()
        follow(context.now)
        switch command {
        case .request(let live, let templateID, let seconds, let extraInfo):
            try request(live, templateID, seconds, extraInfo, context, &change)
        case .cancel(let live): try cancel(live, context, &change)
        case .answer(let live, let isAccepted): try answer(live, isAccepted, context, &change)
        case .exit:
            guard record.membership != nil else { throw Rejection(.connectionNotExist) }
            leaveBattle(context, &change)
            leaveLink(context, &change)
        case .mute(let live, let isMuted): try mute(live, isMuted, context, &change)
        case .battle(let users, let seconds, let needsResponse, let extensionInfo, let answerSeconds):
            try battle(users, seconds, needsResponse, extensionInfo, answerSeconds, context, &change)
        case .createBattle(let lives, let seconds, let extensionInfo):
            try createBattle(with: lives, seconds, extensionInfo, context, &change)
        case .cancelBattle(let battle, let users): try cancelBattle(battle, users, context, &change)
        case .answerBattle(let battle, let isAccepted): try answerBattle(battle, isAccepted, context, &change)
        case .exitBattle(let battle):
            guard let side = record.side, side.battle.battleID == battle else { throw Rejection(.roomNotInBattle) }
            guard side.battle.phase != .asking || side.isInviter else { throw Rejection(.battleNotStart) }
            guard !side.isClosed else { throw Rejection(.battleHasEnded) }
            leaveBattle(context, &change)
        case .receive(let letter): receive(letter, context, &change)
        case .due: carryOn(context, &change)
        case .tellScore: tellScore(context, &change)
        }
        schedule(context.now)
        return change
    }

    /// The owner is gone, or the live ends: it is out of battle and link, and what it asked and was asked has ended.
    public mutating func leaveAll(_ context: CoHostContext) -> CoHostChange {
        var change = CoHostChange()
        leaveBattle(context, isEnding: true, &change)
        leaveLink(context, &change)
        for invitation in record.invitations {
            change.send(
                .withdrawn(invitation.request.ticket, .cancelled), to: .live(invitation.request.liveID), context)
            change.answer(invitation.request.ticket, .asked(.tryAgain))
        }
        record.invitations = []
        if let application = record.application { drop(application, .cancelled, context, &change) }
        schedule(context.now)
        return change
    }

    /// A write of the record is kept, which the storage has counted.
    public mutating func noteKept(giftCoins: Int64) { record.count(after: record, coins: giftCoins) }

    mutating func makeTicket(_ context: CoHostContext) -> CoHostTicket {
        record.tickets += 1
        return CoHostTicket(unchecked: "\(context.start)-\(record.tickets)")
    }

    /// Keeps up with a clock that is set back: what was counted from a later time is counted anew from here.
    private mutating func follow(_ now: Timestamp) {
        defer { seenAt = now }
        guard let seenAt, now.isSetBack(from: seenAt) else { return }
        let shift = now.milliseconds(since: seenAt)
        for index in record.invitations.indices {
            record.invitations[index].request.deadline =
                record.invitations[index].request.deadline.adding(milliseconds: shift)
        }
        if let deadline = record.application?.request.deadline {
            record.application?.request.deadline = deadline.adding(milliseconds: shift)
        }
        if let end = record.side?.battle.endsAt { record.side?.battle.endsAt = end.adding(milliseconds: shift) }
        repeatAt = repeatAt?.adding(milliseconds: shift)
        (requestedAt, battledAt, scoreToldAt) = (nil, nil, nil)
    }

    /// Whether somebody owes an answer.
    private var isWaiting: Bool {
        if record.invitations.contains(where: { $0.phase != .waiting }) { return true }
        if let application = record.application, application.isAccepted { return true }
        if let membership = record.membership, membership.link.hosts.isEmpty { return true }
        guard let side = record.side else { return false }
        if !side.isKnown || !side.uninvited.isEmpty { return true }
        return side.isClosed || (side.isAccepted && side.battle.phase == .asking)
    }

    private mutating func schedule(_ now: Timestamp) {
        guard isWaiting || record.membership != nil || record.side != nil else {
            repeatAt = nil
            return
        }
        let next = now.adding(milliseconds: isWaiting ? Self.repeatMilliseconds : Self.greetingMilliseconds)
        // What is overdue stays so until it is done, however many letters come in between.
        if repeatAt.map({ $0 > next }) ?? true { repeatAt = next }
    }
}
