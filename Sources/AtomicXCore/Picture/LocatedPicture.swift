/// The state of a live's picture, as a player needs it.
struct LocatedPicture: Equatable, Sendable {
    /// The state of the picture.
    enum State: Equatable, Sendable {
        /// Nobody publishes a picture.
        case none
        /// The picture can be played.
        case live
        /// The picture was interrupted, and may come back.
        case interrupted
    }

    /// The state of the picture.
    var state: State
    /// The absolute address of the HLS playlist; nil if the server names none.
    var address: String?
    /// The id of the live's owner.
    var ownerID: String
}

/// Finds the pictures of lives.
protocol PictureSource: Sendable {
    /// Asks for the state and the address of a live's picture.
    ///
    /// - Parameter answer: Called once, on the main actor, after this method has returned.
    func locate(_ liveID: String, answer: @escaping @MainActor @Sendable (Result<LocatedPicture, ErrorInfo>) -> Void)
}
