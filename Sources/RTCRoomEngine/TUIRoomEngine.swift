public import Foundation

/// The calls of the vendor's engine that apps make beside the stores of AtomicXCore. There is no engine behind them: they use the same
/// stores.
///
/// Log in with `LoginStore` of AtomicXCore. Until then every call fails with ``TUIError/sdkNotInitialized``. Methods may be called on any
/// thread. Blocks and observers are called on the main queue.
///
/// `@unchecked Sendable` is sound because the properties never change.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUIRoomEngine: NSObject, @unchecked Sendable {
    private static let instance = TUIRoomEngine()

    private let center: RoomEngineCenter

    /// Makes an engine. It behaves like the shared one: it has the same user and the same observers.
    public override init() {
        center = .shared
        super.init()
    }

    package init(center: RoomEngineCenter) {
        self.center = center
        super.init()
    }

    /// The engine that all parts of an app share.
    public static func sharedInstance() -> TUIRoomEngine { instance }

    /// Returns the user who is logged in. The id is empty if nobody is. Each call makes a new object.
    public static func getSelfInfo() -> TUILoginUserInfo { RoomEngineCenter.shared.selfInfo }

    // MARK: Observers

    /// Adds an observer. The engine holds it weakly.
    open func addObserver(_ observer: any TUIRoomObserver) { center.roomObservers.add(observer) }

    /// Removes an observer.
    open func removeObserver(_ observer: any TUIRoomObserver) { center.roomObservers.remove(observer) }

    // MARK: Other managers

    /// Returns the manager for a part of the engine.
    ///
    /// - Parameter extensionType: The part of the engine.
    /// - Returns: A ``TUILiveListManager``, ``TUILiveGiftManager`` or ``TUISongListManager``; nil for parts that do not exist here.
    open func getExtension(extensionType: TUIExtensionType) -> Any? {
        switch extensionType {
        case .liveListManager: TUILiveListManager(center: center)
        case .liveGiftManager: TUILiveGiftManager(center: center)
        case .songListManager: TUISongListManager(center: center)
        case .deviceManager, .conferenceListManager, .conferenceInvitationManager, .liveLayoutManager: nil
        }
    }

    // MARK: The live

    /// Locks parts of a seat, and unlocks the others. Only the owner and administrators may do so. A user who sits in a seat that is
    /// locked leaves it.
    ///
    /// - Parameters:
    ///   - seatIndex: The number of the seat, from 0.
    ///   - lockMode: The parts of the seat to lock, as they are when this is called.
    ///   - onSuccess: Called when the server has accepted the change.
    ///   - onError: Called with ``TUIError/operationInvalidBeforeEnterRoom`` outside a live, ``TUIError/seatIndexNotExist`` if there is no
    ///     such seat, and ``TUIError/seatNotSupportLinkMic`` if the live has no seats.
    open func lockSeatByAdmin(
        _ seatIndex: Int, lockMode: TUISeatLockParams, onSuccess: @escaping TUISuccessBlock,
        onError: @escaping TUIErrorBlock
    ) {
        let lock = RoomEngineSeatLock(
            seat: lockMode.lockSeat, camera: lockMode.lockVideo, microphone: lockMode.lockAudio)
        center.ask(onSuccess: { _ in onSuccess() }, onError: onError) { $0.lockSeat(seatIndex, lock, $1) }
    }

    /// Fetches metadata of the live that the user is in.
    ///
    /// - Parameters:
    ///   - keys: The keys to fetch; empty for all. Keys without a value are left out of the answer.
    ///   - onSuccess: Called with the values by key.
    ///   - onError: Called with the error if it fails.
    open func getRoomMetadata(
        _ keys: [String], onSuccess: @escaping TUIRoomMetadataResponseBlock, onError: @escaping TUIErrorBlock
    ) {
        center.ask(onSuccess: onSuccess, onError: onError) { $0.metadata(keys, $1) }
    }

    /// Sets metadata of the live that the user is in. Only the owner and administrators may do so.
    /// ``TUIRoomObserver/onRoomMetadataChanged(key:value:)`` reports the change to everybody.
    ///
    /// - Parameters:
    ///   - metadata: The new values by key. Other keys keep their values.
    ///   - onSuccess: Called when the server has accepted the change.
    ///   - onError: Called with the error if it fails.
    open func setRoomMetadataByAdmin(
        _ metadata: [String: String], onSuccess: @escaping TUISuccessBlock, onError: @escaping TUIErrorBlock
    ) {
        center.ask(onSuccess: { _ in onSuccess() }, onError: onError) { $0.setMetadata(metadata, $1) }
    }

    // MARK: Other calls

    /// Rotates the picture with the phone. It does nothing, because the engine has no camera.
    open func enableGravitySensor(enable: Bool) {}

    /// Makes a call that is described by a JSON object, `{"api": …, "params": {…}}`.
    ///
    /// Only `queryPlaybackQualityList` and `querySeatLayout` have an answer with data. Other calls have no effect: a `code` of 0 means that
    /// the requested behaviour is always on, and any other `code` means that it is not available.
    ///
    /// - Parameters:
    ///   - jsonStr: The call.
    ///   - callback: Called with the answer, a JSON object with `code` and `message`.
    open func callExperimentalAPI(jsonStr: String, callback: @escaping TUIExperimentalAPIResponseBlock) {
        let answer = ExperimentalCall(jsonStr).answer(
            layoutID: center.backend?.layoutID, canvas: center.backend?.canvas)
        let block = MainQueueBlock { callback(answer) }
        center.enqueue { block.run() }
    }
}

extension RoomEngineCenter {
    /// The user who is logged in. The id is empty if nobody is.
    package var selfInfo: TUILoginUserInfo {
        let info = TUILoginUserInfo()
        guard let user = backend?.user else { return info }
        info.userId = user.userID
        info.userName = user.userName
        info.avatarUrl = user.avatarURL
        return info
    }
}
