/// The seats of a live, and who speaks.
public struct LiveSeatState: JSONCodable, Sendable {
    /// All seats in the order of their numbers, including empty ones. While lives are connected, their seats are in the list too, and
    /// ``SeatUserInfo/liveID`` distinguishes them. A live without seats has none.
    public var seatList: [SeatInfo] = []
    /// The canvas that the regions of the seats refer to.
    public var canvas = LiveCanvas()
    /// The loudness of each user who speaks, by user id, 0 to 100. A user who is louder than 25 counts as speaking. The user's own
    /// comes from the microphone, those of others from the app's ``OvationRTC``.
    public var speakingUsers: [String: Int] = [:]
    /// The quality of each picture and voice on the seats, as the app's ``OvationRTC`` measures it. It is empty without one, and when the
    /// user leaves the seat.
    public var avStatistics: [AVStatistics] = []

    /// Makes the state of a live without seats.
    public init() {}
}

/// What the owner or an administrator did to the user's own camera or microphone.
public enum LiveSeatEvent: Sendable {
    /// The user may open the camera again. It stays closed until the app opens it.
    case onLocalCameraOpenedByAdmin(policy: DeviceControlPolicy)
    /// The camera was closed, and the user may not open it.
    case onLocalCameraClosedByAdmin
    /// The user may open the microphone again. It stays closed until the app opens it.
    case onLocalMicrophoneOpenedByAdmin(policy: DeviceControlPolicy)
    /// The microphone was closed, and the user may not open it.
    case onLocalMicrophoneClosedByAdmin
}
