public import Foundation

/// Receives events of the user and of the live that they are in. Every method has an empty default.
///
/// All methods are called on the main queue, after the stores of AtomicXCore have their new state. An engine holds its observers weakly. A
/// method that says "not called" is about pictures and sound, which the engine does not have.
public protocol TUIRoomObserver: AnyObject {
    /// An error happened outside any call. Not called.
    func onError(error: TUIError, message: String)
    /// The user was logged out, because they logged in on too many other devices.
    func onKickedOffLine(message: String)
    /// The login is no longer valid. Log in again with a new UserSig.
    func onUserSigExpired()
    /// The title of the live changed.
    func onRoomNameChanged(roomId: String, roomName: String)
    /// Messages are disabled for everybody, or allowed again.
    func onSendMessageForAllUserDisableChanged(roomId: String, isDisable: Bool)
    /// The live ended. An owner who ends it learns this from the completion instead.
    func onRoomDismissed(roomId: String, reason: TUIRoomDismissedReason)
    /// The user was removed from the live, which continues.
    func onKickedOutOfRoom(roomId: String, reason: TUIKickedOutOfRoomReason, message: String)
    /// The way in which viewers get a seat changed.
    func onRoomSeatModeChanged(roomId: String, seatMode: TUISeatMode)
    /// The number of people changed. It always includes the owner, even while they are away.
    func onRoomUserCountChanged(roomId: String, userCount: Int)
    /// A value of the live's metadata changed. It is empty if the key was deleted.
    func onRoomMetadataChanged(key: String, value: String)
    /// Another user entered, a viewer or the owner. With more than 500 viewers only a sample of them is reported.
    func onRemoteUserEnterRoom(roomId: String, userInfo: TUIUserInfo)
    /// Another user left or was removed.
    func onRemoteUserLeaveRoom(roomId: String, userInfo: TUIUserInfo)
    /// A user became an administrator of the live, or no longer is one.
    func onUserInfoChanged(userInfo: TUIUserInfo, modifyFlag: TUIUserInfoModifyFlag)
    /// A user was muted or unmuted. The capital letter in the name is the vendor's.
    func OnSendMessageForUserDisableChanged(roomId: String, userId: String, isDisable: Bool)
    /// A user in a seat opened or closed the camera, or it was locked.
    func onUserVideoStateChanged(
        userId: String, streamType: TUIVideoStreamType, hasVideo: Bool, reason: TUIChangeReason)
    /// A user in a seat opened or closed the microphone, or it was locked.
    func onUserAudioStateChanged(userId: String, hasAudio: Bool, reason: TUIChangeReason)
    /// The voice volumes of users in seats changed. They range from 0 to 100.
    func onUserVoiceVolumeChanged(volumeMap: [String: NSNumber])
    /// The network quality of users changed. Not called.
    func onUserNetworkQualityChanged(networkList: [TUINetworkInfo])
    /// The size of a user's video changed. Not called.
    func onUserVideoSizeChanged(
        roomId: String, userId: String, streamType: TUIVideoStreamType, width: Int32, height: Int32)
    /// The seats changed. It is called on entering a live too, with all users in seats.
    func onSeatListChanged(
        roomId: String, seatList: [TUISeatFullInfo], newlySeatedUsers: [TUIUserInfo], newlyLeftUsers: [TUIUserInfo])
    /// The user was removed from their seat. The text is always empty.
    func onKickedOffSeat(seatIndex: Int, operateUser: TUIUserInfo, extensionInfo: String)
}

extension TUIRoomObserver {
    /// Does nothing.
    public func onError(error: TUIError, message: String) {}
    /// Does nothing.
    public func onKickedOffLine(message: String) {}
    /// Does nothing.
    public func onUserSigExpired() {}
    /// Does nothing.
    public func onRoomNameChanged(roomId: String, roomName: String) {}
    /// Does nothing.
    public func onSendMessageForAllUserDisableChanged(roomId: String, isDisable: Bool) {}
    /// Does nothing.
    public func onRoomDismissed(roomId: String, reason: TUIRoomDismissedReason) {}
    /// Does nothing.
    public func onKickedOutOfRoom(roomId: String, reason: TUIKickedOutOfRoomReason, message: String) {}
    /// Does nothing.
    public func onRoomSeatModeChanged(roomId: String, seatMode: TUISeatMode) {}
    /// Does nothing.
    public func onRoomUserCountChanged(roomId: String, userCount: Int) {}
    /// Does nothing.
    public func onRoomMetadataChanged(key: String, value: String) {}
    /// Does nothing.
    public func onRemoteUserEnterRoom(roomId: String, userInfo: TUIUserInfo) {}
    /// Does nothing.
    public func onRemoteUserLeaveRoom(roomId: String, userInfo: TUIUserInfo) {}
    /// Does nothing.
    public func onUserInfoChanged(userInfo: TUIUserInfo, modifyFlag: TUIUserInfoModifyFlag) {}
    /// Does nothing.
    public func OnSendMessageForUserDisableChanged(roomId: String, userId: String, isDisable: Bool) {}
    /// Does nothing.
    public func onUserVideoStateChanged(
        userId: String, streamType: TUIVideoStreamType, hasVideo: Bool, reason: TUIChangeReason
    ) {}
    /// Does nothing.
    public func onUserAudioStateChanged(userId: String, hasAudio: Bool, reason: TUIChangeReason) {}
    /// Does nothing.
    public func onUserVoiceVolumeChanged(volumeMap: [String: NSNumber]) {}
    /// Does nothing.
    public func onUserNetworkQualityChanged(networkList: [TUINetworkInfo]) {}
    /// Does nothing.
    public func onUserVideoSizeChanged(
        roomId: String, userId: String, streamType: TUIVideoStreamType, width: Int32, height: Int32
    ) {}
    /// Does nothing.
    public func onSeatListChanged(
        roomId: String, seatList: [TUISeatFullInfo], newlySeatedUsers: [TUIUserInfo], newlyLeftUsers: [TUIUserInfo]
    ) {}
    /// Does nothing.
    public func onKickedOffSeat(seatIndex: Int, operateUser: TUIUserInfo, extensionInfo: String) {}
}
