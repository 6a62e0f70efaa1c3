public import OvationModel

/// Whether a user is in a live, as a ``LiveRoom`` knows it.
public enum LiveRoomStatus: Hashable, Sendable {
    /// The user has not entered the live yet.
    case outside
    /// The user is entering the live.
    case entering
    /// The user is in the live. This holds during a reconnect too.
    case inside
    /// The user is no longer in the live. ``LiveRoom/join()`` enters it again.
    case over(LiveRoomEnd)
}

/// The reason why a user is no longer in a live.
public enum LiveRoomEnd: Hashable, Sendable {
    /// The user left the live.
    case left
    /// The live ended. Its owner, the app or the server ended it.
    case ended(RoomEnded)
    /// A moderator removed the user, who may come back.
    case kicked(AudienceKicked)
    /// A moderator banned the user, who may not come back before the ban ends.
    case banned(AudienceBanned)
    /// The user was no longer in the live after a reconnect, because they were away for too long or the live is over.
    case removed(Rejection)
    /// The user has logged in on too many other devices.
    case kickedOffline
    /// The UserSig has expired or is no longer valid.
    case loginExpired
    /// The app logged the user out.
    case loggedOut
    /// The server closed the connection for good.
    case closed(CloseCode)
}

/// A mute: the user may not write in a live.
public struct LiveMute: Hashable, Sendable {
    /// The end of the mute, by the server's clock; nil for the rest of the live. No event comes when the mute ends.
    public var until: Timestamp?
    /// The reason in the moderator's words; nil if they gave none.
    public var reason: String?

    /// Makes a mute.
    public init(until: Timestamp?, reason: String?) {
        self.until = until
        self.reason = reason
    }
}
