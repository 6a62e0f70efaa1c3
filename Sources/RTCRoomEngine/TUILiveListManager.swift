public import Foundation

/// The list of lives and the way into one, as the engine's callers know it. It asks `LiveListStore` of AtomicXCore.
///
/// Get it from ``TUIRoomEngine/getExtension(extensionType:)``. Methods may be called on any thread; blocks and observers are called on the
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

    /// Creates a live and enters it as its owner; where the user owns a live of that id already, goes on with it.
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

    /// Leaves the live that the user is in. An owner's live goes on.
    open func leaveLive(onSuccess: @escaping TUISuccessBlock, onError: @escaping TUIErrorBlock) {
        center.ask(onSuccess: { _ in onSuccess() }, onError: onError) { $0.leaveLive($1) }
    }

    /// Changes settings of the live that the user is in; owner and administrators may.
    ///
    /// - Parameters:
    ///   - liveInfo: has the new values.
    ///   - modifyFlag: which fields change; the others are left as they are.
    ///   - onSuccess: told when the server has them.
    ///   - onError: told why not.
    open func setLiveInfo(
        _ liveInfo: TUILiveInfo, modifyFlag: TUILiveModifyFlag, onSuccess: @escaping TUISuccessBlock,
        onError: @escaping TUIErrorBlock
    ) {
        center.ask(onSuccess: { _ in onSuccess() }, onError: onError) { $0.setLive(liveInfo, modifyFlag, $1) }
    }

    /// Fetches what a live is, without entering it.
    open func getLiveInfo(_ roomId: String, onSuccess: @escaping TUILiveInfoBlock, onError: @escaping TUIErrorBlock) {
        center.ask(onSuccess: onSuccess, onError: onError) { $0.live(roomId, $1) }
    }

    /// What a live has had so far; ``TUIError/operationInvalidBeforeEnterRoom`` for a live that the user is not in.
    open func getLiveStatistics(
        roomId: String, onSuccess: @escaping TUILiveStatisticsBlock, onError: @escaping TUIErrorBlock
    ) {
        center.ask(onSuccess: onSuccess, onError: onError) { $0.statistics(of: roomId, $1) }
    }

    /// Fetches a page of the lives that are listed, those with most entries first.
    ///
    /// - Parameters:
    ///   - cursor: empty for the first page, else what the page before answered.
    ///   - count: how many, 1 to 50.
    ///   - onSuccess: told the page.
    ///   - onError: told why not.
    open func fetchLiveList(
        cursor: String, count: Int, onSuccess: @escaping TUILiveInfoListBlock, onError: @escaping TUIErrorBlock
    ) {
        center.ask(onSuccess: { onSuccess($0.0, $0.1) }, onError: onError) {
            $0.lives(cursor: cursor, count: count, $1)
        }
    }
}

/// Is told what changes in the live that the user is in. Every method has a body that does nothing.
public protocol TUILiveListManagerObserver: AnyObject {
    /// Settings changed.
    func onLiveInfoChanged(liveInfo: TUILiveInfo, modifyFlag: TUILiveModifyFlag)
    /// Numbers changed. The server tells most of them every few seconds.
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
