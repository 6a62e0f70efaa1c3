public import RTCRoomEngine

extension LiveListStore {
    /// Creates a live. See ``startLive(_:completion:)``.
    @discardableResult
    public func createLive(_ liveInfo: LiveInfo) async throws(ErrorInfo) -> LiveInfo {
        try await awaitCompletion { startLive(liveInfo, completion: $0) }
    }

    /// Creates a live. See ``startLive(_:completion:)``.
    @discardableResult
    public func startLive(_ liveInfo: LiveInfo) async throws(ErrorInfo) -> LiveInfo {
        try await awaitCompletion { startLive(liveInfo, completion: $0) }
    }

    /// Enters a live. See ``joinLive(liveID:completion:)``.
    @discardableResult
    public func joinLive(liveID: String) async throws(ErrorInfo) -> LiveInfo {
        try await awaitCompletion { joinLive(liveID: liveID, completion: $0) }
    }

    /// Leaves the live. See ``leaveLive(completion:)``.
    public func leaveLive() async throws(ErrorInfo) {
        try await awaitCompletion { leaveLive(completion: $0) }
    }

    /// Ends the live. See ``endLive(completion:)``.
    @discardableResult
    public func endLive() async throws(ErrorInfo) -> TUILiveStatisticsData {
        try await awaitCompletion { endLive(completion: $0) }
    }

    /// Changes settings. See ``updateLiveInfo(_:modifyFlag:completion:)``.
    public func updateLiveInfo(_ liveInfo: LiveInfo, modifyFlag: LiveInfo.ModifyFlag) async throws(ErrorInfo) {
        try await awaitCompletion { updateLiveInfo(liveInfo, modifyFlag: modifyFlag, completion: $0) }
    }

    /// Fetches metadata. See ``queryMetaData(keys:completion:)``.
    public func queryMetaData(keys: [String]) async throws(ErrorInfo) -> [String: String] {
        try await awaitCompletion { queryMetaData(keys: keys, completion: $0) }
    }

    /// Sets metadata. See ``updateLiveMetaData(_:completion:)``.
    public func updateLiveMetaData(_ metaData: [String: String]) async throws(ErrorInfo) {
        try await awaitCompletion { updateLiveMetaData(metaData, completion: $0) }
    }

    /// Fetches a page of the list. See ``fetchLiveList(cursor:count:completion:)``.
    public func fetchLiveList(cursor: String, count: Int) async throws(ErrorInfo) {
        try await awaitCompletion { fetchLiveList(cursor: cursor, count: count, completion: $0) }
    }

    /// Fetches a live. See ``fetchLiveInfo(liveID:completion:)``.
    public func fetchLiveInfo(liveID: String) async throws(ErrorInfo) -> LiveInfo {
        try await awaitCompletion { fetchLiveInfo(liveID: liveID, completion: $0) }
    }
}
