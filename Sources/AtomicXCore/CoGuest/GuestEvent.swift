/// An event about seats that the viewer gets whom it concerns.
public enum GuestEvent: Sendable {
    /// The host invited the user to a seat.
    case onHostInvitationReceived(hostUser: LiveUserInfo)
    /// The host cancelled the invitation.
    case onHostInvitationCancelled(hostUser: LiveUserInfo)
    /// The host accepted or rejected the user's application.
    case onGuestApplicationResponded(isAccept: Bool, hostUser: LiveUserInfo)
    /// The user's application ended without an answer.
    case onGuestApplicationNoResponse(reason: NoResponseReason)
    /// The host took the user off a seat. The number of the seat counts from 0.
    case onKickedOffSeat(seatIndex: Int, hostUser: LiveUserInfo)
}
