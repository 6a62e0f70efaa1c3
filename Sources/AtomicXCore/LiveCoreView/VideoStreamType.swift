/// What a picture shows.
///
/// Not yet: no view asks for it.
public enum VideoStreamType: Sendable {
    /// The picture of a camera.
    case camera
    /// The picture of a screen.
    case screen
}
