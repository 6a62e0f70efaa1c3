/// The fetched list of lives, and the live that the user is in.
public struct LiveListState: JSONCodable, Sendable {
    /// The fetched pages of the list, one after the other.
    public var liveList: [LiveInfo] = []
    /// The cursor of the next page; empty if there is none.
    public var liveListCursor: String = ""
    /// The live that the user is in; ``LiveInfo/isEmpty`` if they are in none. It follows changes of the live's settings.
    public var currentLive = LiveInfo()

    /// Makes an empty list, with the user in no live.
    public init() {}
}

/// The reason why the user is no longer in a live without having left it.
public enum LiveListEvent: Sendable {
    /// The live ended.
    case onLiveEnded(liveID: String, reason: LiveEndedReason, message: String)
    /// The user was removed from the live, which continues.
    case onKickedOutOfLive(liveID: String, reason: LiveKickedOutReason, message: String)
}

/// The reason why a live ended.
public enum LiveEndedReason: Int, JSONCodable, Sendable {
    /// The owner ended the live.
    case endedByHost = 1
    /// An administrator of the app, or the server itself, ended the live.
    case endedByServer = 2
}

/// The reason why a user is no longer in a live.
public enum LiveKickedOutReason: Int, JSONCodable, Sendable {
    /// The owner or an administrator removed or banned the user.
    case byAdmin = 0
    /// The user logged in on too many other devices.
    case byLoggedOnOtherDevice = 1
    /// The server ended the user's login.
    case byServer = 2
    /// The server closed the connection for good.
    case forNetworkDisconnected = 3
    /// The user was offline for too long.
    case forJoinRoomStatusInvalidDuringOffline = 4
    /// The user joined too many lives.
    case forCountOfJoinedRoomsExceedLimit = 5
}
