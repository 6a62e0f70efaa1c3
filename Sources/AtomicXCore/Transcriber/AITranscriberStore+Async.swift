extension AITranscriberStore {
    /// Starts a transcription. See ``startRealtimeTranscriber(config:completion:)``.
    public func startRealtimeTranscriber(config: TranscriberConfig) async throws(ErrorInfo) {
        try await awaitCompletion { startRealtimeTranscriber(config: config, completion: $0) }
    }

    /// Changes the languages of the transcription. See ``updateRealtimeTranscriber(config:completion:)``.
    public func updateRealtimeTranscriber(config: TranscriberConfig) async throws(ErrorInfo) {
        try await awaitCompletion { updateRealtimeTranscriber(config: config, completion: $0) }
    }

    /// Stops the transcription. See ``stopRealtimeTranscriber(completion:)``.
    public func stopRealtimeTranscriber() async throws(ErrorInfo) {
        try await awaitCompletion { stopRealtimeTranscriber(completion: $0) }
    }
}
