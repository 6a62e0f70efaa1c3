public import Foundation

/// The list of lives, and entering and leaving one, in the vendor's API. It uses `LiveListStore` of AtomicXCore.
///
/// Get it from ``TUIRoomEngine/getExtension(extensionType:)``. Methods may be called on any thread. Blocks and observers are called on the
/// main queue.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUILiveListManager: NSObject {
    private let center: RoomEngineCenter

    init(center: RoomEngineCenter) {
        self.center = center
        super.init()
    }

    /// Adds an observer. The engine holds it weakly.
    open func addObserver(_ observer: any TUILiveListManagerObserver) { center.liveObservers.add(observer) }

    /// Removes an observer.
    open func removeObserver(_ observer: any TUILiveListManagerObserver) { center.liveObservers.remove(observer) }

    /// Creates a live and enters it as its owner. If the user already owns a live with this id, that live continues.
    open func startLive(
        liveInfo: TUILiveInfo, onSuccess: @escaping TUILiveInfoBlock, onError: @escaping TUIErrorBlock
    ) {
        center.ask(onSuccess: onSuccess, onError: onError) { $0.startLive(liveInfo, $1) }
    }

    /// Ends the live that the user owns, for everybody.
    open func stopLive(onSuccess: @escaping TUIStopLiveBlock, onError: @escaping TUIErrorBlock) {
        center.ask(onSuccess: onSuccess, onError: onError) { $0.stopLive($1) }
    }

    /// Enters a live.
    open func joinLive(roomId: String, onSuccess: @escaping TUILiveInfoBlock, onError: @escaping TUIErrorBlock) {
        center.ask(onSuccess: onSuccess, onError: onError) { $0.joinLive(roomId, $1) }
    }

    /// Leaves the live that the user is in. If the owner leaves, the live continues.
    open func leaveLive(onSuccess: @escaping TUISuccessBlock, onError: @escaping TUIErrorBlock) {
        center.ask(onSuccess: { _ in onSuccess() }, onError: onError) { $0.leaveLive($1) }
    }

    /// Changes settings of the live that the user is in. Only the owner and administrators may do so.
    ///
    /// - Parameters:
    ///   - liveInfo: The new values.
    ///   - modifyFlag: The fields that change. The others stay as they are.
    ///   - onSuccess: Called when the server has accepted the change.
    ///   - onError: Called with the error if it fails.
    open func setLiveInfo(
        _ liveInfo: TUILiveInfo, modifyFlag: TUILiveModifyFlag, onSuccess: @escaping TUISuccessBlock,
        onError: @escaping TUIErrorBlock
    ) {
        center.ask(onSuccess: { _ in onSuccess() }, onError: onError) { $0.setLive(liveInfo, modifyFlag, $1) }
    }

    /// Fetches a live without entering it.
    open func getLiveInfo(_ roomId: String, onSuccess: @escaping TUILiveInfoBlock, onError: @escaping TUIErrorBlock) {
        center.ask(onSuccess: onSuccess, onError: onError) { $0.live(roomId, $1) }
    }

    /// Reads the totals of a live so far. It fails with ``TUIError/operationInvalidBeforeEnterRoom`` for a live that the user is not in.
    open func getLiveStatistics(
        roomId: String, onSuccess: @escaping TUILiveStatisticsBlock, onError: @escaping TUIErrorBlock
    ) {
        center.ask(onSuccess: onSuccess, onError: onError) { $0.statistics(of: roomId, $1) }
    }

    /// Fetches a page of the list of lives. The lives with most entries come first.
    ///
    /// - Parameters:
    ///   - cursor: The cursor that came with the previous page; empty for the first page.
    ///   - count: The number of lives in the page, 1 to 50.
    ///   - onSuccess: Called with the page.
    ///   - onError: Called with the error if it fails.
    open func fetchLiveList(
        cursor: String, count: Int, onSuccess: @escaping TUILiveInfoListBlock, onError: @escaping TUIErrorBlock
    ) {
        center.ask(onSuccess: { onSuccess($0.0, $0.1) }, onError: onError) {
            $0.lives(cursor: cursor, count: count, $1)
        }
    }
}

/// Receives changes of the live that the user is in. Every method has an empty default.
public protocol TUILiveListManagerObserver: AnyObject {
    /// Settings of the live changed.
    func onLiveInfoChanged(liveInfo: TUILiveInfo, modifyFlag: TUILiveModifyFlag)
    /// Totals of the live changed. The server sends most of them every few seconds.
    func onLiveStatisticsChanged(
        roomId: String, statisticData: TUILiveStatisticsData, modifyFlag: TUILiveStatisticsModifyFlag)
}

extension TUILiveListManagerObserver {
    /// Does nothing.
    public func onLiveInfoChanged(liveInfo: TUILiveInfo, modifyFlag: TUILiveModifyFlag) {}
    /// Does nothing.
    public func onLiveStatisticsChanged(
        roomId: String, statisticData: TUILiveStatisticsData, modifyFlag: TUILiveStatisticsModifyFlag
    ) {}
}
