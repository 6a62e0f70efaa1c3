/// How loud somebody speaks, in steps for a display.
///
/// Not yet: no store and no view tells it.
public enum VolumeLevel: Int, Sendable {
    /// Nothing is heard.
    case mute = 0
    /// Quiet.
    case low = 1
    /// At a usual volume.
    case medium = 2
    /// Loud.
    case high = 3
    /// As loud as can be told.
    case peak = 4
}
