extension BarrageStore {
    /// Sends a text. See ``sendTextMessage(text:extensionInfo:completion:)``.
    public func sendTextMessage(text: String, extensionInfo: [String: String]? = nil) async throws(ErrorInfo) {
        try await awaitCompletion { sendTextMessage(text: text, extensionInfo: extensionInfo, completion: $0) }
    }

    /// Sends a custom message. See ``sendCustomMessage(businessID:data:completion:)``.
    public func sendCustomMessage(businessID: String, data: String) async throws(ErrorInfo) {
        try await awaitCompletion { sendCustomMessage(businessID: businessID, data: data, completion: $0) }
    }

    /// Deletes a message for everybody. See ``deleteMessage(_:reason:completion:)``.
    public func deleteMessage(_ message: Barrage, reason: String? = nil) async throws(ErrorInfo) {
        try await awaitCompletion { deleteMessage(message, reason: reason, completion: $0) }
    }

    /// Pins a message. See ``pinMessage(_:completion:)``.
    public func pinMessage(_ message: Barrage) async throws(ErrorInfo) {
        try await awaitCompletion { pinMessage(message, completion: $0) }
    }

    /// Unpins a message. See ``unpinMessage(_:completion:)``.
    public func unpinMessage(_ message: Barrage) async throws(ErrorInfo) {
        try await awaitCompletion { unpinMessage(message, completion: $0) }
    }

    /// Fetches the words that the live looks for. See ``fetchFilterWords(completion:)``.
    public func fetchFilterWords() async throws(ErrorInfo) {
        try await awaitCompletion { fetchFilterWords(completion: $0) }
    }

    /// Changes the words that the live looks for. See ``changeFilterWords(add:remove:completion:)``.
    public func changeFilterWords(add: [BarrageFilterWord] = [], remove: [String] = []) async throws(ErrorInfo) {
        try await awaitCompletion { changeFilterWords(add: add, remove: remove, completion: $0) }
    }
}
