public import OvationModel

/// Where a user is, as a ``LiveRoom`` knows it.
public enum LiveRoomStatus: Hashable, Sendable {
    /// Not in the live yet.
    case outside
    /// On the way into it.
    case entering
    /// In it, also while a lost connection is made anew.
    case inside
    /// In it no longer. ``LiveRoom/join()`` enters it again.
    case over(LiveRoomEnd)
}

/// Why a user is in a live no longer.
public enum LiveRoomEnd: Hashable, Sendable {
    /// The user left it.
    case left
    /// It is over: by its owner, by the app or by the server.
    case ended(RoomEnded)
    /// A moderator removed the user, who may come back.
    case kicked(AudienceKicked)
    /// A moderator removed the user, who may not come back before a time.
    case banned(AudienceBanned)
    /// The server had the user in it no longer when a lost connection was made anew: they were away for too long, or the live is over.
    case removed(Rejection)
    /// The user has logged in on too many other devices.
    case kickedOffline
    /// The UserSig has expired, or is good no longer.
    case loginExpired
    /// The app has logged the user out.
    case loggedOut
    /// The server closed the connection for good.
    case closed(CloseCode)
}

/// That the user may not write in a live.
public struct LiveMute: Hashable, Sendable {
    /// Until when, by the server's clock; nil for the rest of the live. Nothing is told when that time has come.
    public var until: Timestamp?
    /// Why, as the moderator said it; nil where they gave no reason.
    public var reason: String?

    /// Makes a mute.
    public init(until: Timestamp?, reason: String?) {
        self.until = until
        self.reason = reason
    }
}
