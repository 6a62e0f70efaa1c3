public import Foundation

/// How a viewer gets a seat.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUISeatMode: UInt, Sendable {
    /// A viewer can simply take a seat.
    case freeToTake = 1
    /// A viewer has to ask for a seat.
    case applyToTake = 2
}

/// The state of a microphone or a camera.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUIDeviceStatus: UInt, Sendable {
    /// The device is on.
    case opened = 0
    /// The user switched the device off.
    case closedBySelf = 1
    /// The owner or an administrator switched the device off.
    case closedByAdmin = 2
}

/// The reason why a user can be neither heard nor seen for a while.
public struct TUISuspendStatus: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Makes a set from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The user can be heard and seen.
    public static let none: TUISuspendStatus = []
    /// The app is in the background.
    public static let inBackground = TUISuspendStatus(rawValue: 1 << 0)
    /// The user is on the phone.
    public static let inCalling = TUISuspendStatus(rawValue: 1 << 1)
}

/// The parts of a seat that are locked. All others are unlocked.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUISeatLockParams: NSObject {
    /// Whether nobody may take the seat.
    open var lockSeat = false
    /// Whether the seat's camera stays off.
    open var lockVideo = false
    /// Whether the seat's microphone stays off.
    open var lockAudio = false
}

/// A seat and the user in it.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUISeatInfo: NSObject {
    /// The number of the seat, from 0.
    open var index = 0
    /// The id of the user in the seat; nil for an empty seat.
    open var userId: String?
    /// The user's nickname.
    open var userName: String?
    /// The user's name in this live.
    open var nameCard: String?
    /// The URL of the user's picture.
    open var avatarUrl: String?
    /// Whether nobody may take the seat.
    open var isLocked = false
    /// Whether the seat's camera stays off.
    open var isVideoLocked = false
    /// Whether the seat's microphone stays off.
    open var isAudioLocked = false
}

/// A seat with its position in the picture.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUISeatFullInfo: NSObject {
    /// The id of the live.
    open var roomId = ""
    /// The number of the seat, from 0.
    open var seatIndex = 0
    /// Whether nobody may take the seat.
    open var isSeatLocked = false
    /// The id of the user in the seat; nil for an empty seat.
    open var userId: String?
    /// The user's nickname.
    open var userName: String?
    /// The URL of the user's picture.
    open var userAvatar: String?
    /// The state of the user's microphone.
    open var userMicrophoneStatus = TUIDeviceStatus.closedBySelf
    /// The state of the user's camera.
    open var userCameraStatus = TUIDeviceStatus.closedBySelf
    /// The reason why the user can be neither heard nor seen for a while.
    open var userSuspendStatus = TUISuspendStatus.none
    /// The distance from the left, in units of the canvas.
    open var x: UInt = 0
    /// The distance from the top, in units of the canvas.
    open var y: UInt = 0
    /// The width, in units of the canvas.
    open var width: UInt = 0
    /// The height, in units of the canvas.
    open var height: UInt = 0
    /// The stacking order. Seats with higher numbers cover those with lower ones.
    open var zorder: UInt = 0
}
