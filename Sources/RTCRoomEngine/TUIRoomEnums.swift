/// What a user is in a live.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUIRole: UInt, Sendable {
    /// The user who created it.
    case roomOwner = 0
    /// A user whom the owner appointed.
    case administrator = 1
    /// Everybody else.
    case generalUser = 2
}

/// Why a live ended.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUIRoomDismissedReason: UInt, Sendable {
    /// The owner ended it.
    case byOwner = 1
    /// An administrator of the app or the server itself did.
    case byServer = 2
}

/// Why a user is no longer in a live.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUIKickedOutOfRoomReason: UInt, Sendable {
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

/// Who changed sound or picture of a user.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUIChangeReason: UInt, Sendable {
    /// The user.
    case bySelf = 0
    /// The owner or an administrator.
    case byAdmin = 1
}

/// What a picture shows.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUIVideoStreamType: UInt, Sendable {
    /// The camera.
    case cameraStream = 0
    /// The screen.
    case screenStream = 1
    /// The camera, in a small picture.
    case cameraStreamLow = 2
}

/// How many lines a picture has.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUIVideoQuality: UInt, Sendable {
    /// 640 by 360.
    case quality360P = 1
    /// 960 by 540.
    case quality540P = 2
    /// 1280 by 720.
    case quality720P = 3
    /// 1920 by 1080.
    case quality1080P = 4
}

/// What ``TUIRoomEngine/getExtension(extensionType:)`` is asked for.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUIExtensionType: UInt, Sendable {
    /// Cameras and microphones. There is none here.
    case deviceManager = 1
    /// ``TUILiveListManager``.
    case liveListManager = 2
    /// A list of conferences. There is none here.
    case conferenceListManager = 3
    /// Calls to a conference. There are none here.
    case conferenceInvitationManager = 4
    /// The layout of the picture. There is none here.
    case liveLayoutManager = 5
    /// ``TUILiveGiftManager``.
    case liveGiftManager = 6
    /// ``TUISongListManager``.
    case songListManager = 7
}

/// What became of the request to connect two lives.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUIConnectionCode: Int, Sendable {
    /// It is not known.
    case unknown = -1
    /// It was sent.
    case success = 0
    /// There is no such live.
    case roomNotExist = 1
    /// The live was asked before, or is connected.
    case connecting = 2
    /// The live is connected with another one.
    case connectingOtherRoom = 3
    /// As many lives are connected as can be.
    case full = 4
    /// It failed and may be tried again.
    case retry = 5
    /// The lives are of different kinds.
    case roomMismatch = 6
}

/// What became of the request to battle.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUIBattleCode: Int, Sendable {
    /// It is not known.
    case unknown = -1
    /// It was sent.
    case success = 0
    /// There is no such live.
    case roomNotExist = 1
    /// The live is in this battle.
    case battling = 2
    /// The live is in another battle.
    case battlingOtherRoom = 3
    /// The live has left.
    case roomExit = 4
    /// It failed and may be tried again.
    case retry = 5
}
