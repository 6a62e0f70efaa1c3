/// The lives that were fetched, and the one that the user is in.
public struct LiveListState: JSONCodable, Sendable {
    /// The pages of the list that were fetched, one after the other.
    public var liveList: [LiveInfo] = []
    /// Where the next page begins; empty where there is none.
    public var liveListCursor: String = ""
    /// The live that the user is in; ``LiveInfo/isEmpty`` outside of one. It follows the live as its settings change.
    public var currentLive = LiveInfo()

    /// Makes an empty list, outside of a live.
    public init() {}
}

/// That the user is in a live no longer, without having left it.
public enum LiveListEvent: Sendable {
    /// The live is over.
    case onLiveEnded(liveID: String, reason: LiveEndedReason, message: String)
    /// The live goes on without the user.
    case onKickedOutOfLive(liveID: String, reason: LiveKickedOutReason, message: String)
}

/// Why a live ended.
public enum LiveEndedReason: Int, JSONCodable, Sendable {
    /// The owner ended it.
    case endedByHost = 1
    /// An administrator of the app or the server itself did.
    case endedByServer = 2
}

/// Why a user is no longer in a live.
public enum LiveKickedOutReason: Int, JSONCodable, Sendable {
    /// Its owner or an administrator removed or banned them.
    case byAdmin = 0
    /// They logged in on too many other devices.
    case byLoggedOnOtherDevice = 1
    /// The server ended the login.
    case byServer = 2
    /// The server closed the connection for good.
    case forNetworkDisconnected = 3
    /// They were away for too long.
    case forJoinRoomStatusInvalidDuringOffline = 4
    /// They joined too many lives.
    case forCountOfJoinedRoomsExceedLimit = 5
}
