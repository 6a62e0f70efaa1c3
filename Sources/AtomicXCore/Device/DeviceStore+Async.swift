extension DeviceStore {
    /// Opens the microphone. Throws what ``openLocalMicrophone(completion:)`` is told.
    public func openLocalMicrophone() async throws(ErrorInfo) {
        try await awaitCompletion { openLocalMicrophone(completion: $0) }
    }

    /// Opens the camera. Throws what ``openLocalCamera(isFront:completion:)`` is told.
    public func openLocalCamera(isFront: Bool) async throws(ErrorInfo) {
        try await awaitCompletion { openLocalCamera(isFront: isFront, completion: $0) }
    }
}
