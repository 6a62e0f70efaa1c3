/// The role of a user in a live.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUIRole: UInt, Sendable {
    /// The user who created the live.
    case roomOwner = 0
    /// A user that the owner appointed.
    case administrator = 1
    /// Everybody else.
    case generalUser = 2
}

/// The reason why a live ended.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUIRoomDismissedReason: UInt, Sendable {
    /// The owner ended the live.
    case byOwner = 1
    /// An administrator of the app, or the server itself, ended the live.
    case byServer = 2
}

/// The reason why a user is no longer in a live.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUIKickedOutOfRoomReason: UInt, Sendable {
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

/// The person who turned a user's sound or picture on or off.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUIChangeReason: UInt, Sendable {
    /// The user themselves.
    case bySelf = 0
    /// The owner or an administrator.
    case byAdmin = 1
}

/// The source of a picture.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUIVideoStreamType: UInt, Sendable {
    /// The picture comes from the camera.
    case cameraStream = 0
    /// The picture comes from the screen.
    case screenStream = 1
    /// The picture comes from the camera, in a small size.
    case cameraStreamLow = 2
}

/// The resolution of a picture.
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

/// The part of the engine that ``TUIRoomEngine/getExtension(extensionType:)`` returns a manager for.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUIExtensionType: UInt, Sendable {
    /// Cameras and microphones. This library has no such manager.
    case deviceManager = 1
    /// ``TUILiveListManager``.
    case liveListManager = 2
    /// The list of conferences. This library has no such manager.
    case conferenceListManager = 3
    /// Invitations to a conference. This library has no such manager.
    case conferenceInvitationManager = 4
    /// The layout of the picture. This library has no such manager.
    case liveLayoutManager = 5
    /// ``TUILiveGiftManager``.
    case liveGiftManager = 6
    /// ``TUISongListManager``.
    case songListManager = 7
}

/// The outcome of a request to connect two lives.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUIConnectionCode: Int, Sendable {
    /// The outcome is not known.
    case unknown = -1
    /// The request was sent.
    case success = 0
    /// There is no such live.
    case roomNotExist = 1
    /// The live has already been asked, or is already connected.
    case connecting = 2
    /// The live is connected with another one.
    case connectingOtherRoom = 3
    /// The maximum number of lives is connected.
    case full = 4
    /// The request failed and may be repeated.
    case retry = 5
    /// The lives are of different kinds.
    case roomMismatch = 6
}

/// The outcome of a request to battle.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUIBattleCode: Int, Sendable {
    /// The outcome is not known.
    case unknown = -1
    /// The request was sent.
    case success = 0
    /// There is no such live.
    case roomNotExist = 1
    /// The live is already in this battle.
    case battling = 2
    /// The live is in another battle.
    case battlingOtherRoom = 3
    /// The host has left the live.
    case roomExit = 4
    /// The request failed and may be repeated.
    case retry = 5
}
