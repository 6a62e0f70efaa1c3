public import Foundation

/// A seat of a live: who sits on it, and where its picture is.
public struct SeatInfo: JSONCodable, Equatable, Sendable {
    /// Which seat, counted from 0.
    public var index: Int
    /// Whether nobody may take it.
    public var isLocked: Bool
    /// Who sits on it; without an id where it is empty.
    public var userInfo: SeatUserInfo
    /// Where its picture is, in units of the canvas.
    public var region: RegionInfo

    /// Makes a seat; what is left out is that of an empty one.
    public init(
        index: Int = 0, isLocked: Bool = false, userInfo: SeatUserInfo = .init(), region: RegionInfo = .init()
    ) {
        self.index = index
        self.isLocked = isLocked
        self.userInfo = userInfo
        self.region = region
    }
}

/// Who sits on a seat.
public struct SeatUserInfo: JSONCodable, Equatable, Sendable {
    /// The user's id; empty where the seat is.
    public var userID: String
    /// The user's name.
    public var userName: String
    /// Where the user's picture is.
    public var avatarURL: String
    /// What the user is in the live.
    public var role: Role
    /// The live that the seat belongs to. While lives are connected, it tells the seats of one from those of another.
    public var liveID: String
    /// Whether the user is heard.
    public var microphoneStatus: DeviceStatus
    /// Whether the user may open the microphone.
    public var allowOpenMicrophone: Bool
    /// Whether the user is seen.
    public var cameraStatus: DeviceStatus
    /// Whether the user may open the camera.
    public var allowOpenCamera: Bool
    /// Why the user's app shows and sends nothing at the moment, if so.
    public var userSuspendStatus: SuspendStatus

    /// Makes a user on a seat; what is left out is that of nobody.
    public init(
        userID: String = "", userName: String = "", avatarURL: String = "", role: Role = .generalUser,
        liveID: String = "", microphoneStatus: DeviceStatus = .off, allowOpenMicrophone: Bool = true,
        cameraStatus: DeviceStatus = .off, allowOpenCamera: Bool = true, userSuspendStatus: SuspendStatus = .none
    ) {
        self.userID = userID
        self.userName = userName
        self.avatarURL = avatarURL
        self.role = role
        self.liveID = liveID
        self.microphoneStatus = microphoneStatus
        self.allowOpenMicrophone = allowOpenMicrophone
        self.cameraStatus = cameraStatus
        self.allowOpenCamera = allowOpenCamera
        self.userSuspendStatus = userSuspendStatus
    }
}

/// Where a picture is on a canvas, in its units.
public struct RegionInfo: JSONCodable, Equatable, Sendable {
    /// Its left edge.
    public var x: CGFloat
    /// Its upper edge.
    public var y: CGFloat
    /// Its width; 0 where the seat has no picture.
    public var w: CGFloat
    /// Its height; 0 where the seat has no picture.
    public var h: CGFloat
    /// Its place in the pile: a higher one covers a lower one.
    public var zorder: Int

    /// Makes a region; without arguments an empty one.
    public init(x: CGFloat = 0, y: CGFloat = 0, w: CGFloat = 0, h: CGFloat = 0, zorder: Int = 0) {
        self.x = x
        self.y = y
        self.w = w
        self.h = h
        self.zorder = zorder
    }
}

/// What the pictures of the seats are placed on.
public struct LiveCanvas: JSONCodable, Equatable, Sendable {
    /// The number of the layout.
    public var templateID: UInt
    /// Its width, in units of its own.
    public var w: CGFloat
    /// Its height, in units of its own.
    public var h: CGFloat

    /// Makes a canvas.
    public init(templateID: UInt = 600, w: CGFloat = 0, h: CGFloat = 0) {
        self.templateID = templateID
        self.w = w
        self.h = h
    }
}

/// Whether a camera or a microphone is open.
public enum DeviceStatus: Int, JSONCodable, Sendable {
    /// It is closed.
    case off = 0
    /// It is open.
    case on = 1
}

/// Why the app of a user on a seat shows and sends nothing at the moment.
public enum SuspendStatus: Int, Sendable, Codable {
    /// It does.
    case none = 0
    /// It is in the background.
    case inBackground = 1
    /// The user is in a call.
    case inCalling = 2
}
