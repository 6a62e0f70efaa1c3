/// The image that replaces the user's camera picture while the camera is off.
enum MutedCamera: Equatable, Sendable {
    /// No image, because the camera is open or nothing is published.
    case none
    /// The large image, which fills the view.
    case big
    /// The small image, beside other pictures.
    case small

    /// Chooses the image.
    ///
    /// - Parameters:
    ///   - isPublishing: Whether the user is in their own live or in a seat.
    ///   - isCameraOpen: Whether the camera is open.
    ///   - isAlone: Whether the user's picture is the only one.
    init(isPublishing: Bool, isCameraOpen: Bool, isAlone: Bool) {
        guard isPublishing, !isCameraOpen else {
            self = .none
            return
        }
        self = isAlone ? .big : .small
    }
}
