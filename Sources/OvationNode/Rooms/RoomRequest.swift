import OvationBackend
package import OvationModel
import OvationRules
package import OvationWire

/// A command on its way to the room that it is for.
///
/// It holds no closure and no connection, so that it can travel; see ``RoomPort``.
package struct RoomRequest: Hashable, Codable, Sendable {
    /// What is asked.
    enum Body: Hashable, Codable, Sendable {
        /// A command of the rules that changes the room.
        case command(RoomCommand)
        /// Enter, and be sent what happens from here on. `created` is repeated in the answer.
        case enter(id: Int64, created: Bool)
        /// Go on where a lost connection ended. Of what was missed so many bytes are sent at once.
        case resume(SessionOpen.Position, bytesMax: Int)
        /// Leave by one's own wish.
        case leave
        /// What the room is.
        case info
        /// A page of its viewers.
        case audience(offset: Int, count: Int)
        /// The first rows of its board.
        case board(count: Int)
        /// Its metadata; empty keys mean all of it.
        case metadata(keys: [String])
        /// The members with a role or a restriction.
        case roster(RoomRoster.Part)
        /// What it has had so far.
        case statistics
        /// A page of its moderation log, for who may moderate it.
        case moderationLog(before: Int64?, count: Int)
        /// The words that it looks for.
        case words
        /// Its seats, and what waits for an answer.
        case seats
        /// The lives that it is joined with, its battle, and what waits for an answer.
        case coHosts
        /// Its pinned messages.
        case pinned
        /// Looks for other words from here on.
        case setWords([FilterWord])
        /// Changes its list of words, or reads it where nothing is changed; for who may moderate it.
        case editWords(WordEdit)
        /// Listen to a topic over the connection that asks.
        case subscribe(TopicName, after: Int64?)
        /// Listen to a topic no more.
        case unsubscribe(TopicName)
        /// A page of what is kept of a topic.
        case topicMessages(TopicName, after: Int64?, count: Int)
        /// Hand what is counted to the journal, because the server stops.
        case shutDown
    }

    /// The caller.
    var actor: RoomActor
    /// The caller's session and connection; nil for the server itself.
    var origin: Origin?
    /// What is asked.
    var body: Body
    /// The caller's platform and address, which callbacks carry.
    var client: Callback.Client = .server
    /// Names a message that the app's backend has already allowed; nil for one that it has not been asked about.
    var message: MessageTag?

    /// Where a request comes from.
    struct Origin: Hashable, Codable, Sendable {
        var session: SessionID
        var connection: ConnectionAddress
        /// Which of the session's connections it is, counted by its edges. What an earlier one asked for and comes later is dropped.
        var generation: Int64
    }
}

/// A request that a room answers, and how.
package struct RoomCall: Sendable {
    /// How a room answers a request.
    package typealias Answer = @Sendable (Result<RoomReply, Rejection>) -> Void

    var request: RoomRequest
    let reply: Answer

    var actor: RoomActor { request.actor }
    var origin: RoomRequest.Origin? { request.origin }
    var client: Callback.Client { request.client }
}

/// What a room answers.
package enum RoomReply: Codable, Sendable {
    case done
    case barrage(BarrageAccepted)
    case charged(GiftCharged)
    /// Why an order was not charged, as the ledger or the app's billing found when it looked the id up. It stands.
    case orderRefused(Rejection)
    case ended(RoomStatistics)
    case listing(RoomListing)
    case audience(AudiencePage)
    case metadata(MetadataPage)
    /// For callers inside of the server; no client asks for it.
    case roster(RoomRoster)
    case statistics(RoomStatistics)
    case moderationLog(ModerationPage)
    case words([FilterWord])
    case board(BoardPage)
    case published(TopicAccepted)
    case topicPage(TopicPage)
    case seats(SeatPage)
    case seat(SeatTaken)
    case coHost(CoHostReply)
    /// For callers inside of the server; a client reads them in the snapshot.
    case pinned([PinnedBarrage])

    /// The content of the reply as JSON.
    var json: [UInt8] {
        switch self {
        case .done, .roster, .statistics, .orderRefused, .pinned: [UInt8(ascii: "{"), UInt8(ascii: "}")]
        case .barrage(let value): value.json
        case .charged(let value): value.json
        case .ended(let value): WireJSON.bytes(value)
        case .listing(let value): WireJSON.bytes(value)
        case .audience(let value): WireJSON.bytes(value)
        case .metadata(let value): WireJSON.bytes(value)
        case .moderationLog(let value): WireJSON.bytes(value)
        case .words(let value): WireJSON.bytes(value)
        case .board(let value): WireJSON.bytes(value)
        case .published(let value): value.json
        case .topicPage(let value): WireJSON.bytes(value)
        case .seats(let value): WireJSON.bytes(value)
        case .seat(let value): value.json
        case .coHost(.page(let value)): WireJSON.bytes(value)
        case .coHost(.asked(let value)): WireJSON.bytes(value)
        case .coHost(.battle(let value)): WireJSON.bytes(value)
        }
    }
}

/// What a room answers about the lives that it is joined with.
package enum CoHostReply: Codable, Sendable {
    /// The link, the battle and what waits.
    case page(CoHostPage)
    /// Whether another live is asked for a link.
    case asked(CoHostAsked)
    /// The battle that was asked for.
    case battle(BattleAsked)
}
