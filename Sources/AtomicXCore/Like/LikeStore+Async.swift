extension LikeStore {
    /// Likes the live. See ``sendLike(count:completion:)``.
    public func sendLike(count: UInt = 1) async throws(ErrorInfo) {
        try await awaitCompletion { sendLike(count: count, completion: $0) }
    }
}
