public import OvationModel

/// What can be asked about the link and the battle of a live. But for the letters, only its owner and the app's backend ask.
public enum CoHostCommand: Hashable, Codable, Sendable {
    /// Another live is asked for a link.
    case request(LiveID, templateID: Int, seconds: Int, extraInfo: String)
    /// The request to a live is taken back.
    case cancel(LiveID)
    /// The request of a live is answered.
    case answer(LiveID, isAccepted: Bool)
    /// The live leaves its link, and its battle.
    case exit
    /// The host of a live of the link is not heard in this live, or is heard again. That live is not told.
    case mute(LiveID, isMuted: Bool)
    /// Hosts of the link are asked for a battle, or begin it at once.
    case battle(users: [UserID], seconds: Int, needsResponse: Bool, extensionInfo: String, answerSeconds: Int)
    /// The app's backend has lives begin a battle, joined or not.
    case createBattle(with: [LiveID], seconds: Int, extensionInfo: String)
    /// Requests for a battle are taken back.
    case cancelBattle(BattleID, users: [UserID])
    /// The request for a battle is answered.
    case answerBattle(BattleID, isAccepted: Bool)
    /// The live leaves its battle.
    case exitBattle(BattleID)
    /// A letter of another live, of a link or of a battle. Only the server itself hands it in.
    case receive(CoHostLetter)
    /// What is due is done: letters go out again, and what nobody answered ends. Only the server itself asks for it.
    case due
    /// The coins of the battle are told. Only the server itself asks for it.
    case tellScore
}

/// What a change of the link and the battle has beside what is kept.
public struct CoHostOutcome: Hashable, Sendable {
    /// What goes out once the change is kept.
    public var letters: [CoHostLetter] = []
    /// What the owner of the live is told once the change is kept.
    public var tellings: [RoomEvent] = []
    /// The ticket that the caller's answer waits for; nil where it is answered at once.
    public var awaited: CoHostTicket?
    /// Answers to calls that wait.
    public var answers: [Answer] = []

    /// An answer to a call that waits.
    public struct Answer: Hashable, Sendable {
        /// What it waited for.
        public var ticket: CoHostTicket
        /// The answer.
        public var content: Content

        /// What is answered.
        public enum Content: Hashable, Sendable {
            /// Whether the live could be asked for a link.
            case asked(CoHostCode)
            /// The live is in the link, or it came to nothing.
            case joined(Bool)
            /// The battle, with what became of its sides; nil where it came to nothing before anybody was asked.
            case battle(Battle?)
        }
    }

    /// Makes an outcome without consequences.
    public init() {}
}

/// What a live has of other lives, as it is kept.
public struct CoHostRecord: Hashable, Codable, Sendable {
    /// A request that this live sent.
    public struct Invitation: Hashable, Codable, Sendable {
        /// The request.
        public var request: CoHostRequest
        /// How far it is.
        public var phase: Phase
        /// Who joins by it; nil before they accepted.
        public var joining: CoHost?

        /// How far a request is.
        public enum Phase: String, Codable, Sendable {
            /// The other live has not said that its host is asked.
            case sending
            /// Its host is asked.
            case waiting
            /// Its host accepted, and the link takes them in.
            case joining
        }
    }

    /// The request of another live to this one.
    public struct Application: Hashable, Codable, Sendable {
        /// The request.
        public var request: CoHostRequest
        /// Whether the owner accepted. It then waits for the link.
        public var isAccepted: Bool
    }

    /// The place of this live in a link.
    public struct Membership: Hashable, Codable, Sendable {
        /// By which ticket.
        public var ticket: CoHostTicket
        /// The link as it is known; without hosts where it is just being made.
        public var link: CoHostLink

        /// Makes a place.
        public init(ticket: CoHostTicket, link: CoHostLink) {
            self.ticket = ticket
            self.link = link
        }
    }

    /// The place of this live in a battle.
    public struct Side: Hashable, Codable, Sendable {
        /// By which ticket.
        public var ticket: CoHostTicket
        /// The battle as it is known.
        public var battle: Battle
        /// Whether this live asked for it.
        public var isInviter: Bool
        /// Whether the battle has said that it is there.
        public var isKnown: Bool
        /// Whether the owner accepted.
        public var isAccepted = false
        /// Who is not to be asked any more.
        public var uninvited: [LiveID] = []
        /// The coins that the live had had in all when it began; nil before that is kept.
        public var coinsBefore: Int64?
        /// The coins that were given during it; nil before they do not change any more.
        public var coinsInAll: Int64?
        /// Whether its time is over here.
        public var isClosed = false

        /// Makes a place.
        public init(
            ticket: CoHostTicket, battle: Battle, isInviter: Bool, isKnown: Bool, isAccepted: Bool = false
        ) {
            self.ticket = ticket
            self.battle = battle
            self.isInviter = isInviter
            self.isKnown = isKnown
            self.isAccepted = isAccepted
        }
    }

    /// How many tickets were made.
    public var tickets: Int64 = 0
    /// The requests that this live sent, in the order in which they were sent.
    public var invitations: [Invitation] = []
    /// The request of another live; at most one.
    public var application: Application?
    /// The place in a link; nil for a live that stands alone.
    public var membership: Membership?
    /// The place in a battle; nil for none.
    public var side: Side?
    /// The lives of the link whose hosts nobody hears in this one, in the order in which they were muted; nil for none.
    public var mutedLives: [LiveID]?
    /// By which ticket this live was in its last battle. It never comes back by the same one.
    public var pastTicket: CoHostTicket?

    /// Makes the record of a live that has nothing to do with others.
    public init() {}

    /// Notes the coins that the live has had in all when this record is written. The storage calls it inside the transaction, with the
    /// coins
    /// of all orders before it, and the live with the coins of all orders whose answers it had before the answer to the write. So the
    /// score of a battle is the sum of the orders between two places of the ledger, whatever any clock says.
    ///
    /// - Parameters:
    ///   - earlier: the record that it replaces.
    ///   - coins: the coins of all orders that were committed before.
    public mutating func count(after earlier: CoHostRecord?, coins: Int64) {
        guard var side else { return }
        if let known = earlier?.side, known.ticket == side.ticket {
            side.coinsBefore = known.coinsBefore ?? side.coinsBefore
            side.coinsInAll = known.coinsInAll ?? side.coinsInAll
        }
        if side.battle.phase != .asking {
            let before = side.coinsBefore ?? coins
            side.coinsBefore = before
            if side.isClosed { side.coinsInAll = side.coinsInAll ?? max(0, coins - before) }
        }
        self.side = side
    }
}
