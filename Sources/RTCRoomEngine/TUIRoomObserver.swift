public import Foundation

/// Is told what happens to the user and in the live that they are in. Every method has a body that does nothing.
///
/// All calls come on the main queue, when the stores of AtomicXCore have their new state. An engine holds its observers weakly. What says
/// "not called" is about pictures, sound or seats, which the engine does not have.
public protocol TUIRoomObserver: AnyObject {
    /// Something failed that no call can be told of. Not called.
    func onError(error: TUIError, message: String)
    /// The user logged in on too many other devices, and is logged out here.
    func onKickedOffLine(message: String)
    /// The login is no longer valid; log in again with a new UserSig.
    func onUserSigExpired()
    /// The live has another title.
    func onRoomNameChanged(roomId: String, roomName: String)
    /// Messages are disabled for everybody, or allowed again.
    func onSendMessageForAllUserDisableChanged(roomId: String, isDisable: Bool)
    /// The live is over. The owner who ends it is told by the completion instead.
    func onRoomDismissed(roomId: String, reason: TUIRoomDismissedReason)
    /// The live goes on without the user.
    func onKickedOutOfRoom(roomId: String, reason: TUIKickedOutOfRoomReason, message: String)
    /// Viewers come to a seat another way.
    func onRoomSeatModeChanged(roomId: String, seatMode: TUISeatMode)
    /// There are more or fewer people. The owner counts, whether they are there or not.
    func onRoomUserCountChanged(roomId: String, userCount: Int)
    /// A value of the live's metadata is new. It is empty where the key was deleted.
    func onRoomMetadataChanged(key: String, value: String)
    /// Somebody else entered: a viewer or the owner. In a live of more than 500 viewers it is a sample.
    func onRemoteUserEnterRoom(roomId: String, userInfo: TUIUserInfo)
    /// Somebody else left, or was removed.
    func onRemoteUserLeaveRoom(roomId: String, userInfo: TUIUserInfo)
    /// Somebody became an administrator of the live, or is one no longer.
    func onUserInfoChanged(userInfo: TUIUserInfo, modifyFlag: TUIUserInfoModifyFlag)
    /// Somebody may no longer write, or may again. The capital letter is the vendor's.
    func OnSendMessageForUserDisableChanged(roomId: String, userId: String, isDisable: Bool)
    /// A user is seen, or is no longer. Not called.
    func onUserVideoStateChanged(
        userId: String, streamType: TUIVideoStreamType, hasVideo: Bool, reason: TUIChangeReason)
    /// A user is heard, or is no longer. Not called.
    func onUserAudioStateChanged(userId: String, hasAudio: Bool, reason: TUIChangeReason)
    /// Who speaks, and how loud, from 0 to 100. Not called.
    func onUserVoiceVolumeChanged(volumeMap: [String: NSNumber])
    /// How good the networks of users are. Not called.
    func onUserNetworkQualityChanged(networkList: [TUINetworkInfo])
    /// A picture has another size. Not called.
    func onUserVideoSizeChanged(
        roomId: String, userId: String, streamType: TUIVideoStreamType, width: Int32, height: Int32)
    /// The seats are others. Not called.
    func onSeatListChanged(
        roomId: String, seatList: [TUISeatFullInfo], newlySeatedUsers: [TUIUserInfo], newlyLeftUsers: [TUIUserInfo])
    /// The user was taken off a seat. Not called.
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
