extension MusicStore {
    /// Plays music. See ``startPlay(url:completion:)``.
    public func startPlay(url: String) async throws(ErrorInfo) {
        try await awaitCompletion { startPlay(url: url, completion: $0) }
    }
}
