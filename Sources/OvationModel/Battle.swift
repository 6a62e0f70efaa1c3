/// A battle between lives. Gifts decide it.
public struct Battle: Hashable, Codable, Sendable {
    /// How far a battle is.
    public enum Phase: String, Codable, Sendable, CaseIterable {
        /// The hosts are asked.
        case asking
        /// Gifts count.
        case on
        /// Its time is over, and the lives count what was committed until then.
        case closing
        /// The result stands.
        case over
    }

    /// How a battle ended.
    public enum End: String, Codable, Sendable, CaseIterable {
        /// Its time was over.
        case timeOver
        /// All hosts left it, or all but one.
        case allLeft
        /// It never began: nobody accepted, or who asked took it back.
        case neverBegan
    }

    /// The id.
    public var battleID: BattleID
    /// The number of the state. It rises with every change but those of the scores.
    public var version: Int64
    /// How far it is.
    public var phase: Phase
    /// How it ended; nil before.
    public var end: End?
    /// How long it lasts, in seconds.
    public var seconds: Int
    /// Whether the hosts are asked. If not, it begins at once.
    public var needsResponse: Bool
    /// The app's own text; empty for none.
    public var extensionInfo: String
    /// When it was asked for.
    public var createdAt: Timestamp
    /// When requests end without an answer.
    public var deadline: Timestamp
    /// When it began; nil before.
    public var startedAt: Timestamp?
    /// When its time is over; nil before it began.
    public var endsAt: Timestamp?
    /// When the result stood; nil before.
    public var endedAt: Timestamp?
    /// The sides: who asked, then those who were asked.
    public var sides: [BattleSide]

    /// Makes a battle that is asked for.
    public init(
        battleID: BattleID, seconds: Int, needsResponse: Bool, extensionInfo: String, createdAt: Timestamp,
        deadline: Timestamp, sides: [BattleSide]
    ) {
        self.battleID = battleID
        version = 1
        phase = .asking
        self.seconds = seconds
        self.needsResponse = needsResponse
        self.extensionInfo = extensionInfo
        self.createdAt = createdAt
        self.deadline = deadline
        self.sides = sides
    }

    /// Those who take part: who asked, and who accepted and did not leave.
    public var taking: [BattleSide] { sides.filter { $0.state == .taking } }

    /// Who has won, or is ahead; nil for a draw. Who left does not win.
    public var winner: BattleSide? {
        let taking = taking
        guard let best = taking.map(\.score).max() else { return nil }
        let ahead = taking.filter { $0.score == best }
        return ahead.count == 1 ? ahead[0] : nil
    }

    /// The side of a live; nil for a live that is not in it.
    public func side(of live: LiveID) -> BattleSide? { sides.first { $0.host.liveID == live } }
}

/// A live in a battle.
public struct BattleSide: Hashable, Codable, Sendable {
    /// What became of it.
    public enum State: String, Codable, Sendable, CaseIterable {
        /// The live has not answered that it was asked.
        case calling
        /// Its host is asked.
        case asked
        /// It takes part.
        case taking
        /// Its host said no.
        case rejected
        /// The request was taken back.
        case cancelled
        /// Its host did not answer in time.
        case timedOut
        /// It could not be asked; see ``BattleSide/code``.
        case refused
        /// It took part and left.
        case left
    }

    /// The live and its owner.
    public var host: CoHost
    /// What became of it.
    public var state: State
    /// Why it could not be asked; nil where it could.
    public var code: BattleCode?
    /// The coins of gift orders that were committed in it during the battle.
    public var coins: Int64
    /// What the app's backend added, or took away; kept apart from the gifts.
    public var adjustment: Int64

    /// Makes a side without a score.
    public init(
        host: CoHost, state: State, code: BattleCode? = nil, coins: Int64 = 0, adjustment: Int64 = 0
    ) {
        self.host = host
        self.state = state
        self.code = code
        self.coins = coins
        self.adjustment = adjustment
    }

    /// What is shown: gifts and adjustment together, never less than zero.
    public var score: Int64 {
        let (sum, overflow) = coins.addingReportingOverflow(adjustment)
        return overflow ? (adjustment < 0 ? 0 : .max) : max(0, sum)
    }
}

/// Whether a host could be asked for a battle. The numbers are those of the vendor's clients.
public enum BattleCode: Int, Codable, Sendable, CaseIterable {
    /// The host is asked, or takes part.
    case success = 0
    /// The live is not on, or the user is no host of the link.
    case noSuchLive = 1
    /// The live is in this battle already.
    case inBattle = 2
    /// The live is in another battle.
    case inOtherBattle = 3
    /// The live ended meanwhile.
    case liveEnded = 4
    /// It could not be asked now.
    case tryAgain = 5
}

/// A battle began, a host left it, or it ended. Everybody in its lives is told.
public struct BattleChanged: Hashable, Codable, Sendable {
    /// What happened.
    public enum Reason: String, Codable, Sendable, CaseIterable {
        /// It began.
        case started
        /// Hosts left it, and others go on.
        case left
        /// It ended, for this live at least.
        case ended
    }

    /// What happened.
    public var reason: Reason
    /// The battle as it is now.
    public var battle: Battle
    /// The hosts who left it now.
    public var left: [CoHost]

    /// Makes the event.
    public init(_ reason: Reason, _ battle: Battle, left: [CoHost] = []) {
        self.reason = reason
        self.battle = battle
        self.left = left
    }
}

/// The scores of a battle changed. Changes are gathered.
public struct BattleScored: Hashable, Codable, Sendable {
    /// The score of a live.
    public struct Score: Hashable, Codable, Sendable {
        /// The live.
        public var liveID: LiveID
        /// Its owner.
        public var userID: UserID
        /// What is shown: gifts and adjustment together.
        public var score: Int64

        /// Makes a score.
        public init(liveID: LiveID, userID: UserID, score: Int64) {
            self.liveID = liveID
            self.userID = userID
            self.score = score
        }
    }

    /// The battle.
    public var battleID: BattleID
    /// The scores of all who took part, those who left too.
    public var scores: [Score]

    /// Makes the event.
    public init(battleID: BattleID, scores: [Score]) {
        self.battleID = battleID
        self.scores = scores
    }
}

/// A host asks another one for a battle. The owner who is asked is told.
public struct BattleRequested: Hashable, Codable, Sendable {
    /// The battle.
    public var battle: Battle
    /// Who asks.
    public var inviter: CoHost
    /// Who is asked.
    public var invitee: CoHost

    /// Makes the event.
    public init(battle: Battle, inviter: CoHost, invitee: CoHost) {
        self.battle = battle
        self.inviter = inviter
        self.invitee = invitee
    }
}

/// A request for a battle ended. Both owners are told.
public struct BattleRequestEnded: Hashable, Codable, Sendable {
    /// The battle.
    public var battleID: BattleID
    /// Who asked.
    public var inviter: CoHost
    /// Who was asked.
    public var invitee: CoHost
    /// How it ended.
    public var outcome: CoHostRequestOutcome

    /// Makes the event.
    public init(battleID: BattleID, inviter: CoHost, invitee: CoHost, outcome: CoHostRequestOutcome) {
        self.battleID = battleID
        self.inviter = inviter
        self.invitee = invitee
        self.outcome = outcome
    }
}
