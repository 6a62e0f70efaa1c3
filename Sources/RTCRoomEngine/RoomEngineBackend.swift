/// What does the engine's work. AtomicXCore has one, on its stores; the engine itself stands below them and knows none.
///
/// Methods may be called on any thread. Completions come on the main queue.
package protocol RoomEngineBackend: AnyObject, Sendable {
    typealias Answer<Value> = (Result<Value, RoomEngineFailure>) -> Void

    /// Who is logged in: id, name and where the picture is. Nil where nobody is.
    var user: (userID: String, userName: String, avatarURL: String)? { get }
    /// The live that the user is in; nil outside of one.
    var liveID: String? { get }
    /// The number of its layout; nil outside of a live.
    var layoutID: UInt? { get }

    /// Does something on the queue on which completions come.
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
    /// Looks at a live.
    func live(_ liveID: String, _ completion: @escaping Answer<TUILiveInfo>)
    /// What the live has had that the user is in.
    func statistics(of liveID: String, _ completion: @escaping Answer<TUILiveStatisticsData>)
    /// A page of the list, and the cursor of the next one.
    func lives(cursor: String, count: Int, _ completion: @escaping Answer<(String, [TUILiveInfo])>)
    /// Metadata of the live that the user is in.
    func metadata(_ keys: [String], _ completion: @escaping Answer<[String: String]>)
    /// Sets metadata of the live that the user is in.
    func setMetadata(_ metadata: [String: String], _ completion: @escaping Answer<Void>)
    /// Sends a gift to the owner of a live.
    func sendGift(_ giftID: String, count: UInt, in liveID: String, _ completion: @escaping Answer<Void>)
    /// Sends likes.
    func sendLike(count: UInt, in liveID: String, _ completion: @escaping Answer<Void>)
}

/// Why a call failed, as the stores tell it.
package struct RoomEngineFailure: Error {
    /// The number.
    package let code: Int
    /// A sentence.
    package let message: String

    package init(code: Int, message: String) {
        self.code = code
        self.message = message
    }

    /// Tells an app.
    func tell(_ onError: TUIErrorBlock) { onError(TUIError(rawValue: code), message) }
}

extension RoomEngineFailure {
    static let notLoggedIn = RoomEngineFailure(.sdkNotInitialized, "Nobody is logged in.")
    static let outside = RoomEngineFailure(.operationInvalidBeforeEnterRoom, "The user is in no live.")

    init(_ error: TUIError, _ message: String) { self.init(code: error.rawValue, message: message) }
}
