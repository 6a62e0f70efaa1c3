/// What happens if the owner or an administrator opens the camera or the microphone of another user.
public enum DeviceControlPolicy: Int, JSONCodable, Sendable {
    /// The user may open the device again, and has to do so.
    case unlockOnly = 1
}
