public import OvationModel

/// A battle: whom it calls, when it begins and ends, and what its lives have reported.
///
/// Pure. It alone decides who takes part and how it ended, so that all of its lives tell the same result. Its letters may go out only
/// once it
/// is kept. A side reports the coins of its own ledger; the battle never counts gifts.
public struct BattleCourse: Hashable, Codable, Sendable {
    /// What is known of a side.
    struct Member: Hashable, Codable, Sendable {
        var ticket: CoHostTicket
        /// The version that it knows.
        var version: Int64 = 0
        /// Whether its coins do not change any more.
        var isFinal = false
        /// Whether nothing is said to it any more.
        var isGone = false
    }

    /// The state that its lives are told.
    public private(set) var battle: Battle
    private(set) var members: [Member]
    /// The number of the last scores.
    private var scoresNumber: Int64 = 0
    /// Whether scores changed and were not told.
    public private(set) var isScoreStale = false

    /// How long a live may take to say that its host is asked.
    static let callingMilliseconds: Int64 = 10_000
    /// How long the result can be read after the end.
    static let keptMilliseconds: Int64 = 3_600_000

    /// Makes a battle as the live that asks for it wants it.
    public init(_ battle: Battle, ticket: CoHostTicket) {
        self.battle = battle
        members = battle.sides.indices.map { index in
            Member(ticket: index == 0 ? ticket : CoHostTicket(unchecked: "\(battle.battleID)-\(index)"))
        }
    }

    /// When something is due beside what is said again; nil for never.
    public var due: Timestamp? {
        switch battle.phase {
        case .asking:
            let isCalling = battle.sides.contains { $0.state == .calling }
            let isAsking = battle.sides.contains { $0.state == .asked }
            return [
                isCalling ? battle.createdAt.adding(milliseconds: Self.callingMilliseconds) : nil,
                isAsking ? battle.deadline : nil,
            ].compactMap(\.self).min()
        case .on: return battle.endsAt
        case .closing: return nil
        case .over: return battle.endedAt?.adding(milliseconds: Self.keptMilliseconds)
        }
    }

    /// Whether a live owes an answer.
    public var isWaiting: Bool { members.indices.contains(where: owes) }

    /// Whether everybody knows the result, and it need not be kept any longer.
    public func isOver(at now: Timestamp) -> Bool {
        battle.phase == .over && !isWaiting && due.map { $0 <= now } ?? true
    }

    /// Takes a letter in.
    ///
    /// - Returns: the letters that go out.
    public mutating func receive(_ letter: CoHostLetter, at now: Timestamp) -> [CoHostLetter] {
        let before = battle.version
        guard let ticket = letter.step.ticket, let index = members.firstIndex(where: { $0.ticket == ticket }) else {
            return letter.returned.map { [$0] } ?? []
        }
        // A side that is said to be gone and still speaks is told how it is.
        if case .gone = letter.step {} else if case .absent = letter.step {} else { members[index].isGone = false }
        switch letter.step {
        case .summoned(_, let code, let host): called(index, code, by: host)
        case .joinBattle: if battle.sides[index].state == .asked { battle.sides[index].state = .taking; bump() }
        case .uninvite(_, let lives) where index == 0: uninvite(lives)
        case .scored(_, let version, let coins, let isFinal):
            report(index, version: version, coins: coins, isFinal: isFinal)
        case .absent(_, let coins): leave(index, coins: coins, ended: false)
        case .gone: leave(index, coins: nil, ended: true)
        default: break
        }
        decide(at: now)
        if battle.version != before { return letters(toAll: false) }
        if case .absent = letter.step { return [] }
        if case .gone = letter.step { return [] }
        return owes(index) || letter.isAnswered(at: battle.version) ? [state(for: index)] : []
    }

    /// Keeps up with a clock that is set: what is to come is as far away as before.
    mutating func move(byMilliseconds shift: Int64) {
        if battle.phase == .asking { battle.createdAt = battle.createdAt.adding(milliseconds: shift) }
        battle.deadline = battle.deadline.adding(milliseconds: shift)
        battle.endsAt = battle.endsAt?.adding(milliseconds: shift)
    }

    /// Is read again by a server whose clock may have been set back meanwhile. Nothing is further away than it was at its beginning.
    mutating func takeUp(at now: Timestamp) {
        guard battle.phase != .over else { return }
        if battle.phase == .asking { battle.createdAt = min(battle.createdAt, now) }
        battle.takeUp(at: now)
    }

    /// Does what is due: those who did not answer in time are not asked any more, and a battle whose time is over closes.
    public mutating func expire(at now: Timestamp) -> [CoHostLetter] {
        let before = battle.version
        if battle.phase == .asking {
            let isCalled = battle.createdAt.adding(milliseconds: Self.callingMilliseconds) <= now
            for index in battle.sides.indices.dropFirst() {
                if isCalled, battle.sides[index].state == .calling { refuse(index, .tryAgain) }
                if battle.sides[index].state == .asked, battle.deadline <= now {
                    battle.sides[index].state = .timedOut
                    bump()
                }
            }
        }
        decide(at: now)
        return battle.version != before ? letters(toAll: false) : []
    }

    /// What is said again to those who owe an answer, or to all.
    public func letters(toAll: Bool) -> [CoHostLetter] {
        members.indices.filter { owes($0) || (toAll && !members[$0].isGone && isIn($0)) }.map(state)
    }

    /// The scores, where they changed. They are said once; later ones make up for them.
    public mutating func takeScores() -> [CoHostLetter] {
        guard isScoreStale else { return [] }
        isScoreStale = false
        guard battle.phase == .on || battle.phase == .closing else { return [] }
        scoresNumber += 1
        return members.indices.filter { battle.sides[$0].state == .taking && !members[$0].isGone }.map {
            CoHostLetter(
                from: .battle(battle.battleID), to: .live(battle.sides[$0].host.liveID),
                .scores(battle.sides, number: scoresNumber, ticket: members[$0].ticket))
        }
    }

    /// The app's backend sets scores, apart from the gifts.
    ///
    /// - Parameters:
    ///   - scores: by the lives' ids.
    ///   - isSum: whether they are added to what is shown, rather than shown in its place.
    /// - Returns: the lives that take no part.
    /// - Throws: `battleNotStart` or `battleHasEnded`.
    public mutating func adjust(_ scores: [(live: LiveID, score: Int64)], isSum: Bool) throws(Rejection) -> [LiveID] {
        switch battle.phase {
        case .asking: throw Rejection(.battleNotStart)
        case .over: throw Rejection(.battleHasEnded)
        case .on, .closing: break
        }
        var unknown: [LiveID] = []
        for (live, score) in scores {
            guard let index = battle.sides.firstIndex(where: { $0.host.liveID == live && $0.state == .taking }) else {
                unknown.append(live)
                continue
            }
            let side = battle.sides[index]
            let base = isSum ? side.adjustment : -side.coins
            let (sum, overflow) = base.addingReportingOverflow(score)
            battle.sides[index].adjustment = overflow ? .max : sum
            isScoreStale = true
        }
        return unknown
    }
}

// MARK: - What happened

extension BattleCourse {
    private mutating func bump() { battle.version += 1 }

    private func isIn(_ index: Int) -> Bool {
        switch battle.sides[index].state {
        case .calling, .asked, .taking: true
        case .rejected, .cancelled, .timedOut, .refused, .left: false
        }
    }

    /// Whether a side is to answer: whether it is asked, that it knows the state, or its final coins.
    private func owes(_ index: Int) -> Bool {
        let (member, side) = (members[index], battle.sides[index])
        guard !member.isGone else { return false }
        if side.state == .calling { return battle.phase == .asking }
        if battle.phase == .closing, side.state == .taking, !member.isFinal { return true }
        return member.version < battle.version
    }

    private func state(for index: Int) -> CoHostLetter {
        let (member, side) = (members[index], battle.sides[index])
        let isCalling = side.state == .calling && battle.phase == .asking
        return CoHostLetter(
            from: .battle(battle.battleID), to: .live(side.host.liveID),
            isCalling ? .summon(battle, ticket: member.ticket) : .battle(battle, ticket: member.ticket))
    }

    private mutating func called(_ index: Int, _ code: BattleCode, by host: CoHost) {
        guard battle.phase == .asking, battle.sides[index].state == .calling else { return }
        if host.liveID == battle.sides[index].host.liveID { battle.sides[index].host = host }
        guard code == .success else { return refuse(index, code) }
        battle.sides[index].state = battle.needsResponse ? .asked : .taking
        battle.sides[index].code = .success
        bump()
    }

    private mutating func refuse(_ index: Int, _ code: BattleCode) {
        battle.sides[index].state = .refused
        battle.sides[index].code = code
        // It may have taken a place that the answer did not tell of. Then it is told that it has none.
        members[index].isGone = code != .tryAgain
        bump()
    }

    private mutating func uninvite(_ lives: [LiveID]) {
        guard battle.phase == .asking else { return }
        for index in battle.sides.indices.dropFirst() where lives.contains(battle.sides[index].host.liveID) {
            guard battle.sides[index].state == .asked || battle.sides[index].state == .calling else { continue }
            battle.sides[index].state = .cancelled
            bump()
        }
    }

    private mutating func report(_ index: Int, version: Int64, coins: Int64, isFinal: Bool) {
        members[index].version = max(members[index].version, min(version, battle.version))
        guard battle.phase == .on || battle.phase == .closing, battle.sides[index].state == .taking,
            !members[index].isFinal
        else { return }
        if coins > battle.sides[index].coins {
            battle.sides[index].coins = coins
            isScoreStale = true
        }
        members[index].isFinal = isFinal
    }

    private mutating func leave(_ index: Int, coins: Int64?, ended: Bool) {
        guard !members[index].isGone else { return }
        members[index].isGone = true
        if battle.phase == .on || battle.phase == .closing, let coins, !members[index].isFinal {
            battle.sides[index].coins = max(battle.sides[index].coins, coins)
        }
        switch battle.sides[index].state {
        case .calling:
            battle.sides[index].state = .refused
            battle.sides[index].code = ended ? .noSuchLive : .tryAgain
        case .asked: battle.sides[index].state = ended ? .cancelled : .rejected
        case .taking where battle.phase != .over: battle.sides[index].state = .left
        default: return
        }
        bump()
    }

    /// Goes on to the next phase where that is due.
    private mutating func decide(at now: Timestamp) {
        if battle.phase == .asking {
            if battle.sides[0].state != .taking { return drop(at: now) }
            guard !battle.sides.contains(where: { $0.state == .calling || $0.state == .asked }) else { return }
            guard battle.taking.count > 1 else { return drop(at: now) }
            battle.phase = .on
            (battle.startedAt, battle.endsAt) = (now, now.adding(seconds: Int64(battle.seconds)))
            bump()
        }
        if battle.phase == .on {
            let isTimeOver = battle.endsAt.map { $0 <= now } ?? true
            guard isTimeOver || battle.taking.count < 2 else { return }
            battle.phase = .closing
            battle.end = isTimeOver ? .timeOver : .allLeft
            bump()
        }
        if battle.phase == .closing {
            let isOpen = members.indices.contains { battle.sides[$0].state == .taking && !members[$0].isFinal }
            guard !isOpen else { return }
            battle.phase = .over
            battle.endedAt = now
            bump()
        }
    }

    private mutating func drop(at now: Timestamp) {
        for index in battle.sides.indices
        where battle.sides[index].state == .asked || battle.sides[index].state == .calling {
            battle.sides[index].state = .cancelled
        }
        (battle.phase, battle.end, battle.endedAt) = (.over, .neverBegan, now)
        bump()
    }
}

extension CoHostLetter {
    /// Whether its sender waits for the state of the battle, whatever came of it, or knows an older one.
    fileprivate func isAnswered(at version: Int64) -> Bool {
        switch step {
        case .open, .summoned, .joinBattle, .uninvite: true
        // A letter that came too late has led it back to an older state.
        case .scored(_, let known, _, _): known < version
        default: false
        }
    }
}
