/// Does the engine's work. AtomicXCore implements it on top of its stores. The engine is below the stores, and knows nothing of them.
///
/// Methods may be called on any thread. Completions are called on the main queue.
package protocol RoomEngineBackend: AnyObject, Sendable {
    typealias Answer<Value> = (Result<Value, RoomEngineFailure>) -> Void

    /// The id, the name and the picture's URL of the user who is logged in; nil if nobody is.
    var user: (userID: String, userName: String, avatarURL: String)? { get }
    /// The live that the user is in; nil if they are in none.
    var liveID: String? { get }
    /// The layout number of that live; nil outside a live.
    var layoutID: UInt? { get }
    /// The size of its canvas, in the canvas's own units; nil outside a live.
    var canvas: (width: Int, height: Int)? { get }

    /// Runs work on the queue on which completions are called.
    func enqueue(_ work: @escaping @Sendable () -> Void)

    /// Creates a live and enters it.
    func startLive(_ live: TUILiveInfo, _ completion: @escaping Answer<TUILiveInfo>)
    /// Ends the live that the user owns.
    func stopLive(_ completion: @escaping Answer<TUILiveStatisticsData>)
    /// Enters a live.
    func joinLive(_ liveID: String, _ completion: @escaping Answer<TUILiveInfo>)
    /// Leaves the live.
    func leaveLive(_ completion: @escaping Answer<Void>)
    /// Changes settings of the live that the user is in.
    func setLive(_ live: TUILiveInfo, _ flags: TUILiveModifyFlag, _ completion: @escaping Answer<Void>)
    /// Fetches a live without entering it.
    func live(_ liveID: String, _ completion: @escaping Answer<TUILiveInfo>)
    /// Reads the totals of the live that the user is in.
    func statistics(of liveID: String, _ completion: @escaping Answer<TUILiveStatisticsData>)
    /// Fetches a page of the list of lives. The answer also has the cursor of the next page.
    func lives(cursor: String, count: Int, _ completion: @escaping Answer<(String, [TUILiveInfo])>)
    /// Locks and unlocks a seat of the live that the user is in, its camera and its microphone.
    func lockSeat(_ index: Int, _ lock: RoomEngineSeatLock, _ completion: @escaping Answer<Void>)
    /// Fetches metadata of the live that the user is in.
    func metadata(_ keys: [String], _ completion: @escaping Answer<[String: String]>)
    /// Sets metadata of the live that the user is in.
    func setMetadata(_ metadata: [String: String], _ completion: @escaping Answer<Void>)
    /// Sends a gift to the owner of a live.
    func sendGift(_ giftID: String, count: UInt, in liveID: String, _ completion: @escaping Answer<Void>)
    /// Sends likes.
    func sendLike(count: UInt, in liveID: String, _ completion: @escaping Answer<Void>)
}

/// Which parts of a seat are locked. The others are unlocked.
package struct RoomEngineSeatLock: Sendable {
    /// Whether nobody may take the seat.
    package let seat: Bool
    /// Whether the seat's camera stays off.
    package let camera: Bool
    /// Whether the seat's microphone stays off.
    package let microphone: Bool
}

/// The reason why a call failed, as the stores report it.
package struct RoomEngineFailure: Error {
    /// The error code.
    package let code: Int
    /// What happened, in a sentence for people.
    package let message: String

    package init(code: Int, message: String) {
        self.code = code
        self.message = message
    }

    /// Calls an app's error block with this failure.
    func tell(_ onError: TUIErrorBlock) { onError(TUIError(rawValue: code), message) }
}

extension RoomEngineFailure {
    static let notLoggedIn = RoomEngineFailure(.sdkNotInitialized, "Nobody is logged in.")
    static let outside = RoomEngineFailure(.operationInvalidBeforeEnterRoom, "The user is in no live.")

    init(_ error: TUIError, _ message: String) { self.init(code: error.rawValue, message: message) }
}
