/// Which way the screen is turned, and with it the picture of the camera.
enum PictureOrientation: Equatable, Sendable {
    case portrait
    case portraitUpsideDown
    /// The lower edge of the device is on the right.
    case landscapeRight
    /// The lower edge of the device is on the left.
    case landscapeLeft

    /// How the camera is turned for a recording.
    ///
    /// - Parameter isWide: whether the recording is wider than high. An app that stays upright then expects the device on its side.
    func recorded(isWide: Bool) -> PictureOrientation {
        switch self {
        case .portrait, .portraitUpsideDown: isWide ? .landscapeRight : self
        case .landscapeRight, .landscapeLeft: self
        }
    }
}
