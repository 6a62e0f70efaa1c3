/// The orientation of the screen, which the camera's picture follows.
enum PictureOrientation: Equatable, Sendable {
    case portrait
    case portraitUpsideDown
    /// The bottom edge of the device is on the right.
    case landscapeRight
    /// The bottom edge of the device is on the left.
    case landscapeLeft

    /// Returns the orientation of the camera for a recording.
    ///
    /// - Parameter isWide: Whether the recording is wider than high. If the app's screen stays upright, the device is then expected to lie
    ///   on its side.
    func recorded(isWide: Bool) -> PictureOrientation {
        switch self {
        case .portrait, .portraitUpsideDown: isWide ? .landscapeRight : self
        case .landscapeRight, .landscapeLeft: self
        }
    }
}
