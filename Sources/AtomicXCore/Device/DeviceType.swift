/// What a user can publish with.
public enum DeviceType: Int, Sendable {
    /// The microphone.
    case microphone = 0
    /// The camera.
    case camera = 1
    /// The screen.
    case screenShare = 2
}
