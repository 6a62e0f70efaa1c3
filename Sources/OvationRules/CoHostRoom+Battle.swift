import OvationModel

/// The place of a live in a battle.
extension CoHostRoom {
    mutating func battle(
        _ users: [UserID], _ seconds: Int, _ needsResponse: Bool, _ extensionInfo: String, _ answerSeconds: Int,
        _ context: CoHostContext, _ change: inout CoHostChange
    ) throws(Rejection) {
        guard FieldBounds.coHostRequestSeconds.contains(answerSeconds) else {
            let range = FieldBounds.coHostRequestSeconds
            throw Rejection(
                .illegalParameter, "\"answerSeconds\" is \(range.lowerBound) to \(range.upperBound).")
        }
        guard let hosts = record.membership?.link.hosts, !hosts.isEmpty else { throw Rejection(.connectionNotExist) }
        var sides: [BattleSide] = []
        for user in users where user != context.host.user.userID {
            guard let host = hosts.first(where: { $0.user.userID == user }) else { continue }
            if !sides.contains(where: { $0.host == host }) { sides.append(BattleSide(host: host, state: .calling)) }
        }
        try open(
            sides, seconds, needsResponse: needsResponse, extensionInfo,
            answerSeconds: answerSeconds, context, &change)
    }

    mutating func createBattle(
        with lives: [LiveID], _ seconds: Int, _ extensionInfo: String, _ context: CoHostContext,
        _ change: inout CoHostChange
    ) throws(Rejection) {
        var sides: [BattleSide] = []
        for live in lives where live != context.host.liveID && !sides.contains(where: { $0.host.liveID == live }) {
            // The live says who its owner is when it is called.
            let nobody = UserInfo(userID: UserID(unchecked: "unknown"))
            sides.append(BattleSide(host: CoHost(liveID: live, user: nobody), state: .calling))
        }
        try open(sides, seconds, needsResponse: false, extensionInfo, answerSeconds: 0, context, &change)
    }

    private mutating func open(
        _ sides: [BattleSide], _ seconds: Int, needsResponse: Bool, _ extensionInfo: String, answerSeconds: Int,
        _ context: CoHostContext, _ change: inout CoHostChange
    ) throws(Rejection) {
        let now = context.now
        guard (0...context.battleSecondsMax).contains(seconds) else {
            throw Rejection(
                .illegalParameter, "A battle lasts at most \(context.battleSecondsMax) seconds; 0 is as many.")
        }
        if let refusal = FieldRules.text(extensionInfo, "extensionInfo", FieldBounds.coHostExtraInfoBytesMax) {
            throw refusal
        }
        if let side = record.side {
            throw Rejection(side.battle.phase == .asking ? .pendingBattleRequest : .inOtherBattle)
        }
        guard !sides.isEmpty else { throw Rejection(.noRoomsInBattleIsValid) }
        guard sides.count < context.livesMax else { throw Rejection(.connectionOrBattleLimitExceeded) }
        if let battledAt, now.milliseconds(since: battledAt) < Int64(context.requestMilliseconds) {
            throw Rejection(.creatingBattleTooFrequently)
        }
        battledAt = now
        let ticket = makeTicket(context)
        let battle = Battle(
            battleID: BattleID(unchecked: ticket.rawValue), seconds: seconds == 0 ? context.battleSecondsMax : seconds,
            needsResponse: needsResponse, extensionInfo: extensionInfo, createdAt: now,
            deadline: now.adding(
                seconds: Int64(answerSeconds == 0 ? FieldBounds.coHostRequestSeconds.upperBound : answerSeconds)),
            sides: [BattleSide(host: context.host, state: .taking)] + sides)
        record.side = CoHostRecord.Side(ticket: ticket, battle: battle, isInviter: true, isKnown: false)
        (scores, coinsTold) = (nil, nil)
        change.send(.open(battle, ticket: ticket), to: .battle(battle.battleID), context)
        change.outcome.awaited = ticket
    }

    mutating func cancelBattle(
        _ battle: BattleID, _ users: [UserID], _ context: CoHostContext, _ change: inout CoHostChange
    ) throws(Rejection) {
        guard let side = record.side, side.battle.battleID == battle else {
            throw Rejection(.battleNotExistOrEnded)
        }
        guard side.battle.phase == .asking else { throw Rejection(.notAllowedCancelBattleForRoomInBattle) }
        guard side.isInviter else {
            throw Rejection(.permissionDenied, "Only who asked for a battle takes the request back.")
        }
        let lives = side.battle.sides.dropFirst().filter { users.contains($0.host.user.userID) }.map(\.host.liveID)
        guard !lives.isEmpty else { throw Rejection(.roomNotInBattle) }
        record.side?.uninvited += lives.filter { !side.uninvited.contains($0) }
        change.send(.uninvite(side.ticket, lives), to: .battle(battle), context)
    }

    mutating func answerBattle(
        _ battle: BattleID, _ isAccepted: Bool, _ context: CoHostContext, _ change: inout CoHostChange
    ) throws(Rejection) {
        guard let side = record.side, side.battle.battleID == battle else {
            throw Rejection(.battleNotExistOrEnded)
        }
        guard side.battle.phase == .asking, !side.isInviter, !side.isAccepted else {
            throw Rejection(.battleNotExistOrEnded, "No request for this battle waits.")
        }
        if isAccepted {
            record.side?.isAccepted = true
            change.send(.joinBattle(side.ticket), to: .battle(battle), context)
        } else {
            leaveBattle(context, &change)
        }
    }

    /// The live is out of its battle, or says no to it.
    ///
    /// - Parameter isEnding: whether the live cannot wait for a result.
    mutating func leaveBattle(_ context: CoHostContext, isEnding: Bool = false, _ change: inout CoHostChange) {
        // Its time is over, and the result is to come.
        guard let side = record.side, isEnding || !side.isClosed else { return }
        change.send(
            .absent(side.ticket, coins: coins(context)), to: .battle(side.battle.battleID), context)
        lose(side, context, &change)
    }

    /// The live is in the battle no longer, and the battle knows or needs not know.
    mutating func lose(_ side: CoHostRecord.Side, _ context: CoHostContext, _ change: inout CoHostChange) {
        var battle = side.battle
        if let newer = scores?.sides { battle.takeScores(from: newer) }
        let mine = coins(context)
        (record.side, record.pastTicket) = (nil, side.ticket)
        (scores, coinsTold) = (nil, nil)
        if !side.isKnown { change.answer(side.ticket, .battle(nil)) }
        guard battle.phase != .asking else { return }
        for index in battle.sides.indices where battle.sides[index].host.liveID == context.host.liveID {
            battle.sides[index].state = .left
            battle.sides[index].coins = mine
        }
        (battle.end, battle.endedAt) = (.allLeft, context.now)
        battle.phase = .over
        change.events.append(.battleChanged(BattleChanged(.ended, battle)))
    }
}

// MARK: - Letters of battles

extension CoHostRoom {
    mutating func summoned(
        _ battle: Battle, _ ticket: CoHostTicket, _ context: CoHostContext, _ change: inout CoHostChange
    ) {
        guard ticket != record.pastTicket else {
            change.send(.absent(ticket, coins: nil), to: .battle(battle.battleID), context)
            return
        }
        let code: BattleCode
        if let side = record.side {
            if side.ticket == ticket {
                code = .success
            } else {
                code = side.battle.battleID == battle.battleID ? .inBattle : .inOtherBattle
            }
        } else if battle.needsResponse && battle.deadline <= context.now
            || battle.createdAt.adding(milliseconds: BattleCourse.callingMilliseconds) <= context.now
        {
            code = .tryAgain
        } else {
            code = .success
            record.side = CoHostRecord.Side(
                ticket: ticket, battle: battle, isInviter: false, isKnown: true, isAccepted: !battle.needsResponse)
            (scores, coinsTold) = (nil, nil)
            if battle.needsResponse, let inviter = battle.sides.first?.host {
                change.tell(
                    .battleRequested(BattleRequested(battle: battle, inviter: inviter, invitee: context.host)))
            }
        }
        change.send(.summoned(ticket, code, by: context.host), to: .battle(battle.battleID), context)
    }

    /// The battle is so.
    mutating func follow(
        _ battle: Battle, by ticket: CoHostTicket, _ context: CoHostContext, _ change: inout CoHostChange
    ) {
        guard let side = record.side, side.ticket == ticket else {
            change.send(.absent(ticket, coins: nil), to: .battle(battle.battleID), context)
            return
        }
        guard battle.version > side.battle.version || !side.isKnown else {
            report(context, &change)
            return
        }
        if !side.isKnown, battle.isCalled || battle.phase == .over { change.answer(ticket, .battle(battle)) }
        record.side?.isKnown = battle.isCalled || battle.phase == .over
        record.side?.battle = battle
        record.side?.uninvited.removeAll { live in
            battle.side(of: live).map { $0.state != .asked && $0.state != .calling } ?? true
        }
        tellRequests(of: side, now: battle, context, &change)
        let own = battle.side(of: context.host.liveID)?.state ?? .left
        if battle.phase == .over || (own != .taking && own != .asked && own != .calling) {
            end(side, battle, context, &change)
            change.send(
                .scored(ticket, version: battle.version, coins: coins(context), isFinal: true),
                to: .battle(battle.battleID), context)
            return
        }
        let left = battle.sides.filter { now in
            now.state == .left && side.battle.side(of: now.host.liveID)?.state == .taking
        }
        if side.battle.phase == .asking, battle.phase != .asking {
            (scores, coinsTold) = (nil, nil)
            change.events.append(.battleChanged(BattleChanged(.started, battle)))
        } else if !left.isEmpty {
            change.events.append(.battleChanged(BattleChanged(.left, battle, left: left.map(\.host))))
        }
        if battle.phase == .closing { record.side?.isClosed = true }
        report(context, &change)
    }

    /// The result stands, or the live takes no part.
    private mutating func end(
        _ side: CoHostRecord.Side, _ battle: Battle, _ context: CoHostContext, _ change: inout CoHostChange
    ) {
        (record.side, record.pastTicket) = (nil, side.ticket)
        (scores, coinsTold) = (nil, nil)
        guard side.battle.phase != .asking || battle.startedAt != nil, battle.end != .neverBegan else { return }
        change.events.append(.battleChanged(BattleChanged(.ended, battle)))
    }

    /// Who asked and who was asked are told how requests ended.
    private func tellRequests(
        of side: CoHostRecord.Side, now battle: Battle, _ context: CoHostContext, _ change: inout CoHostChange
    ) {
        guard side.battle.needsResponse, let inviter = battle.sides.first?.host else { return }
        for new in battle.sides.dropFirst() where side.isInviter || new.host.liveID == context.host.liveID {
            let old = side.battle.side(of: new.host.liveID)?.state ?? .calling
            guard old != new.state, let outcome = new.state.outcome, old == .asked || old == .calling else { continue }
            // Those who say no have left before they could be told, and know it.
            guard side.isInviter || outcome != .accepted else { continue }
            change.tell(
                .battleRequestEnded(
                    BattleRequestEnded(
                        battleID: battle.battleID, inviter: inviter, invitee: new.host, outcome: outcome)))
        }
    }

    /// Tells the battle what is known, and the coins. Final ones only once they are kept.
    func report(_ context: CoHostContext, _ change: inout CoHostChange) {
        guard let side = record.side, side.isKnown || side.battle.phase != .asking else { return }
        change.send(
            .scored(
                side.ticket, version: side.battle.version, coins: coins(context), isFinal: side.coinsInAll != nil),
            to: .battle(side.battle.battleID), context)
    }

    mutating func tellScore(_ context: CoHostContext, _ change: inout CoHostChange) {
        guard let side = record.side, side.battle.phase != .asking else { return }
        let coins = coins(context)
        guard coins != coinsTold || side.coinsInAll != nil else { return }
        (coinsTold, scoreToldAt) = (coins, context.now)
        report(context, &change)
    }

    /// Whether the battle knows fewer coins than were given here.
    public func isScoreNew(_ context: CoHostContext) -> Bool {
        guard let side = record.side, side.battle.phase == .on, !side.isClosed else { return false }
        return coins(context) != (coinsTold ?? 0)
    }

    mutating func take(
        _ sides: [BattleSide], number: Int64, by ticket: CoHostTicket, _ change: inout CoHostChange
    ) {
        guard let side = record.side, side.ticket == ticket, side.battle.phase != .asking,
            number > scores?.number ?? -1
        else { return }
        scores = (sides, number)
        if let battle { change.passing.append(.battleScored(battle.scored)) }
    }

    /// Has what is overdue end, and says again what was not answered.
    mutating func carryOn(_ context: CoHostContext, _ change: inout CoHostChange) {
        let isRepeating = repeatAt.map { $0 <= context.now } ?? false
        if isRepeating { repeatAt = nil }
        carryOnWithLink(context, isRepeating: isRepeating, &change)
        guard let side = record.side else { return }
        if side.battle.phase == .on, !side.isClosed, let end = side.battle.endsAt, end <= context.now {
            record.side?.isClosed = true
        }
        guard isRepeating else { return }
        if side.isInviter, !side.isKnown {
            change.send(.open(side.battle, ticket: side.ticket), to: .battle(side.battle.battleID), context)
        }
        if side.battle.phase == .asking, !side.isInviter {
            change.send(
                side.isAccepted && side.battle.needsResponse
                    ? .joinBattle(side.ticket) : .summoned(side.ticket, .success, by: context.host),
                to: .battle(side.battle.battleID), context)
        }
        if !side.uninvited.isEmpty {
            change.send(.uninvite(side.ticket, side.uninvited), to: .battle(side.battle.battleID), context)
        }
        report(context, &change)
    }

    /// Takes a letter in.
    mutating func receive(_ letter: CoHostLetter, _ context: CoHostContext, _ change: inout CoHostChange) {
        switch letter.step {
        case .invite(let request, let link): invited(request, link: link, context, &change)
        case .invited(let ticket, let code, let host): asked(ticket, code, by: host, context, &change)
        case .withdrawn(let ticket, let outcome): withdrawn(ticket, outcome, context, &change)
        case .accepted(let ticket, let host): accepted(ticket, by: host, context, &change)
        case .rejected(let ticket): refused(ticket, .rejected, .tryAgain, context, &change)
        case .closed(let ticket): withdrawn(ticket, .failed, context, &change)
        case .full(let ticket): refused(ticket, .failed, .full, context, &change)
        case .link(let link, let ticket): follow(link, by: ticket, context, &change)
        case .summon(let battle, let ticket): summoned(battle, ticket, context, &change)
        case .battle(let battle, let ticket): follow(battle, by: ticket, context, &change)
        case .scores(let sides, let number, let ticket): take(sides, number: number, by: ticket, &change)
        case .gone(let ticket): gone(letter.from, ticket, context, &change)
        case .join, .known, .absent, .open, .summoned, .scored, .joinBattle, .uninvite: break
        }
    }
}

extension Battle {
    /// Whether every side has said whether its host is asked.
    var isCalled: Bool { !sides.contains { $0.state == .calling } }
}

extension BattleSide.State {
    /// How the request to this side ended; nil where it waits, or was none.
    var outcome: CoHostRequestOutcome? {
        switch self {
        case .taking: .accepted
        case .rejected: .rejected
        case .cancelled: .cancelled
        case .timedOut: .timedOut
        case .calling, .asked, .refused, .left: nil
        }
    }
}
