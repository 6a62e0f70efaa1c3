package import OvationBackend
package import OvationModel
import OvationRules

/// A room, wherever it runs: the one way to it.
///
/// Connections and the REST API hold nothing else of a room. What they hand over is `Codable` and names connections by their
/// address, so a room may run on another node than its callers. ``EdgePort`` is the way back.
package protocol RoomPort: AnyObject, Sendable {
    /// Which live.
    var liveID: LiveID { get }

    /// Hands a request over. Requests of one caller are handled in their order.
    ///
    /// - Parameter answer: called once, on the room's event loop. A request to enter or to resume is answered over its connection,
    ///   and here only when it is refused.
    func submit(_ request: RoomRequest, _ answer: @escaping RoomCall.Answer)

    /// Notifies the room, without an answer, in order with the requests of the same caller.
    func notify(_ notice: RoomNotice)

    /// Runs the live no more, because it is another node's. Members are sent back, and requests are refused with `liveMoved`. Said by the
    /// node that runs it.
    func giveUp()

    /// Decides nothing more, so that another node may run the live: requests are refused with `liveMoved` from now on. Said by the node
    /// that runs it and is about to stop, which then gives the start back to the storage and calls ``giveUp()``.
    ///
    /// - Parameter done: called once, on any thread, when everything that was decided is on its way to the journal: with the start of the
    ///   live, or with nil where there is nothing to give back.
    func handBack(_ done: @escaping @Sendable (LiveSessionID?) -> Void)

    /// The sessions that are in the room, for a simulation that compares them with those at the edge. Only on the room's own event loop.
    var sessionsPresent: Set<SessionID> { get }
}

extension RoomPort {
    /// Nothing to give back: what runs elsewhere is not this node's.
    package func handBack(_ done: @escaping @Sendable (LiveSessionID?) -> Void) { done(nil) }
}

/// A notification to a room, which has no answer.
package enum RoomNotice: Hashable, Codable, Sendable {
    /// A connection was lost; its session may come back over another one.
    case connectionLost(SessionID, ConnectionAddress)
    /// A session is over, by its own wish or by silence.
    case sessionEnded(SessionID, MemberStateCause)
    /// What an edge reports of its deliveries.
    case edgeReported(EdgeReport)
    /// An edge lets a connection listen to a topic, as the room asked with this ticket, or says why not.
    case subscribed(ticket: Int64, Rejection?)
    /// The picture of a start of the live is so now.
    case pictureChanged(LiveSessionID, RoomMedia)
    /// Coins of gifts were taken back from these users: they may be lower on the board.
    case coinsTakenBack(Set<UserID>)
}
