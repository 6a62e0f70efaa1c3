import NIOCore
import OvationModel
import OvationRules
import OvationWire

/// The way from a room to those who are in it: the one way out.
///
/// A room names connections by their address and hands over what is `Codable`, so that those who are in it may be connected to other
/// nodes than the one that it runs on. ``RoomPort`` is the way in. Confined to the event loop of its room.
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
    /// - Parameter done: called once, on the connection's event loop: why not, where it may not. What the room tells after this
    ///   call reaches the connection.
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
    /// Tell those who are let in so, and take them into the fan-out.
    case admit(Admitted)
    /// Answer somebody who wanted to enter that they may not.
    case refuseEntry(ConnectionAddress, id: Int64, Rejection)
    /// The command by which somebody wanted to enter is under way no more.
    ///
    /// `atOnce` is false where what its client sent behind it is to run when everybody of this tick is in.
    case finishEntry(ConnectionAddress, atOnce: Bool)
    /// Take a connection out of the fan-out.
    case detach(ConnectionAddress)
    /// Answer somebody who wanted to go on, with what they missed.
    case resumed(ConnectionAddress, SessionOpened.Room, frames: ByteBuffer)
    /// Answer somebody who missed more than is sent at once with the beginning of it.
    case resumedInPart(ConnectionAddress, SessionOpen.Position, RoomJoined, frames: ByteBuffer)
    /// Answer somebody who wants to go on with a start of the live that is over.
    case resumeEnded(ConnectionAddress, SessionOpen.Position, bytesMax: Int)
    /// Close a connection whose client is to come back later, with the place that it has.
    case sendBack(ConnectionAddress)
    /// Write messages of a topic to those who listen.
    case tellTopic(TopicFrame, viewersByLoop: [Int])
    /// Let a connection listen to a topic no more.
    case unsubscribe(ConnectionAddress, TopicName)
    /// Forget the live on every event loop, when nobody is in it any more.
    case forget

    /// Those of one event loop who are let in together.
    struct Admitted: Codable, Sendable {
        /// Somebody who is let in.
        struct Member: Codable, Sendable {
            let entrant: Admission<EntryAnswer>.Entrant
            let membership: RoomJoined
        }

        let members: [Member]
        /// What the live is, for those who need it.
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
        /// Who alone is told; nil for everybody who listens.
        let receivers: Set<UserID>?
    }
}

/// The sessions at the edge, as far as they are in one room.
///
/// Asked at once, by whom it may concern from any thread: on one node they are in this process.
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

    /// The sessions of a user, in this room or not.
    func sessions(of user: UserID) -> [SessionID] { hub.sessions(of: user) }
}
