extension LoginStore {
    /// Logs in. See ``login(sdkAppID:userID:userSig:completion:)``.
    public func login(sdkAppID: Int32, userID: String, userSig: String) async throws(ErrorInfo) {
        try await awaitCompletion { login(sdkAppID: sdkAppID, userID: userID, userSig: userSig, completion: $0) }
    }

    /// Logs out. See ``logout(completion:)``.
    public func logout() async throws(ErrorInfo) {
        try await awaitCompletion { logout(completion: $0) }
    }

    /// Changes the profile. See ``setSelfInfo(userProfile:completion:)``.
    public func setSelfInfo(userProfile: UserProfile) async throws(ErrorInfo) {
        try await awaitCompletion { setSelfInfo(userProfile: userProfile, completion: $0) }
    }
}
