/// Is told that a call succeeded, on the main queue.
public typealias TUISuccessBlock = () -> Void

/// Is told why a call failed, on the main queue: the number and a sentence.
public typealias TUIErrorBlock = (TUIError, String) -> Void

/// Is told metadata by key, on the main queue.
public typealias TUIRoomMetadataResponseBlock = ([String: String]) -> Void

/// Is told the answer of an experimental call as an object of JSON, on the main queue.
public typealias TUIExperimentalAPIResponseBlock = (String) -> Void

/// Is told a live, on the main queue.
public typealias TUILiveInfoBlock = (TUILiveInfo) -> Void

/// Is told a page of lives and the cursor of the next one, on the main queue. The cursor is empty at the end.
public typealias TUILiveInfoListBlock = (String, [TUILiveInfo]) -> Void

/// Is told what a live has had when it ended, on the main queue.
public typealias TUIStopLiveBlock = (TUILiveStatisticsData) -> Void

/// Is told what a live has had so far, on the main queue.
public typealias TUILiveStatisticsBlock = (TUILiveStatisticsData) -> Void

/// Is told a page of songs, on the main queue.
public typealias TUISongListCallback = (TUISongListResult) -> Void
