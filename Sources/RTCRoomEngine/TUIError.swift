/// The number of an error of the engine.
///
/// A struct over a number rather than an enum, because a server may send a number that has no name here. The list is
/// `Protocol/ERRORS.md`; the names are the vendor's, also of what no server of Ovation says.
public struct TUIError: RawRepresentable, Hashable, Error, Sendable {
    /// The number; 0 for success.
    public let rawValue: Int

    /// Makes a code of any number.
    public init(rawValue: Int) { self.rawValue = rawValue }
}

extension TUIError {
    /// It did not fail.
    public static let success = TUIError(rawValue: 0)
    /// It failed for a reason that has no case here.
    public static let failed = TUIError(rawValue: -1)
    /// Too many calls in a short time.
    public static let freqLimit = TUIError(rawValue: -2)
    /// The same call is under way.
    public static let repeatOperation = TUIError(rawValue: -3)
    /// The user is in another live.
    public static let roomMismatch = TUIError(rawValue: -4)
    /// There is no such app.
    public static let sdkAppIDNotFound = TUIError(rawValue: -1000)
    /// An argument is not valid.
    public static let invalidParameter = TUIError(rawValue: -1001)
    /// Nobody is logged in.
    public static let sdkNotInitialized = TUIError(rawValue: -1002)
    /// The user has not let the app use camera or microphone.
    public static let permissionDenied = TUIError(rawValue: -1003)
    /// The feature is not paid for. No server of Ovation says this.
    public static let requirePayment = TUIError(rawValue: -1004)
    /// The licence is not valid. No server of Ovation says this.
    public static let invalidLicense = TUIError(rawValue: -1005)
    /// The camera does not start.
    public static let cameraStartFail = TUIError(rawValue: -1100)
    /// The user has not let the app use the camera.
    public static let cameraNotAuthorized = TUIError(rawValue: -1101)
    /// Another app uses the camera.
    public static let cameraOccupied = TUIError(rawValue: -1102)
    /// There is no camera.
    public static let cameraDeviceEmpty = TUIError(rawValue: -1103)
    /// The microphone does not start.
    public static let microphoneStartFail = TUIError(rawValue: -1104)
    /// The user has not let the app use the microphone.
    public static let microphoneNotAuthorized = TUIError(rawValue: -1105)
    /// Another app uses the microphone.
    public static let microphoneOccupied = TUIError(rawValue: -1106)
    /// There is no microphone.
    public static let microphoneDeviceEmpty = TUIError(rawValue: -1107)
    /// There is no screen to share.
    public static let getScreenSharingTargetFailed = TUIError(rawValue: -1108)
    /// The screen cannot be shared.
    public static let startScreenSharingFailed = TUIError(rawValue: -1109)
    /// The user is in no live.
    public static let operationInvalidBeforeEnterRoom = TUIError(rawValue: -2101)
    /// A live of this kind cannot do it.
    public static let operationNotSupportedInCurrentRoomType = TUIError(rawValue: -2103)
    /// The id of the live is not valid.
    public static let roomIdInvalid = TUIError(rawValue: -2105)
    /// The name of the live is not valid.
    public static let roomNameInvalid = TUIError(rawValue: -2107)
    /// The user is in another live, which they leave first.
    public static let alreadyInOtherRoom = TUIError(rawValue: -2108)
    /// There is no such user.
    public static let userNotExist = TUIError(rawValue: -2200)
    /// Only the owner may do it.
    public static let userNeedOwnerPermission = TUIError(rawValue: -2300)
    /// Only the owner and administrators may do it.
    public static let userNeedAdminPermission = TUIError(rawValue: -2301)
    /// The request is somebody else's.
    public static let requestNoPermission = TUIError(rawValue: -2310)
    /// There is no such request, or it has been answered.
    public static let requestIdInvalid = TUIError(rawValue: -2311)
    /// There is a request of this id.
    public static let requestIdRepeat = TUIError(rawValue: -2312)
    /// There are no more seats to be had.
    public static let maxSeatCountLimit = TUIError(rawValue: -2340)
    /// There is no such seat.
    public static let seatIndexNotExist = TUIError(rawValue: -2344)
    /// The microphone of the seat is locked.
    public static let openMicrophoneNeedSeatUnlock = TUIError(rawValue: -2360)
    /// The owner has to let the user open the microphone.
    public static let openMicrophoneNeedPermissionFromAdmin = TUIError(rawValue: -2361)
    /// The camera of the seat is locked.
    public static let openCameraNeedSeatUnlock = TUIError(rawValue: -2370)
    /// The owner has to let the user open the camera.
    public static let openCameraNeedPermissionFromAdmin = TUIError(rawValue: -2371)
    /// The camera of the seat is locked, and the screen with it.
    public static let openScreenShareNeedSeatUnlock = TUIError(rawValue: -2372)
    /// The owner has to let the user share the screen.
    public static let openScreenShareNeedPermissionFromAdmin = TUIError(rawValue: -2373)
    /// Messages are disabled for everybody.
    public static let sendMessageDisabledForAll = TUIError(rawValue: -2380)
    /// The user may not write.
    public static let sendMessageDisabledForCurrent = TUIError(rawValue: -2381)
    /// The live has no preview.
    public static let roomNotSupportPreloading = TUIError(rawValue: -4001)
    /// A call uses camera and microphone.
    public static let callInProgress = TUIError(rawValue: -6001)
    /// The server failed.
    public static let serverSystemError = TUIError(rawValue: 100_001)
    /// The server was sent an argument that is not valid.
    public static let serverInvalidParameter = TUIError(rawValue: 100_002)
    /// The id is that of somebody else's live.
    public static let roomIdOccupied = TUIError(rawValue: 100_003)
    /// There is no such live.
    public static let roomIdNotExist = TUIError(rawValue: 100_004)
    /// The user is not in the live.
    public static let userNotEntered = TUIError(rawValue: 100_005)
    /// The live is full.
    public static let roomUserFull = TUIError(rawValue: 100_008)
    /// The live has a password.
    public static let needPassword = TUIError(rawValue: 100_018)
    /// The password is another one.
    public static let wrongPassword = TUIError(rawValue: 100_019)
    /// Another request is in the way.
    public static let requestIdConflict = TUIError(rawValue: 100_102)
    /// The seat is locked.
    public static let seatLocked = TUIError(rawValue: 100_200)
    /// The user has a seat.
    public static let alreadyInSeat = TUIError(rawValue: 100_203)
    /// All seats are taken.
    public static let allSeatOccupied = TUIError(rawValue: 100_205)
    /// The user has no seat.
    public static let userNotInSeat = TUIError(rawValue: 100_206)
    /// The seat is taken.
    public static let seatOccupied = TUIError(rawValue: 100_210)
    /// There are no seats.
    public static let seatNotSupportLinkMic = TUIError(rawValue: 100_211)
    /// The lives are connected.
    public static let roomAlreadyConnected = TUIError(rawValue: 100_401)
    /// The live is connected with another one.
    public static let roomConnectedInOther = TUIError(rawValue: 100_403)
    /// Too many lives are connected.
    public static let maxConnectedCountLimit = TUIError(rawValue: 100_404)
    /// Metadata has too many keys.
    public static let roomMetadataExceedKeyCountLimit = TUIError(rawValue: 100_500)
    /// A value of metadata is too long.
    public static let roomMetadataExceedValueSizeLimit = TUIError(rawValue: 100_501)
    /// The live takes no gifts.
    public static let giftAbilityNotEnabled = TUIError(rawValue: 102_001)
    /// There is no such gift.
    public static let giftNotExist = TUIError(rawValue: 102_002)
    /// The app's backend refused the gift.
    public static let giftServerPreVerificationFailed = TUIError(rawValue: 102_004)
}
