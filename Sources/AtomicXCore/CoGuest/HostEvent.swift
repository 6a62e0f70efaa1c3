/// An event about guests that the owner and administrators of a live get.
public enum HostEvent: Sendable {
    /// A viewer applied for a seat.
    case onGuestApplicationReceived(guestUser: LiveUserInfo)
    /// A viewer cancelled their application.
    case onGuestApplicationCancelled(guestUser: LiveUserInfo)
    /// Somebody else answered an application. `hostUser` is the one who answered.
    case onGuestApplicationProcessedByOtherHost(guestUser: LiveUserInfo, hostUser: LiveUserInfo)
    /// An invited user accepted or declined.
    case onHostInvitationResponded(isAccept: Bool, guestUser: LiveUserInfo)
    /// An invitation ended without an answer.
    case onHostInvitationNoResponse(guestUser: LiveUserInfo, reason: NoResponseReason)
}
