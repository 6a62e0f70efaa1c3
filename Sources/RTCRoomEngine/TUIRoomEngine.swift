public import Foundation

/// The engine's calls that apps make beside the stores of AtomicXCore. It has no engine of its own: it asks the same stores.
///
/// Log in with `LoginStore` of AtomicXCore; until then every call fails with ``TUIError/sdkNotInitialized``. Methods may be called on any
/// thread. Blocks and observers are called on the main queue.
///
/// `@unchecked Sendable`: its properties never change.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUIRoomEngine: NSObject, @unchecked Sendable {
    private static let instance = TUIRoomEngine()

    private let center: RoomEngineCenter

    /// Makes an engine. It does the same as the shared one, for the same user, and has the same observers.
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

    /// Who is logged in; an empty id where nobody is. A new object each time.
    public static func getSelfInfo() -> TUILoginUserInfo { RoomEngineCenter.shared.selfInfo }

    // MARK: Observers

    /// Adds an observer. The engine holds it weakly.
    open func addObserver(_ observer: any TUIRoomObserver) { center.roomObservers.add(observer) }

    /// Removes an observer.
    open func removeObserver(_ observer: any TUIRoomObserver) { center.roomObservers.remove(observer) }

    // MARK: Other managers

    /// The manager for a part of the engine.
    ///
    /// - Parameter extensionType: which part.
    /// - Returns: a ``TUILiveListManager``, ``TUILiveGiftManager`` or ``TUISongListManager``; nil for what is not here.
    open func getExtension(extensionType: TUIExtensionType) -> Any? {
        switch extensionType {
        case .liveListManager: TUILiveListManager(center: center)
        case .liveGiftManager: TUILiveGiftManager(center: center)
        case .songListManager: TUISongListManager(center: center)
        case .deviceManager, .conferenceListManager, .conferenceInvitationManager, .liveLayoutManager: nil
        }
    }

    // MARK: The live

    /// Locks a seat. Lives have no seats yet, so it always fails.
    ///
    /// - Parameters:
    ///   - seatIndex: which seat.
    ///   - lockMode: what of it is locked.
    ///   - onSuccess: never called.
    ///   - onError: told ``TUIError/seatNotSupportLinkMic`` in a live.
    open func lockSeatByAdmin(
        _ seatIndex: Int, lockMode: TUISeatLockParams, onSuccess: @escaping TUISuccessBlock,
        onError: @escaping TUIErrorBlock
    ) {
        guard let backend = center.backend, backend.user != nil else { return center.refuse(.notLoggedIn, onError) }
        guard backend.liveID != nil else { return center.refuse(.outside, onError) }
        center.refuse(RoomEngineFailure(.seatNotSupportLinkMic, "This live has no seats."), onError)
    }

    /// Reads metadata of the live that the user is in.
    ///
    /// - Parameters:
    ///   - keys: which; empty means all. A key that is not there is left out.
    ///   - onSuccess: told the values by key.
    ///   - onError: told why not.
    open func getRoomMetadata(
        _ keys: [String], onSuccess: @escaping TUIRoomMetadataResponseBlock, onError: @escaping TUIErrorBlock
    ) {
        center.ask(onSuccess: onSuccess, onError: onError) { $0.metadata(keys, $1) }
    }

    /// Sets metadata of the live that the user is in; owner and administrators may. Everybody is told by
    /// ``TUIRoomObserver/onRoomMetadataChanged(key:value:)``.
    ///
    /// - Parameters:
    ///   - metadata: values by key; keys that are not in it stay.
    ///   - onSuccess: told when the server has them.
    ///   - onError: told why not.
    open func setRoomMetadataByAdmin(
        _ metadata: [String: String], onSuccess: @escaping TUISuccessBlock, onError: @escaping TUIErrorBlock
    ) {
        center.ask(onSuccess: { _ in onSuccess() }, onError: onError) { $0.setMetadata(metadata, $1) }
    }

    // MARK: The rest

    /// Turns the picture with the phone. The engine has no camera, so there is nothing to turn.
    open func enableGravitySensor(enable: Bool) {}

    /// Makes a call that is described by an object of JSON, `{"api": …, "params": {…}}`.
    ///
    /// `queryPlaybackQualityList` and `querySeatLayout` are answered with what holds here. Everything else has no effect, and the answer's
    /// `code` says so where it is not 0.
    ///
    /// - Parameters:
    ///   - jsonStr: the call.
    ///   - callback: told the answer, an object of JSON with `code` and `message`.
    open func callExperimentalAPI(jsonStr: String, callback: @escaping TUIExperimentalAPIResponseBlock) {
        let answer = ExperimentalCall(jsonStr).answer(layoutID: center.backend?.layoutID)
        let block = MainQueueBlock { callback(answer) }
        center.enqueue { block.run() }
    }
}

extension RoomEngineCenter {
    /// Who is logged in; an empty id where nobody is.
    package var selfInfo: TUILoginUserInfo {
        let info = TUILoginUserInfo()
        guard let user = backend?.user else { return info }
        info.userId = user.userID
        info.userName = user.userName
        info.avatarUrl = user.avatarURL
        return info
    }
}
