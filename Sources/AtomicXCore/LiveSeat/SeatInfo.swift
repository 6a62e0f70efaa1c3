public import Foundation

/// A seat of a live, with the user in it and the region of its picture.
public struct SeatInfo: JSONCodable, Equatable, Sendable {
    /// The number of the seat, from 0.
    public var index: Int
    /// Whether nobody may take the seat.
    public var isLocked: Bool
    /// The user in the seat. Its id is empty if the seat is.
    public var userInfo: SeatUserInfo
    /// The region of the seat's picture, in units of the canvas.
    public var region: RegionInfo
    /// Whether the user in the seat is shown in the large region of a layout that has one.
    public var isFeaturedHost: Bool

    /// Makes a seat whose user is not featured. The defaults make an empty one.
    public init(
        index: Int = 0, isLocked: Bool = false, userInfo: SeatUserInfo = .init(), region: RegionInfo = .init()
    ) {
        self.init(index: index, isLocked: isLocked, userInfo: userInfo, region: region, isFeaturedHost: false)
    }

    /// Makes a seat.
    public init(
        index: Int = 0, isLocked: Bool = false, userInfo: SeatUserInfo = .init(), region: RegionInfo = .init(),
        isFeaturedHost: Bool
    ) {
        self.index = index
        self.isLocked = isLocked
        self.userInfo = userInfo
        self.region = region
        self.isFeaturedHost = isFeaturedHost
    }
}

/// The user in a seat.
public struct SeatUserInfo: JSONCodable, Equatable, Sendable {
    /// The user's id; empty if the seat is empty.
    public var userID: String
    /// The user's name.
    public var userName: String
    /// The URL of the user's picture.
    public var avatarURL: String
    /// The user's role in the live.
    public var role: Role
    /// The id of the live that the seat belongs to. While lives are connected, it distinguishes their seats.
    public var liveID: String
    /// Whether the user's microphone is open.
    public var microphoneStatus: DeviceStatus
    /// Whether the user may open the microphone.
    public var allowOpenMicrophone: Bool
    /// Whether the user's camera is open.
    public var cameraStatus: DeviceStatus
    /// Whether the user may open the camera.
    public var allowOpenCamera: Bool
    /// The reason why the user's app currently sends nothing, if there is one.
    public var userSuspendStatus: SuspendStatus

    /// Makes a user in a seat. The defaults stand for an empty seat.
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

/// The region of a picture on a canvas, in units of the canvas.
public struct RegionInfo: JSONCodable, Equatable, Sendable {
    /// The left edge.
    public var x: CGFloat
    /// The top edge.
    public var y: CGFloat
    /// The width; 0 if the seat has no picture.
    public var w: CGFloat
    /// The height; 0 if the seat has no picture.
    public var h: CGFloat
    /// The stacking order. Regions with higher numbers cover those with lower ones.
    public var zorder: Int

    /// Makes a region. The defaults make an empty one.
    public init(x: CGFloat = 0, y: CGFloat = 0, w: CGFloat = 0, h: CGFloat = 0, zorder: Int = 0) {
        self.x = x
        self.y = y
        self.w = w
        self.h = h
        self.zorder = zorder
    }
}

/// The canvas on which the pictures of the seats are placed.
public struct LiveCanvas: JSONCodable, Equatable, Sendable {
    /// The layout number.
    public var templateID: UInt
    /// The width, in the canvas's own units.
    public var w: CGFloat
    /// The height, in the canvas's own units.
    public var h: CGFloat

    /// Makes a canvas.
    public init(templateID: UInt = 600, w: CGFloat = 0, h: CGFloat = 0) {
        self.templateID = templateID
        self.w = w
        self.h = h
    }
}

/// Whether a camera or a microphone is open, or a screen is shared.
public enum DeviceStatus: Int, JSONCodable, Sendable {
    /// The device is closed, or the screen is not shared.
    case off = 0
    /// The device is open, or the screen is shared.
    case on = 1
}

/// The reason why the app of a user in a seat currently sends nothing.
public enum SuspendStatus: Int, Sendable, Codable {
    /// The app is not suspended.
    case none = 0
    /// The app is in the background.
    case inBackground = 1
    /// The user is in a phone call.
    case inCalling = 2
}
