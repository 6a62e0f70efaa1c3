public import OvationModel

/// The link and the battle of a live with others, and what of it is kept and told.
extension Room {
    mutating func coHost(_ command: CoHostCommand, _ actor: RoomActor, _ now: Timestamp) throws(Rejection)
        -> RoomOutcome
    {
        try requireMayJoinLives(command, actor)
        var after = coHosts
        let change = try after.perform(command, coHostContext(now))
        var outcome = RoomOutcome()
        var lines = coHostLines(of: command, before: coHosts.record, after: after.record, actor, now)
        lines += change.events.flatMap { coHostLines(of: $0, isLeaving: command == .exit, actor, now) }
        take(after, change, lines, now, &outcome)
        return outcome
    }

    /// The owner is gone: the live stands alone from here on.
    mutating func leaveCoHosts(_ now: Timestamp, _ outcome: inout RoomOutcome) {
        guard coHosts.record.hasOthers else { return }
        var after = coHosts
        let change = after.leaveAll(coHostContext(now))
        let lines = change.events.flatMap { coHostLines(of: $0, isLeaving: true, .server, now) }
        take(after, change, lines, now, &outcome)
    }

    /// What follows for others from the end of the live.
    mutating func endCoHosts(_ now: Timestamp) -> CoHostOutcome? {
        guard coHosts.record.hasOthers else { return nil }
        return coHosts.leaveAll(coHostContext(now)).outcome
    }

    /// The owner asks, or the app's backend; the server alone hands letters in.
    private func requireMayJoinLives(_ command: CoHostCommand, _ actor: RoomActor) throws(Rejection) {
        switch command {
        case .receive, .due, .tellScore:
            guard actor.user == nil, actor.source == .server else { throw Rejection(.administratorRequired) }
        case .createBattle:
            guard actor.user == nil, actor.isAdministrator else { throw Rejection(.administratorRequired) }
        default:
            guard let user = actor.user else {
                guard actor.isAdministrator else { throw Rejection(.notMember) }
                return
            }
            guard isMember(user.userID) else { throw Rejection(.notMember) }
            guard user.userID == info.liveOwner.userID else { throw Rejection(.ownerRequired) }
        }
    }

    private mutating func take(
        _ after: CoHostRoom, _ change: CoHostChange, _ lines: [ModerationRecord], _ now: Timestamp,
        _ outcome: inout RoomOutcome
    ) {
        let isChanged = after.record != coHosts.record
        coHosts = after
        if isChanged || !change.events.isEmpty {
            var commit = outcome.commit ?? RoomCommit()
            commit.changes.append(.coHosts(coHosts.record))
            for event in change.events { commit.add(event, about: nil) }
            commit.records += lines
            outcome.commit = commit
        }
        outcome.publications += change.passing.map { RoomPublication($0, lane: .count, isSequenced: false) }
        outcome.coHosts = change.outcome
    }

    private func coHostContext(_ now: Timestamp) -> CoHostContext {
        CoHostContext(
            host: CoHost(liveID: info.liveID, user: info.liveOwner), start: info.sessionID,
            giftCoins: statistics.totalGiftCoins, livesMax: limits.linkLivesMax,
            battleSecondsMax: limits.battleSeconds, requestMilliseconds: limits.coHostRequestIntervalMilliseconds,
            now: now)
    }
}

// MARK: - What can be read

extension Room {
    /// The link and the battle, for those who enter; nil for a live that stands alone.
    public var coHostBoard: CoHostBoard? {
        let (link, battle) = (coHosts.link, coHosts.battle)
        guard link != nil || battle != nil else { return nil }
        return CoHostBoard(link: link, battle: battle, mutedLives: coHosts.record.mutedLives)
    }

    /// The requests for links that wait, for the owner; those of this live in the order in which they were sent, then the one of another.
    public func coHostRequests(for user: UserID?, isAdministrator: Bool) -> [CoHostRequest] {
        guard isAdministrator || user == info.liveOwner.userID else { return [] }
        let own = coHosts.record.invitations.map(\.request)
        guard var other = coHosts.record.application?.request, coHosts.record.application?.isAccepted == false else {
            return own
        }
        other.invitee = info.liveOwner
        return own + [other]
    }

    /// The battle that the owner of this live is asked for, or asks for; nil where none waits for an answer.
    public func battleRequest(for user: UserID?, isAdministrator: Bool) -> Battle? {
        guard isAdministrator || user == info.liveOwner.userID, let side = coHosts.record.side,
            side.battle.phase == .asking
        else { return nil }
        return side.battle
    }

    /// Whether something about link and battle is due: the command ``CoHostCommand/due`` does it.
    public func areCoHostsDue(at now: Timestamp) -> Bool { !isEnded && coHosts.due.map { $0 <= now } ?? false }

    /// Whether the battle knows fewer coins than were given here, and is to be told: ``CoHostCommand/tellScore`` does it.
    public func isBattleScoreDue(at now: Timestamp) -> Bool { isBattleScoreNew(at: now) && battleScoreDue <= now }

    /// Whether the coins of the battle do not change any more, and the battle may not know.
    public var isBattleScoreFinal: Bool { coHosts.record.side?.coinsInAll != nil }

    func isBattleScoreNew(at now: Timestamp) -> Bool {
        guard !isEnded, coHosts.record.side != nil else { return false }
        return coHosts.isScoreNew(coHostContext(now))
    }

    /// When the battle may be told the coins again.
    var battleScoreDue: Timestamp {
        (coHosts.scoreToldAt ?? Timestamp(milliseconds: 0)).adding(
            milliseconds: Int64(limits.battleScoreIntervalMilliseconds))
    }
}

extension CoHostRecord {
    /// Whether the live has to do with others.
    public var hasOthers: Bool { !invitations.isEmpty || application != nil || membership != nil || side != nil }
}
