public import RTCRoomEngine

/// Told once, on the main queue, whether a call succeeded.
public typealias CompletionClosure = (Result<Void, ErrorInfo>) -> Void

/// Told once, on the main queue, the live that a call was about.
public typealias LiveInfoCompletionClosure = (Result<LiveInfo, ErrorInfo>) -> Void

/// Told once, on the main queue, what a live has had when it ended.
public typealias StopLiveCompletionClosure = (Result<TUILiveStatisticsData, ErrorInfo>) -> Void

/// Told once, on the main queue, metadata by key.
public typealias MetaDataCompletionClosure = (Result<[String: String], ErrorInfo>) -> Void

/// Told once, on the main queue, a page of a list and the cursor of the next one; the cursor is empty at the end.
public typealias ListResultCompletionClosure<T> = (Result<([T], String), ErrorInfo>) -> Void
