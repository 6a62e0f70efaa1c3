public import Foundation

/// How a viewer comes to a seat.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUISeatMode: UInt, Sendable {
    /// By taking one.
    case freeToTake = 1
    /// By asking for one.
    case applyToTake = 2
}

/// What a microphone or camera does.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUIDeviceStatus: UInt, Sendable {
    /// It is on.
    case opened = 0
    /// The user switched it off.
    case closedBySelf = 1
    /// The owner or an administrator switched it off.
    case closedByAdmin = 2
}

/// Why a user is neither heard nor seen for a while.
public struct TUISuspendStatus: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes a set of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The user is heard and seen.
    public static let none: TUISuspendStatus = []
    /// The app is in the background.
    public static let inBackground = TUISuspendStatus(rawValue: 1 << 0)
    /// The user is on the phone.
    public static let inCalling = TUISuspendStatus(rawValue: 1 << 1)
}

/// What of a seat is locked. Everything else is unlocked.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUISeatLockParams: NSObject {
    /// Whether nobody may take the seat.
    open var lockSeat = false
    /// Whether the camera of the seat stays off.
    open var lockVideo = false
    /// Whether the microphone of the seat stays off.
    open var lockAudio = false
}

/// A seat and who sits on it.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUISeatInfo: NSObject {
    /// Its number, from 0 on.
    open var index = 0
    /// Who sits there; nil for an empty seat.
    open var userId: String?
    /// The nickname.
    open var userName: String?
    /// The name in this live.
    open var nameCard: String?
    /// Where the picture is.
    open var avatarUrl: String?
    /// Whether nobody may take it.
    open var isLocked = false
    /// Whether its camera stays off.
    open var isVideoLocked = false
    /// Whether its microphone stays off.
    open var isAudioLocked = false
}

/// A seat with its place in the picture.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUISeatFullInfo: NSObject {
    /// Whose seat it is: the id of the live.
    open var roomId = ""
    /// Its number, from 0 on.
    open var seatIndex = 0
    /// Whether nobody may take it.
    open var isSeatLocked = false
    /// Who sits there; nil for an empty seat.
    open var userId: String?
    /// The nickname.
    open var userName: String?
    /// Where the picture of the user is.
    open var userAvatar: String?
    /// What the microphone does.
    open var userMicrophoneStatus = TUIDeviceStatus.closedBySelf
    /// What the camera does.
    open var userCameraStatus = TUIDeviceStatus.closedBySelf
    /// Why the user is neither heard nor seen for a while.
    open var userSuspendStatus = TUISuspendStatus.none
    /// The distance from the left, in units of the canvas.
    open var x: UInt = 0
    /// The distance from the top, in units of the canvas.
    open var y: UInt = 0
    /// The width, in units of the canvas.
    open var width: UInt = 0
    /// The height, in units of the canvas.
    open var height: UInt = 0
    /// Higher seats cover lower ones.
    open var zorder: UInt = 0
}
