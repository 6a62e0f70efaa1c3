public import OpenCombineShim
import OvationModel

/// The seats of a live: who sits where, and whose camera and microphone may be open.
///
/// Not yet: lives have no seats for guests. The state keeps its defaults, no event comes, and each method with a completion but
/// ``unmuteMicrophone(completion:)`` fails. The number is -1002 without a login, -2101 if the user is not in the live, and 100211 in it.
/// ``muteMicrophone()`` and ``unmuteMicrophone(completion:)`` work on the user's device.
///
/// Methods may be called on any thread. State, events and completions arrive on the main queue.
///
/// `@unchecked Sendable` is sound because no property changes, and all of them may be used on any thread.
public class LiveSeatStore: @unchecked Sendable {
    /// Publishes what the owner and administrators do to the user's own camera and microphone. Not yet: it publishes nothing.
    public let liveSeatEventPublisher = PassthroughSubject<LiveSeatEvent, Never>()
    /// The seats. Not yet: it keeps its defaults.
    public let state = StatePublisher(initialState: LiveSeatState())

    private let liveID: String
    private let runtime: StoreRuntime
    private let login: LoginStore
    private let liveList: LiveListStore
    private let devices: DeviceStore

    init(liveID: String, runtime: StoreRuntime, login: LoginStore, liveList: LiveListStore, devices: DeviceStore) {
        self.liveID = liveID
        self.runtime = runtime
        self.login = login
        self.liveList = liveList
        self.devices = devices
    }

    /// Returns the store of a live. It is the same store for the same id.
    public static func create(liveID: String) -> LiveSeatStore { StoreHub.shared.seat.store(for: liveID) }

    // MARK: The user's own seat

    /// Takes a seat. Not yet: it fails with 100211.
    ///
    /// - Parameters:
    ///   - seatIndex: The number of the seat, from 0; -1 for any free one.
    ///   - completion: Called on the main queue. It fails with -1002 without a login, and with -2101 if the user is not in the live.
    public func takeSeat(seatIndex: Int, completion: CompletionClosure?) { refuse(completion) }

    /// Leaves the seat. Not yet: it fails with 100211.
    ///
    /// It has no `async` form, because `leaveSeat()` could then mean either.
    ///
    /// - Parameter completion: Called on the main queue. It fails with -1002 without a login, and with -2101 if the user is not in the
    ///   live.
    public func leaveSeat(completion: CompletionClosure? = nil) { refuse(completion) }

    /// Stops sending the user's voice. The microphone stays open, and ``DeviceState/microphoneStatus`` stays ``DeviceStatus/on``.
    ///
    /// It works at once and never fails, whichever live the user is in. The voice is sent again after ``unmuteMicrophone(completion:)``, or
    /// when the microphone was closed and is opened again.
    public func muteMicrophone() { devices.setVoiceMuted(true) }

    /// Sends the user's voice again after ``muteMicrophone()``. It does not open the microphone.
    ///
    /// - Parameter completion: Called on the main queue. It fails with -1002 without a login, with -2101 if the user is not in the live,
    ///   and with 100211 if the user is not its owner, because nobody else has a seat yet. The voice then stays muted.
    public func unmuteMicrophone(completion: CompletionClosure?) {
        let isOwner = liveList.state.value.currentLive.liveOwner.userID == login.state.value.loginUserInfo?.userID
        if let problem = outside ?? (isOwner ? nil : Rejection(.seatsNotCarried)) { return fail(completion, problem) }
        devices.setVoiceMuted(false)
        let completion = Completion(completion)
        runtime.queue.async { completion(.success(())) }
    }

    // MARK: Seats of others

    /// Removes a user from their seat. Only the owner and administrators may do so. Not yet: it fails with 100211.
    ///
    /// - Parameters:
    ///   - userID: The user's id.
    ///   - completion: Called on the main queue. It fails with -1002 without a login, and with -2101 if the user is not in the live.
    public func kickUserOutOfSeat(userID: String, completion: CompletionClosure?) { refuse(completion) }

    /// Moves a user to another seat. Only the owner and administrators may move others. Not yet: it fails with 100211.
    ///
    /// - Parameters:
    ///   - userID: The user's id.
    ///   - targetIndex: The number of the seat, from 0.
    ///   - policy: What happens if the seat is taken; nil for ``MoveSeatPolicy/abortWhenOccupied``. It has no meaning if users move
    ///     themselves.
    ///   - completion: Called on the main queue. It fails with -1002 without a login, and with -2101 if the user is not in the live.
    public func moveUserToSeat(
        userID: String, targetIndex: Int, policy: MoveSeatPolicy?, completion: CompletionClosure?
    ) { refuse(completion) }

    /// Locks a seat, so that nobody may take it. Only the owner and administrators may do so. Not yet: it fails with 100211.
    ///
    /// - Parameters:
    ///   - seatIndex: The number of the seat, from 0. A user who sits there leaves it.
    ///   - completion: Called on the main queue. It fails with -1002 without a login, and with -2101 if the user is not in the live.
    public func lockSeat(seatIndex: Int, completion: CompletionClosure?) { refuse(completion) }

    /// Unlocks a seat. Only the owner and administrators may do so. Not yet: it fails with 100211.
    ///
    /// - Parameters:
    ///   - seatIndex: The number of the seat, from 0.
    ///   - completion: Called on the main queue. It fails with -1002 without a login, and with -2101 if the user is not in the live.
    public func unlockSeat(seatIndex: Int, completion: CompletionClosure?) { refuse(completion) }

    // MARK: Cameras and microphones of others

    /// Lets a user in a seat open the camera. Only the owner and administrators may do so. Not yet: it fails with 100211.
    ///
    /// - Parameters:
    ///   - userID: The user's id.
    ///   - policy: What happens to the camera.
    ///   - completion: Called on the main queue. It fails with -1002 without a login, and with -2101 if the user is not in the live.
    public func openRemoteCamera(userID: String, policy: DeviceControlPolicy, completion: CompletionClosure?) {
        refuse(completion)
    }

    /// Closes the camera of a user in a seat, who may not open it again until ``openRemoteCamera(userID:policy:completion:)``. Only the
    /// owner and administrators may do so. Not yet: it fails with 100211.
    ///
    /// - Parameters:
    ///   - userID: The user's id.
    ///   - completion: Called on the main queue. It fails with -1002 without a login, and with -2101 if the user is not in the live.
    public func closeRemoteCamera(userID: String, completion: CompletionClosure?) { refuse(completion) }

    /// Lets a user in a seat open the microphone. Only the owner and administrators may do so. Not yet: it fails with 100211.
    ///
    /// - Parameters:
    ///   - userID: The user's id.
    ///   - policy: What happens to the microphone.
    ///   - completion: Called on the main queue. It fails with -1002 without a login, and with -2101 if the user is not in the live.
    public func openRemoteMicrophone(userID: String, policy: DeviceControlPolicy, completion: CompletionClosure?) {
        refuse(completion)
    }

    /// Closes the microphone of a user in a seat, who may not open it again until ``openRemoteMicrophone(userID:policy:completion:)``. Only
    /// the owner and administrators may do so. Not yet: it fails with 100211.
    ///
    /// - Parameters:
    ///   - userID: The user's id.
    ///   - completion: Called on the main queue. It fails with -1002 without a login, and with -2101 if the user is not in the live.
    public func closeRemoteMicrophone(userID: String, completion: CompletionClosure?) { refuse(completion) }

    // MARK: The featured host

    /// Features a user in a seat: layouts with a large region show that user there. Only the owner and administrators may do so. Not yet:
    /// it fails with 100211.
    ///
    /// - Parameters:
    ///   - userID: The user's id.
    ///   - completion: Called on the main queue. It fails with -1002 without a login, and with -2101 if the user is not in the live.
    public func setFeaturedHost(userID: String, completion: CompletionClosure?) { refuse(completion) }

    /// Ends ``setFeaturedHost(userID:completion:)``. Only the owner and administrators may do so. Not yet: it fails with 100211.
    ///
    /// - Parameters:
    ///   - userID: The user's id.
    ///   - completion: Called on the main queue. It fails with -1002 without a login, and with -2101 if the user is not in the live.
    public func revokeFeaturedHost(userID: String, completion: CompletionClosure?) { refuse(completion) }

    // MARK: Refusals

    /// The reason why no call about the live can succeed; nil if the user is in it.
    private var outside: Rejection? {
        guard login.state.value.loginStatus == .logined else { return Rejection(.notLoggedIn) }
        let live = liveList.state.value.currentLive
        return live.isEmpty || live.liveID != liveID ? Rejection(.notInRoom) : nil
    }

    private func refuse(_ completion: CompletionClosure?) { fail(completion, outside ?? Rejection(.seatsNotCarried)) }

    private func fail(_ completion: CompletionClosure?, _ rejection: Rejection) {
        let completion = Completion(completion)
        runtime.queue.async { completion(.failure(ErrorInfo(rejection))) }
    }
}
