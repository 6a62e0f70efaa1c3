/// An event about connections between lives.
public enum CoHostEvent: Sendable {
    /// Another host asks for a connection. `extensionInfo` is the text that came with the request.
    case onCoHostRequestReceived(inviter: SeatUserInfo, extensionInfo: String)
    /// The host who asked cancelled the request. `invitee` is the user.
    case onCoHostRequestCancelled(inviter: SeatUserInfo, invitee: SeatUserInfo?)
    /// A host whom the user asked accepted.
    case onCoHostRequestAccepted(invitee: SeatUserInfo)
    /// A host whom the user asked rejected the request.
    case onCoHostRequestRejected(invitee: SeatUserInfo)
    /// A request ended without an answer. Both hosts get the event.
    case onCoHostRequestTimeout(inviter: SeatUserInfo, invitee: SeatUserInfo)
    /// A live joined the connection.
    case onCoHostUserJoined(userInfo: SeatUserInfo)
    /// A live left the connection.
    case onCoHostUserLeft(userInfo: SeatUserInfo)
}
