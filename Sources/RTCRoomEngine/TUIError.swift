/// An error code of the engine.
///
/// It is a struct and not an enum, because a server may send a number that has no name here. `Protocol/ERRORS.md` lists the numbers. The
/// names are the vendor's, including those of errors that no Ovation server sends.
public struct TUIError: RawRepresentable, Hashable, Error, Sendable {
    /// The number of the error; 0 for success.
    public let rawValue: Int

    /// Makes an error code from any number.
    public init(rawValue: Int) { self.rawValue = rawValue }
}

extension TUIError {
    /// The call succeeded.
    public static let success = TUIError(rawValue: 0)
    /// The call failed for a reason that has no name here.
    public static let failed = TUIError(rawValue: -1)
    /// There were too many calls in a short time.
    public static let freqLimit = TUIError(rawValue: -2)
    /// The same call is already in progress.
    public static let repeatOperation = TUIError(rawValue: -3)
    /// The user is in another live.
    public static let roomMismatch = TUIError(rawValue: -4)
    /// There is no such app.
    public static let sdkAppIDNotFound = TUIError(rawValue: -1000)
    /// An argument is not valid.
    public static let invalidParameter = TUIError(rawValue: -1001)
    /// Nobody is logged in.
    public static let sdkNotInitialized = TUIError(rawValue: -1002)
    /// The user has not allowed the app to use camera or microphone.
    public static let permissionDenied = TUIError(rawValue: -1003)
    /// The feature is not paid for. No Ovation server sends this.
    public static let requirePayment = TUIError(rawValue: -1004)
    /// The licence is not valid. No Ovation server sends this.
    public static let invalidLicense = TUIError(rawValue: -1005)
    /// The camera failed to start.
    public static let cameraStartFail = TUIError(rawValue: -1100)
    /// The user has not allowed the app to use the camera.
    public static let cameraNotAuthorized = TUIError(rawValue: -1101)
    /// Another app uses the camera.
    public static let cameraOccupied = TUIError(rawValue: -1102)
    /// There is no camera.
    public static let cameraDeviceEmpty = TUIError(rawValue: -1103)
    /// The microphone failed to start.
    public static let microphoneStartFail = TUIError(rawValue: -1104)
    /// The user has not allowed the app to use the microphone.
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
    /// A live of this kind does not support the operation.
    public static let operationNotSupportedInCurrentRoomType = TUIError(rawValue: -2103)
    /// The id of the live is not valid.
    public static let roomIdInvalid = TUIError(rawValue: -2105)
    /// The name of the live is not valid.
    public static let roomNameInvalid = TUIError(rawValue: -2107)
    /// The user is in another live, and has to leave it first.
    public static let alreadyInOtherRoom = TUIError(rawValue: -2108)
    /// There is no such user.
    public static let userNotExist = TUIError(rawValue: -2200)
    /// Only the owner may do it.
    public static let userNeedOwnerPermission = TUIError(rawValue: -2300)
    /// Only the owner and administrators may do it.
    public static let userNeedAdminPermission = TUIError(rawValue: -2301)
    /// The request belongs to another user.
    public static let requestNoPermission = TUIError(rawValue: -2310)
    /// There is no such request, or it has been answered.
    public static let requestIdInvalid = TUIError(rawValue: -2311)
    /// A request with this id already exists.
    public static let requestIdRepeat = TUIError(rawValue: -2312)
    /// The maximum number of seats is reached.
    public static let maxSeatCountLimit = TUIError(rawValue: -2340)
    /// There is no such seat.
    public static let seatIndexNotExist = TUIError(rawValue: -2344)
    /// The seat's microphone is locked.
    public static let openMicrophoneNeedSeatUnlock = TUIError(rawValue: -2360)
    /// The user needs the owner's permission to open the microphone.
    public static let openMicrophoneNeedPermissionFromAdmin = TUIError(rawValue: -2361)
    /// The seat's camera is locked.
    public static let openCameraNeedSeatUnlock = TUIError(rawValue: -2370)
    /// The user needs the owner's permission to open the camera.
    public static let openCameraNeedPermissionFromAdmin = TUIError(rawValue: -2371)
    /// The seat's camera is locked, which also forbids sharing the screen.
    public static let openScreenShareNeedSeatUnlock = TUIError(rawValue: -2372)
    /// The user needs the owner's permission to share the screen.
    public static let openScreenShareNeedPermissionFromAdmin = TUIError(rawValue: -2373)
    /// Messages are disabled for everybody.
    public static let sendMessageDisabledForAll = TUIError(rawValue: -2380)
    /// The user is muted.
    public static let sendMessageDisabledForCurrent = TUIError(rawValue: -2381)
    /// The live has no preview.
    public static let roomNotSupportPreloading = TUIError(rawValue: -4001)
    /// A phone call is using the camera and the microphone.
    public static let callInProgress = TUIError(rawValue: -6001)
    /// The server had an internal error.
    public static let serverSystemError = TUIError(rawValue: 100_001)
    /// The server got an argument that is not valid.
    public static let serverInvalidParameter = TUIError(rawValue: 100_002)
    /// Another user's live has this id.
    public static let roomIdOccupied = TUIError(rawValue: 100_003)
    /// There is no such live.
    public static let roomIdNotExist = TUIError(rawValue: 100_004)
    /// The user is not in the live.
    public static let userNotEntered = TUIError(rawValue: 100_005)
    /// The live is full.
    public static let roomUserFull = TUIError(rawValue: 100_008)
    /// The live requires a password.
    public static let needPassword = TUIError(rawValue: 100_018)
    /// The password is wrong.
    public static let wrongPassword = TUIError(rawValue: 100_019)
    /// The request conflicts with another one.
    public static let requestIdConflict = TUIError(rawValue: 100_102)
    /// The seat is locked.
    public static let seatLocked = TUIError(rawValue: 100_200)
    /// The user already has a seat.
    public static let alreadyInSeat = TUIError(rawValue: 100_203)
    /// All seats are taken.
    public static let allSeatOccupied = TUIError(rawValue: 100_205)
    /// The user has no seat.
    public static let userNotInSeat = TUIError(rawValue: 100_206)
    /// Another user has the seat.
    public static let seatOccupied = TUIError(rawValue: 100_210)
    /// The live has no seats.
    public static let seatNotSupportLinkMic = TUIError(rawValue: 100_211)
    /// The lives are already connected.
    public static let roomAlreadyConnected = TUIError(rawValue: 100_401)
    /// The live is connected with another one.
    public static let roomConnectedInOther = TUIError(rawValue: 100_403)
    /// Too many lives are connected.
    public static let maxConnectedCountLimit = TUIError(rawValue: 100_404)
    /// The metadata has too many keys.
    public static let roomMetadataExceedKeyCountLimit = TUIError(rawValue: 100_500)
    /// A metadata value is too long.
    public static let roomMetadataExceedValueSizeLimit = TUIError(rawValue: 100_501)
    /// The live does not accept gifts.
    public static let giftAbilityNotEnabled = TUIError(rawValue: 102_001)
    /// There is no such gift.
    public static let giftNotExist = TUIError(rawValue: 102_002)
    /// The app's backend refused the gift.
    public static let giftServerPreVerificationFailed = TUIError(rawValue: 102_004)
}
