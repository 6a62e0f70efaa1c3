/// Called on the main queue when a call succeeded.
public typealias TUISuccessBlock = () -> Void

/// Called on the main queue when a call failed, with the error and a sentence about it.
public typealias TUIErrorBlock = (TUIError, String) -> Void

/// Called on the main queue with metadata by key.
public typealias TUIRoomMetadataResponseBlock = ([String: String]) -> Void

/// Called on the main queue with the answer to an experimental call, which is a JSON object.
public typealias TUIExperimentalAPIResponseBlock = (String) -> Void

/// Called on the main queue with a live.
public typealias TUILiveInfoBlock = (TUILiveInfo) -> Void

/// Called on the main queue with the cursor of the next page and a page of lives. The cursor is empty at the end of the list.
public typealias TUILiveInfoListBlock = (String, [TUILiveInfo]) -> Void

/// Called on the main queue with the totals of a live that ended.
public typealias TUIStopLiveBlock = (TUILiveStatisticsData) -> Void

/// Called on the main queue with the totals of a live so far.
public typealias TUILiveStatisticsBlock = (TUILiveStatisticsData) -> Void

/// Called on the main queue with a page of songs.
public typealias TUISongListCallback = (TUISongListResult) -> Void
