extension LiveAudienceStore {
    /// Fetches the viewers. See ``fetchAudienceList(completion:)``.
    public func fetchAudienceList() async throws(ErrorInfo) {
        try await awaitCompletion { fetchAudienceList(completion: $0) }
    }

    /// Appoints an administrator. See ``setAdministrator(userID:completion:)``.
    public func setAdministrator(userID: String) async throws(ErrorInfo) {
        try await awaitCompletion { setAdministrator(userID: userID, completion: $0) }
    }

    /// Dismisses an administrator. See ``revokeAdministrator(userID:completion:)``.
    public func revokeAdministrator(userID: String) async throws(ErrorInfo) {
        try await awaitCompletion { revokeAdministrator(userID: userID, completion: $0) }
    }

    /// Removes a user. See ``kickUserOutOfRoom(userID:completion:)``.
    public func kickUserOutOfRoom(userID: String) async throws(ErrorInfo) {
        try await awaitCompletion { kickUserOutOfRoom(userID: userID, completion: $0) }
    }

    /// Mutes or unmutes a user. See ``disableSendMessage(userID:isDisable:completion:)``.
    public func disableSendMessage(userID: String, isDisable: Bool) async throws(ErrorInfo) {
        try await awaitCompletion { disableSendMessage(userID: userID, isDisable: isDisable, completion: $0) }
    }
}
