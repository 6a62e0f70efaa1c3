/// Which picture stands where the camera of the user would be.
enum MutedCamera: Equatable, Sendable {
    /// None: the camera is open, or nothing is published.
    case none
    /// The large one, which fills the view.
    case big
    /// The small one, beside other pictures.
    case small

    /// Decides.
    ///
    /// - Parameters:
    ///   - isPublishing: whether the user is in their live or on a seat.
    ///   - isCameraOpen: whether the camera is open.
    ///   - isAlone: whether the user's picture is the only one.
    init(isPublishing: Bool, isCameraOpen: Bool, isAlone: Bool) {
        guard isPublishing, !isCameraOpen else {
            self = .none
            return
        }
        self = isAlone ? .big : .small
    }
}
