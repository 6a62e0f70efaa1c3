import OvationModel
import OvationRules

/// A room, wherever it runs: the one way to it.
///
/// Connections and the REST API hold nothing else of a room. What they hand over is `Codable` and names connections by their
/// address, so that a room may run on another node than those who talk to it. ``EdgePort`` is the way back.
protocol RoomPort: AnyObject, Sendable {
    /// Which live.
    var liveID: LiveID { get }

    /// Hands a request over. Requests of one caller are handled in their order.
    ///
    /// - Parameter answer: called once, on the room's event loop. Somebody who asks to enter or to go on is answered over their
    ///   connection, and here only where they are refused.
    func submit(_ request: RoomRequest, _ answer: @escaping RoomCall.Answer)

    /// Tells the room something that has no answer, in order with the requests of the same caller.
    func notify(_ notice: RoomNotice)
}

/// What a room is told and does not answer.
enum RoomNotice: Hashable, Codable, Sendable {
    /// A connection was lost; its session may come back over another one.
    case connectionLost(SessionID, ConnectionAddress)
    /// A session is over, by its own wish or by silence.
    case sessionEnded(SessionID, MemberStateCause)
    /// A session that was counted among those of the room does not enter after all.
    case entryAbandoned(SessionID)
    /// The picture of a start of the live is so now.
    case pictureChanged(LiveSessionID, RoomMedia)
    /// Coins of gifts were taken back from these users: they may be lower on the board.
    case coinsTakenBack(Set<UserID>)
}
