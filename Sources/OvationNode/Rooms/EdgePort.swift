import NIOCore
import OvationModel
import OvationRules
import OvationWire

/// The only way from a room to its members.
///
/// A room names connections by their address, and every message is `Codable`. So members may be connected to other nodes
/// than the one that runs the room. ``RoomPort`` is the way in. Confined to the event loop of its room.
protocol EdgePort: AnyObject {
    /// What the event loops report of their deliveries.
    var reports: DeliveryReports { get }

    /// Whether what waits takes longer to deliver than it may.
    var isOverloaded: Bool { get }

    /// The sessions at the edge, as far as they are in this room.
    var sessions: EdgeSessions { get }

    /// Does what the room says. Messages are handled in their order.
    func handle(_ message: EdgeMessage)

    /// Lets a connection listen to a topic.
    ///
    /// - Parameter done: called once, on the connection's event loop, with a rejection if the subscription is refused. Messages
    ///   that the room sends after this call reach the connection.
    func subscribe(
        _ connection: ConnectionAddress, to topic: TopicName, _ done: @escaping @Sendable (Rejection?) -> Void)
}

/// What a room has its edge do.
enum EdgeMessage: Codable, Sendable {
    /// Add an event to what waits for every part of the viewers.
    case add(Broadcast.Event, viewersByLoop: [Int])
    /// Write what waits for a part.
    case write(part: Int, viewersByLoop: [Int])
    /// Divide the viewers of an event loop anew. Nothing waits for its parts, before and after.
    case divide(loop: Int, into: Int)
    /// Answer admitted entrants, and add their connections to the fan-out.
    case admit(Admitted)
    /// Answer an entrant that may not enter.
    case refuseEntry(ConnectionAddress, id: Int64, Rejection)
    /// The command that asked to enter has its answer.
    ///
    /// With `atOnce` false, the client's next commands run after all entrants of this tick are in.
    case finishEntry(ConnectionAddress, atOnce: Bool)
    /// Take a connection out of the fan-out.
    case detach(ConnectionAddress)
    /// Answer a session that resumes, with the events that it missed.
    case resumed(ConnectionAddress, SessionOpened.Room, frames: ByteBuffer)
    /// Answer a session that missed more than one reply may hold, with the first part of it.
    case resumedInPart(ConnectionAddress, SessionOpen.Position, RoomJoined, frames: ByteBuffer)
    /// Answer a session that resumes a start of the live that is over.
    case resumeEnded(ConnectionAddress, SessionOpen.Position, bytesMax: Int)
    /// Close a connection whose client is to come back later, with the place that it has.
    case sendBack(ConnectionAddress)
    /// Write messages of a topic to its subscribers.
    case tellTopic(TopicFrame, viewersByLoop: [Int])
    /// Let a connection listen to a topic no more.
    case unsubscribe(ConnectionAddress, TopicName)
    /// Forget the live on every event loop. It has no members any more.
    case forget

    /// The entrants of one event loop that are admitted together.
    struct Admitted: Codable, Sendable {
        /// An admitted entrant.
        struct Member: Codable, Sendable {
            let entrant: Admission<EntryAnswer>.Entrant
            let membership: RoomJoined
        }

        let members: [Member]
        /// The state of the live, for entrants that need it.
        let snapshot: ByteBuffer?
        let loop: Int
        /// Into which part of the loop's viewers they come.
        let part: Int
    }

    /// Messages of a topic, encoded.
    struct TopicFrame: Codable, Sendable {
        let topic: TopicName
        let frame: [UInt8]
        /// Whether a slow connection gets it too.
        let isEssential: Bool
        /// The only receivers; nil for every subscriber of the topic.
        let receivers: Set<UserID>?
    }
}

/// The sessions at the edge, as far as they are in one room.
///
/// Answers at once, on any thread: on a single node the sessions are in this process.
struct EdgeSessions: Sendable {
    let hub: SessionHub
    let liveID: LiveID
    let roomsMax: Int

    /// Notes that a session is in the room; false where it is over, goes on over another connection, or is in too many rooms.
    func enter(_ origin: RoomRequest.Origin) -> Bool {
        hub.enter(origin.session, over: origin.connection, room: liveID, roomsMax: roomsMax)
    }

    /// Notes that a session is in the room no longer.
    func exit(_ session: SessionID) { hub.exit(session, room: liveID) }

    /// Whether a session is there and goes on over a connection.
    func isOpen(_ origin: RoomRequest.Origin) -> Bool { hub.isOpen(origin.session, over: origin.connection) }
}
