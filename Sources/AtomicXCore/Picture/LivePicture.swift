/// How the picture of a live is at a moment, as a player needs to know it.
struct LivePicture: Equatable, Sendable {
    /// Whether there is one.
    enum State: Equatable, Sendable {
        /// Nobody publishes.
        case none
        /// It is there.
        case live
        /// It broke off, and may come back.
        case interrupted
    }

    /// Whether there is one.
    var state: State
    /// Where it is played with HLS, as a whole address; nil where the server names none.
    var address: String?
    /// Whose live it is.
    var ownerID: String
}

/// Where the pictures of lives are asked for.
protocol PictureSource: Sendable {
    /// Asks how the picture of a live is and where it is played.
    ///
    /// - Parameter answer: called once, on the main actor, never before this returns.
    func locate(_ liveID: String, answer: @escaping @MainActor @Sendable (Result<LivePicture, ErrorInfo>) -> Void)
}
