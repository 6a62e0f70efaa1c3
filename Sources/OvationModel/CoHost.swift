/// A live with its owner, as the lives that it is joined with know it.
public struct CoHost: Hashable, Codable, Sendable {
    /// The live.
    public var liveID: LiveID
    /// Its owner, as they looked when the live joined.
    public var user: UserInfo

    /// Makes a host of a live.
    public init(liveID: LiveID, user: UserInfo) {
        self.liveID = liveID
        self.user = user
    }
}

/// Lives that are joined: their hosts are seen and heard in all of them.
public struct CoHostLink: Hashable, Codable, Sendable {
    /// The id.
    public var linkID: CoHostLinkID
    /// The number of the state. It rises with every change.
    public var version: Int64
    /// The layout that the first request named, a number of the app.
    public var templateID: Int
    /// The hosts in the order in which they joined; empty once the link is dissolved.
    public var hosts: [CoHost]

    /// Makes a link.
    public init(linkID: CoHostLinkID, version: Int64, templateID: Int, hosts: [CoHost]) {
        self.linkID = linkID
        self.version = version
        self.templateID = templateID
        self.hosts = hosts
    }
}

/// Whether a live could be asked for a link. The numbers are those of the vendor's clients.
public enum CoHostCode: Int, Codable, Sendable, CaseIterable {
    /// It is asked.
    case success = 0
    /// The live is not on.
    case noSuchLive = 1
    /// It is asked already, or joined with this live.
    case pending = 2
    /// It is joined with others.
    case linkedElsewhere = 3
    /// The link has as many lives as it may have.
    case full = 4
    /// It could not be asked now.
    case tryAgain = 5
}

/// A live that asks another one for a link.
public struct CoHostRequest: Hashable, Codable, Sendable {
    /// The id.
    public var ticket: CoHostTicket
    /// Who asks.
    public var inviter: CoHost
    /// Which live is asked.
    public var liveID: LiveID
    /// The owner of that live; nil until it has answered that it was asked.
    public var invitee: UserInfo?
    /// The layout that is wished, a number of the app.
    public var templateID: Int
    /// The app's own text; empty for none.
    public var extraInfo: String
    /// When it ends without an answer.
    public var deadline: Timestamp

    /// Makes a request.
    public init(
        ticket: CoHostTicket, inviter: CoHost, liveID: LiveID, invitee: UserInfo? = nil, templateID: Int,
        extraInfo: String = "", deadline: Timestamp
    ) {
        self.ticket = ticket
        self.inviter = inviter
        self.liveID = liveID
        self.invitee = invitee
        self.templateID = templateID
        self.extraInfo = extraInfo
        self.deadline = deadline
    }
}

/// How a request for a link or a battle ended.
public enum CoHostRequestOutcome: String, Codable, Sendable, CaseIterable {
    /// The answer was yes.
    case accepted
    /// The answer was no.
    case rejected
    /// Who asked took it back, or their live is over.
    case cancelled
    /// Nobody answered in time.
    case timedOut
    /// The answer was yes, and it came to nothing: the link is full, or one of both has joined others meanwhile.
    case failed
}

/// A request for a link that ended. Both owners are told.
public struct CoHostRequestEnded: Hashable, Codable, Sendable {
    /// The request.
    public var request: CoHostRequest
    /// How it ended.
    public var outcome: CoHostRequestOutcome

    /// Makes the event.
    public init(_ request: CoHostRequest, _ outcome: CoHostRequestOutcome) {
        self.request = request
        self.outcome = outcome
    }
}

/// The lives that a live is joined with changed, or whose hosts are heard in it. Everybody in the live is told.
public struct CoHostChanged: Hashable, Codable, Sendable {
    /// The link as it is now; nil for a live that stands alone again.
    public var link: CoHostLink?
    /// The hosts who joined, the own one too where the live itself joined.
    public var joined: [CoHost]
    /// The hosts who left, the own one too where the live itself left.
    public var left: [CoHost]
    /// The lives of the link whose hosts nobody hears in this live; nil for none.
    public var mutedLives: [LiveID]?

    /// Makes the event.
    public init(link: CoHostLink?, joined: [CoHost], left: [CoHost], mutedLives: [LiveID]? = nil) {
        self.link = link
        self.joined = joined
        self.left = left
        self.mutedLives = mutedLives
    }
}

/// The link and the battle of a live, for those who enter.
public struct CoHostBoard: Hashable, Codable, Sendable {
    /// The link; nil for a live that stands alone.
    public var link: CoHostLink?
    /// The battle that goes on; nil for none.
    public var battle: Battle?
    /// The lives of the link whose hosts nobody hears in this live; nil for none.
    public var mutedLives: [LiveID]?

    /// Makes a board.
    public init(link: CoHostLink?, battle: Battle?, mutedLives: [LiveID]? = nil) {
        self.link = link
        self.battle = battle
        self.mutedLives = mutedLives
    }
}
