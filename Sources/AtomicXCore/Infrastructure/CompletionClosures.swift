public import RTCRoomEngine

/// Called once, on the main queue, when a call has succeeded or failed.
public typealias CompletionClosure = (Result<Void, ErrorInfo>) -> Void

/// Called once, on the main queue, with the live of the call.
public typealias LiveInfoCompletionClosure = (Result<LiveInfo, ErrorInfo>) -> Void

/// Called once, on the main queue, with the totals of a live that ended.
public typealias StopLiveCompletionClosure = (Result<TUILiveStatisticsData, ErrorInfo>) -> Void

/// Called once, on the main queue, with metadata by key.
public typealias MetaDataCompletionClosure = (Result<[String: String], ErrorInfo>) -> Void

/// Called once, on the main queue, with the requested battle, and with the number of a `TUIBattleCode` for the user id of each invited
/// host.
public typealias BattleRequestClosure = (Result<(BattleInfo, [String: Int]), ErrorInfo>) -> Void

/// Called once, on the main queue, with a page of a list and the cursor of the next page. The cursor is empty at the end of the list.
public typealias ListResultCompletionClosure<T> = (Result<([T], String), ErrorInfo>) -> Void
