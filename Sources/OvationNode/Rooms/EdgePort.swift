import NIOCore
import OvationModel
import OvationRules
import OvationWire

/// The only way from a room to its members.
///
/// A room names connections by their address, every message is `Codable`, and none is answered in the same call. So members may be
/// connected to other nodes than the one that runs the room. ``RoomPort`` is the way in. Confined to the event loop of its room.
protocol EdgePort: AnyObject {
    /// Does what the room says. Messages are handled in their order.
    func handle(_ message: EdgeMessage)

    /// A session of the edge is in the room. Only a way to another node, which may be lost, keeps that in mind.
    func tookIn(_ session: SessionID)

    /// A session of the edge is in the room no longer.
    func letGo(_ session: SessionID)
}

extension EdgePort {
    func tookIn(_ session: SessionID) {}
    func letGo(_ session: SessionID) {}
}

/// What a room has an edge do.
enum EdgeMessage: Codable, Sendable {
    /// Tell the viewers these events.
    case batch(EventBatch)
    /// Write what waits to all viewers, now.
    case flush
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
    /// A session that was counted among those of the room is in it no longer, or was not let in.
    case exit(SessionID)
    /// Answer a session that resumes, with the events that it missed.
    case resumed(ConnectionAddress, SessionOpened.Room, frames: ByteBuffer)
    /// Answer a session that missed more than one reply may hold, with the first part of it.
    case resumedInPart(ConnectionAddress, SessionOpen.Position, RoomJoined, frames: ByteBuffer)
    /// Answer a session that resumes a start of the live that is over.
    case resumeEnded(ConnectionAddress, SessionOpen.Position, bytesMax: Int)
    /// Close a connection whose client is to come back later, with the place that it has.
    case sendBack(ConnectionAddress)
    /// Write messages of a topic to its subscribers.
    case tellTopic(TopicFrame)
    /// Let a connection listen to a topic, and tell the room under this ticket. What the room sends after this message reaches it.
    case subscribe(ConnectionAddress, TopicName, ticket: Int64)
    /// Let a connection listen to a topic no more.
    case unsubscribe(ConnectionAddress, TopicName)
    /// Forget the live on every event loop. It has no members any more.
    case forget

    /// What happened in a tick, encoded: every edge gets the same.
    struct EventBatch: Equatable, Codable, Sendable {
        /// The number of the batch among those of the room since it runs here.
        let number: Int64
        /// How many sessions are in the live: parts of a large live wait longer for each other.
        let members: Int
        let events: [Broadcast.Event]
    }

    /// The entrants that are admitted together.
    struct Admitted: Codable, Sendable {
        /// An admitted entrant.
        struct Member: Codable, Sendable {
            let entrant: Admission<EntryAnswer>.Entrant
            let membership: RoomJoined
            /// Whether the connection is in the fan-out already.
            let isPresent: Bool
        }

        let members: [Member]
        /// The state of the live, for entrants that need it.
        let snapshot: ByteBuffer?
        /// The last batch that they do not need: what it tells is in the snapshot, or among the events that they missed.
        let after: Int64
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

/// What an edge reports of its deliveries of one live.
package struct EdgeReport: Hashable, Codable, Sendable {
    /// Which edge.
    let edge: EdgeID
    /// Whether its viewers are in parts, which are written to one after the other.
    var isDivided = false
    /// How long the slowest event loop took for a batch the last time.
    var writingNanosecondsMax: UInt64 = 0
    /// How much longer each byte of a batch makes it on the slowest event loop; 0 while nothing is known.
    var picosecondsPerByteMax = 0
    /// How many bytes wait for a viewer at most.
    var waitingBytesMax = 0

    /// Whether what waits, and so much more, takes the slowest event loop longer than this.
    func exceeds(milliseconds: Int, moreBytes: Int) -> Bool {
        let bytes = waitingBytesMax &+ moreBytes
        guard milliseconds > 0, bytes >= DeliveryCost.telling else { return false }
        let (picoseconds, overflows) = picosecondsPerByteMax.multipliedReportingOverflow(by: bytes)
        return overflows || picoseconds / 1_000_000_000 >= milliseconds
    }
}
