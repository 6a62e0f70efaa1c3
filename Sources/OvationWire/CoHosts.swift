public import OvationModel

/// Asks another live for a link.
public struct CoHostAsk: Hashable, Codable, Sendable {
    /// The live that is asked.
    public var liveID: LiveID
    /// The layout that is wished, a number of the app; nil for 600.
    public var templateID: Int?
    /// For how many seconds the request waits, 1 to 30; nil or 0 means 30.
    public var seconds: Int?
    /// The app's own text, at most 1,024 bytes; nil for none.
    public var extraInfo: String?

    /// Makes a command.
    public init(liveID: LiveID, templateID: Int? = nil, seconds: Int? = nil, extraInfo: String? = nil) {
        self.liveID = liveID
        self.templateID = templateID
        self.seconds = seconds
        self.extraInfo = extraInfo
    }
}

/// Takes a request for a link back.
public struct CoHostCancel: Hashable, Codable, Sendable {
    /// The live that was asked.
    public var liveID: LiveID

    /// Makes a command.
    public init(liveID: LiveID) { self.liveID = liveID }
}

/// Answers the request of another live.
public struct CoHostAnswer: Hashable, Codable, Sendable {
    /// The live that asks.
    public var liveID: LiveID
    /// True to accept.
    public var isAccepted: Bool

    /// Makes a command.
    public init(liveID: LiveID, isAccepted: Bool) {
        self.liveID = liveID
        self.isAccepted = isAccepted
    }
}

/// Mutes the host of another live of the link for those in this live, or lets the host be heard again.
public struct CoHostMute: Hashable, Codable, Sendable {
    /// The live of the host.
    public var liveID: LiveID
    /// True to mute.
    public var isMuted: Bool

    /// Makes a command.
    public init(liveID: LiveID, isMuted: Bool) {
        self.liveID = liveID
        self.isMuted = isMuted
    }
}

/// Asks hosts of the link for a battle, or begins it at once.
public struct BattleAsk: Hashable, Codable, Sendable {
    /// The hosts.
    public var users: [UserID]
    /// How long it lasts, in seconds; nil or 0 means `limits.battleSeconds`, which is also the most.
    public var seconds: Int?
    /// True if the hosts are asked; nil or false begins it at once.
    public var needsResponse: Bool?
    /// The app's own text, at most 1,024 bytes; nil for none.
    public var extensionInfo: String?
    /// For how many seconds the request waits, 1 to 30; nil or 0 means 30.
    public var answerSeconds: Int?

    /// Makes a command.
    public init(
        users: [UserID], seconds: Int? = nil, needsResponse: Bool? = nil, extensionInfo: String? = nil,
        answerSeconds: Int? = nil
    ) {
        self.users = users
        self.seconds = seconds
        self.needsResponse = needsResponse
        self.extensionInfo = extensionInfo
        self.answerSeconds = answerSeconds
    }
}

/// Takes requests for a battle back.
public struct BattleCancel: Hashable, Codable, Sendable {
    /// The battle.
    public var battleID: BattleID
    /// The hosts who were asked.
    public var users: [UserID]

    /// Makes a command.
    public init(battleID: BattleID, users: [UserID]) {
        self.battleID = battleID
        self.users = users
    }
}

/// Answers the request for a battle.
public struct BattleAnswer: Hashable, Codable, Sendable {
    /// The battle.
    public var battleID: BattleID
    /// True to accept.
    public var isAccepted: Bool

    /// Makes a command.
    public init(battleID: BattleID, isAccepted: Bool) {
        self.battleID = battleID
        self.isAccepted = isAccepted
    }
}

/// Leaves a battle.
public struct BattleExit: Hashable, Codable, Sendable {
    /// The battle.
    public var battleID: BattleID

    /// Makes a command.
    public init(battleID: BattleID) { self.battleID = battleID }
}

// MARK: - Replies

/// The reply to `cohost.request`.
public struct CoHostAsked: Hashable, Codable, Sendable {
    /// Whether the live is asked, or why not.
    public var code: CoHostCode

    /// Makes a reply.
    public init(code: CoHostCode) { self.code = code }
}

/// The reply to `battle.request`.
public struct BattleAsked: Hashable, Codable, Sendable {
    /// The battle; each side says what became of it.
    public var battle: Battle

    /// Makes a reply.
    public init(battle: Battle) { self.battle = battle }
}

/// The reply to `cohost.list`.
public struct CoHostPage: Hashable, Codable, Sendable {
    /// The link and the battle; nil for a live that stands alone.
    public var coHosts: CoHostBoard?
    /// The requests for links that wait, for the owner: those of this live, then the one of another live.
    public var requests: [CoHostRequest]
    /// The battle that waits for answers, for the owner; nil for none.
    public var battleRequest: Battle?

    /// Makes a reply.
    public init(coHosts: CoHostBoard?, requests: [CoHostRequest], battleRequest: Battle?) {
        self.coHosts = coHosts
        self.requests = requests
        self.battleRequest = battleRequest
    }
}
