extension BarrageStore {
    /// Sends a text. See ``sendTextMessage(text:extensionInfo:completion:)``.
    public func sendTextMessage(text: String, extensionInfo: [String: String]? = nil) async throws(ErrorInfo) {
        try await awaitCompletion { sendTextMessage(text: text, extensionInfo: extensionInfo, completion: $0) }
    }

    /// Sends a custom message. See ``sendCustomMessage(businessID:data:completion:)``.
    public func sendCustomMessage(businessID: String, data: String) async throws(ErrorInfo) {
        try await awaitCompletion { sendCustomMessage(businessID: businessID, data: data, completion: $0) }
    }
}
