import OvationModel
import OvationRules
import OvationWire

/// A command on its way to the room that it is for.
///
/// This and ``RoomPort`` are the whole interface between the gateway and a room, so that a room can one day run on another
/// node than the connection that talks to it.
struct RoomRequest: Sendable {
    /// What is asked.
    enum Body: Sendable {
        /// A command of the rules that changes the room.
        case command(RoomCommand)
        /// Enter, and be sent what happens from here on. `created` is repeated in the answer.
        case enter(id: Int64, created: Bool)
        /// Go on where a lost connection ended.
        case resume(SessionOpen.Position)
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
        /// Everybody who has a place of their own in it.
        case roster
        /// A page of its moderation log, for who may moderate it.
        case moderationLog(before: Int64?, count: Int)
        /// The words that it looks for.
        case words
        /// Looks for other words from here on.
        case setWords([FilterWord])
    }

    /// Who asks.
    var actor: RoomActor
    /// The session and connection of the one who asks; nil for the server itself.
    var origin: Origin?
    /// What is asked.
    var body: Body
    /// Where somebody is who asks without an origin; nil for the app's backend and the server itself.
    var client: Callback.Client?
    /// What names a message that the app's backend need not be asked about any more; nil for one that is yet to be.
    var message: MessageTag?
    /// Called once with the answer, on the room's event loop. `enter` and `resume` answer through the connection instead.
    var reply: @Sendable (Result<RoomReply, Rejection>) -> Void

    /// Where the request comes from, as callbacks tell it.
    var callbackClient: Callback.Client { client ?? origin?.connection.client ?? .server }

    /// Where a request comes from.
    struct Origin: Sendable {
        var session: SessionID
        var connection: Connection
    }
}

/// What a room answers.
enum RoomReply: Sendable {
    case done
    case barrage(BarrageAccepted)
    case charged(GiftCharged)
    /// Why an order was not charged, by whoever looked its id up: the ledger or the app's billing. It stands.
    case orderRefused(Rejection)
    case ended(RoomStatistics)
    case listing(RoomListing)
    case audience(AudiencePage)
    case metadata(MetadataPage)
    /// For callers inside of the server; no client asks for it.
    case roster(RoomRoster)
    case moderationLog(ModerationPage)
    case words([FilterWord])
    case board(BoardPage)

    /// The content of the reply as JSON.
    var json: [UInt8] {
        switch self {
        case .done, .roster, .orderRefused: [UInt8(ascii: "{"), UInt8(ascii: "}")]
        case .barrage(let value): value.json
        case .charged(let value): value.json
        case .ended(let value): WireJSON.bytes(value)
        case .listing(let value): WireJSON.bytes(value)
        case .audience(let value): WireJSON.bytes(value)
        case .metadata(let value): WireJSON.bytes(value)
        case .moderationLog(let value): WireJSON.bytes(value)
        case .words(let value): WireJSON.bytes(value)
        case .board(let value): WireJSON.bytes(value)
        }
    }
}

/// A room, wherever it runs.
protocol RoomPort: Sendable {
    /// Which live.
    var liveID: LiveID { get }

    /// Hands a request over. Requests of one caller are handled in their order.
    func submit(_ request: RoomRequest)
}
