extension DeviceStore {
    /// Opens the microphone. See ``openLocalMicrophone(completion:)``.
    public func openLocalMicrophone() async throws(ErrorInfo) {
        try await awaitCompletion { openLocalMicrophone(completion: $0) }
    }

    /// Opens the camera. See ``openLocalCamera(isFront:completion:)``.
    public func openLocalCamera(isFront: Bool) async throws(ErrorInfo) {
        try await awaitCompletion { openLocalCamera(isFront: isFront, completion: $0) }
    }
}
