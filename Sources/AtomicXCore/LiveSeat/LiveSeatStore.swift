public import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire

/// The seats of a live: who sits where, and whose camera and microphone may be open.
///
/// The server decides and keeps it. What the user's camera and microphone do is told to everybody by itself while the user is in a seat.
///
/// All calls with a completion fail with -1002 without a login, with -2101 if the user is not in the live, and with 100211 if the live has
/// no seats. Methods may be called on any thread, and reach the server in the order in which they were called. State, events and
/// completions arrive on the main queue: first the state, then the event, then the completion.
///
/// `@unchecked Sendable` is sound because mutable properties are used on the main queue only.
public class LiveSeatStore: @unchecked Sendable {
    /// Publishes what the owner and administrators do to the user's own camera and microphone.
    public let liveSeatEventPublisher = PassthroughSubject<LiveSeatEvent, Never>()
    /// The seats.
    public let state = StatePublisher(initialState: LiveSeatState())

    private let runtime: StoreRuntime
    private let attendance: LiveAttendance
    private let devices: SeatedDevices
    private let calls: SeatCalls
    private let guests: CoGuestStore
    private var roster = SeatRoster()
    private var ownerID: UserID?
    /// The same seats, for other threads.
    private let seats = Locked(SeatRoster())

    init(
        attendance: LiveAttendance, runtime: StoreRuntime, guests: CoGuestStore, devices: SeatedDevices,
        calls: SeatCalls
    ) {
        self.attendance = attendance
        self.runtime = runtime
        self.guests = guests
        self.devices = devices
        self.calls = calls
    }

    /// Returns the store of a live. It is the same store for the same id.
    public static func create(liveID: String) -> LiveSeatStore { StoreHub.shared.seat.store(for: liveID) }

    // MARK: The user's own seat

    /// Takes a seat. Where seats are by application, a viewer applies for it, and the application waits for 60 seconds.
    ///
    /// - Parameters:
    ///   - seatIndex: The number of the seat, from 0; -1 for any free one.
    ///   - completion: Called on the main queue, when the user is in the seat. For an application it is called at its end, and succeeds
    ///     whatever the answer was, as that of ``CoGuestStore/applyForSeat(seatIndex:timeout:extraInfo:completion:)``. It fails with the
    ///     same numbers.
    public func takeSeat(seatIndex: Int, completion: CompletionClosure?) {
        guests.take(seatIndex, 60, nil, completion)
    }

    /// Leaves the seat.
    ///
    /// It has no `async` form, because `leaveSeat()` could then mean either.
    ///
    /// - Parameter completion: Called on the main queue. It fails with 100206 if the user has no seat, and with 100006 if the user is an
    ///   owner who keeps a seat.
    public func leaveSeat(completion: CompletionClosure? = nil) { guests.disConnect(completion: completion) }

    /// Stops sending the user's voice. The microphone stays open, and ``DeviceState/microphoneStatus`` stays ``DeviceStatus/on``.
    ///
    /// It works at once and never fails, whichever live the user is in. In the seats of a live the microphone of the user is shown as off.
    /// The voice is sent again after ``unmuteMicrophone(completion:)``, or when the microphone was closed and is opened again.
    public func muteMicrophone() { devices.setVoiceMuted(true) }

    /// Sends the user's voice again after ``muteMicrophone()``. It does not open the microphone.
    ///
    /// - Parameter completion: Called on the main queue. It fails with 100206 if the user has no seat and is not the owner of the live, and
    ///   with -2360 if the owner or an administrator has locked the microphone. The voice then stays muted.
    public func unmuteMicrophone(completion: CompletionClosure?) {
        do throws(Rejection) {
            let user = try attendance.check().user
            let seat = seats.withLock { $0.seat(of: user) }
            guard seat != nil || attendance.isOwner else { throw Rejection(.notSeated) }
            if seat?.isMicrophoneLocked == true { throw Rejection(.microphoneLocked) }
        } catch { return fail(completion, error) }
        devices.setVoiceMuted(false)
        let completion = Completion(completion)
        runtime.queue.async { completion(.success(())) }
    }

    // MARK: Seats of others

    /// Removes a user from their seat. Only the owner and administrators may do so. The user stays in the live, and gets
    /// ``GuestEvent/onKickedOffSeat(seatIndex:hostUser:)``.
    ///
    /// - Parameters:
    ///   - userID: The user's id.
    ///   - completion: Called on the main queue. It fails with -2301 for viewers, with 100006 if the user has the same or a higher rank,
    ///     and with 100206 if they have no seat.
    public func kickUserOutOfSeat(userID: String, completion: CompletionClosure?) {
        guests.perform(completion) { client, live in
            try await client.kickOffSeat(try UserID.checked(userID), in: live)
        }
    }

    /// Moves a user to another seat. Only the owner and administrators may move others. Moving somebody else opens the lock of the seat.
    ///
    /// - Parameters:
    ///   - userID: The user's id.
    ///   - targetIndex: The number of the seat, from 0.
    ///   - policy: What happens if the seat is taken; nil for ``MoveSeatPolicy/abortWhenOccupied``. It has no meaning if users move
    ///     themselves.
    ///   - completion: Called on the main queue. It fails with 100201 if the seat is taken and nobody may be moved for it, with 100200 if
    ///     it is locked, with -2344 if there is no such seat, with 100206 if the user has no seat, and with -2301 or 100006 for those who
    ///     may not.
    public func moveUserToSeat(
        userID: String, targetIndex: Int, policy: MoveSeatPolicy?, completion: CompletionClosure?
    ) {
        guests.perform(completion) { client, live in
            let policy = policy ?? .abortWhenOccupied
            try await client.move(try UserID.checked(userID), toSeat: targetIndex, in: live, policy: policy.room)
        }
    }

    /// Locks a seat, so that nobody may take it. Only the owner and administrators may do so. A user who sits there leaves it, and gets
    /// ``GuestEvent/onKickedOffSeat(seatIndex:hostUser:)``. The locks of its camera and microphone stay as they are.
    ///
    /// - Parameters:
    ///   - seatIndex: The number of the seat, from 0.
    ///   - completion: Called on the main queue. It fails with -2344 if there is no such seat, with -2301 and 100006 for those who may not.
    public func lockSeat(seatIndex: Int, completion: CompletionClosure?) {
        lock(SeatLock(index: seatIndex, isLocked: true), completion: completion)
    }

    /// Unlocks a seat. Only the owner and administrators may do so.
    ///
    /// - Parameters:
    ///   - seatIndex: The number of the seat, from 0.
    ///   - completion: Called on the main queue. It fails with -2344 if there is no such seat, and with -2301 for viewers.
    public func unlockSeat(seatIndex: Int, completion: CompletionClosure?) {
        lock(SeatLock(index: seatIndex, isLocked: false), completion: completion)
    }

    // MARK: Cameras and microphones of others

    /// Lets a user in a seat open the camera. Only the owner and administrators may do so. The user gets
    /// ``LiveSeatEvent/onLocalCameraOpenedByAdmin(policy:)``.
    ///
    /// - Parameters:
    ///   - userID: The user's id.
    ///   - policy: What happens to the camera. It stays closed until the user opens it.
    ///   - completion: Called on the main queue. It fails with -1 if the user has no seat, with -2301 and 100006 for those who may not.
    public func openRemoteCamera(userID: String, policy: DeviceControlPolicy, completion: CompletionClosure?) {
        allow(userID, completion) { SeatAllow(userID: $0, camera: true) }
    }

    /// Closes the camera of a user in a seat, who may not open it again until ``openRemoteCamera(userID:policy:completion:)``. Only the
    /// owner and administrators may do so. The user gets ``LiveSeatEvent/onLocalCameraClosedByAdmin``.
    ///
    /// - Parameters:
    ///   - userID: The user's id.
    ///   - completion: Called on the main queue. It fails with -1 if the user has no seat, with -2301 and 100006 for those who may not.
    public func closeRemoteCamera(userID: String, completion: CompletionClosure?) {
        allow(userID, completion) { SeatAllow(userID: $0, camera: false) }
    }

    /// Lets a user in a seat open the microphone. Only the owner and administrators may do so. The user gets
    /// ``LiveSeatEvent/onLocalMicrophoneOpenedByAdmin(policy:)``.
    ///
    /// - Parameters:
    ///   - userID: The user's id.
    ///   - policy: What happens to the microphone. It stays muted until the user opens or unmutes it.
    ///   - completion: Called on the main queue. It fails with -1 if the user has no seat, with -2301 and 100006 for those who may not.
    public func openRemoteMicrophone(userID: String, policy: DeviceControlPolicy, completion: CompletionClosure?) {
        allow(userID, completion) { SeatAllow(userID: $0, microphone: true) }
    }

    /// Closes the microphone of a user in a seat, who may not open it again until ``openRemoteMicrophone(userID:policy:completion:)``. Only
    /// the owner and administrators may do so. The user gets ``LiveSeatEvent/onLocalMicrophoneClosedByAdmin``.
    ///
    /// - Parameters:
    ///   - userID: The user's id.
    ///   - completion: Called on the main queue. It fails with -1 if the user has no seat, with -2301 and 100006 for those who may not.
    public func closeRemoteMicrophone(userID: String, completion: CompletionClosure?) {
        allow(userID, completion) { SeatAllow(userID: $0, microphone: false) }
    }

    // MARK: The featured host

    /// Features a user in a seat: layouts with a large region show that user there. Only the owner and administrators may do so.
    ///
    /// - Parameters:
    ///   - userID: The user's id.
    ///   - completion: Called on the main queue. It fails with 100206 if the user has no seat, with 100002 if the layout has no such
    ///     region, and with -2301 for viewers.
    public func setFeaturedHost(userID: String, completion: CompletionClosure?) { feature(userID, true, completion) }

    /// Ends ``setFeaturedHost(userID:completion:)``. Only the owner and administrators may do so.
    ///
    /// - Parameters:
    ///   - userID: The user's id.
    ///   - completion: Called on the main queue. It fails with the same numbers.
    public func revokeFeaturedHost(userID: String, completion: CompletionClosure?) {
        feature(userID, false, completion)
    }

    // MARK: Steps

    /// Locks and unlocks parts of a seat.
    func lock(_ lock: SeatLock, completion: CompletionClosure?) {
        guests.perform(completion) { client, live in try await client.lockSeat(lock, in: live) }
    }

    private func feature(_ userID: String, _ isFeatured: Bool, _ completion: CompletionClosure?) {
        guests.perform(completion) { client, live in
            try await client.setFeatured(isFeatured, user: try UserID.checked(userID), in: live)
        }
    }

    private func allow(
        _ userID: String, _ completion: CompletionClosure?, _ make: @escaping @Sendable (UserID) -> SeatAllow
    ) {
        guests.perform(completion) { [seats] client, live in
            guard let user = UserID(userID), seats.withLock({ $0.seat(of: user) != nil }) else {
                throw ErrorInfo(
                    code: -1, ovationCode: ErrorCode.notSeated.rawValue, message: "The user is not in a seat.")
            }
            try await client.allowDevices(make(user), in: live)
        }
    }

    private func fail(_ completion: CompletionClosure?, _ rejection: Rejection) {
        let completion = Completion(completion)
        runtime.queue.async { completion(.failure(ErrorInfo(rejection))) }
    }
}

// MARK: - On the stores' queue

extension LiveSeatStore {
    func handle(_ event: RoomEvent) {
        switch event {
        case .roomSnapshot(let snapshot):
            ownerID = snapshot.info.liveOwner.userID
            change(isEntering: !attendance.isInside) { $0.entered(snapshot) }
        case .seatChanged(let changed): change { $0.changed(changed) }
        case .seatSignalled(let signal): calls.signalled(signal, in: attendance.liveID)
        default: break
        }
    }

    /// Handles that the user is no longer in the live.
    func left() {
        roster = SeatRoster()
        ownerID = nil
        seats.withLock { $0 = SeatRoster() }
        state.value = LiveSeatState()
        devices.left(attendance.liveID)
        calls.left(attendance.liveID)
    }

    /// Sets how loud the user's own voice is, 0 to 100; nil while it is not sent.
    func heard(own volume: Int?) {
        guard let user = attendance.user?.rawValue, state.value.speakingUsers[user] != volume else { return }
        state.update { $0.speakingUsers[user] = volume }
    }

    /// Sets how loud the voices of others are, by user id.
    func heard(others volumes: [String: Int]) {
        let own = attendance.user?.rawValue
        var speaking = volumes
        if let own { speaking[own] = state.value.speakingUsers[own] }
        if speaking != state.value.speakingUsers { state.update { $0.speakingUsers = speaking } }
    }

    /// Sets the quality of the pictures and voices.
    func measured(_ statistics: [AVStatistics]) {
        if statistics != state.value.avStatistics { state.update { $0.avStatistics = statistics } }
    }

    private func change(isEntering: Bool = false, _ change: (inout SeatRoster) -> Void) {
        let user = attendance.user
        let before = user.flatMap { roster.seat(of: $0) }
        change(&roster)
        seats.withLock { [roster] in $0 = roster }
        let own = user.flatMap { roster.seat(of: $0) }
        show(isLeaving: before != nil && own == nil)
        devices.follow(SeatedDevices.Place(liveID: attendance.liveID, isOwner: user == ownerID, seat: own))
        if !isEntering, let before, let own { tell(from: before, to: own) }
        let sitting = state.value.seatList.map(\.userInfo).filter { !$0.userID.isEmpty }
        calls.follow(
            sitting.first { $0.userID == user?.rawValue }, peers: sitting.filter { $0.userID != user?.rawValue },
            in: attendance.liveID)
    }

    private func show(isLeaving: Bool) {
        let seats = roster.seats.map { SeatInfo($0, in: attendance.liveID) }
        let canvas = LiveCanvas(roster)
        let now = state.value
        guard seats != now.seatList || canvas != now.canvas || isLeaving else { return }
        state.update {
            $0.seatList = seats
            $0.canvas = canvas
            if isLeaving {
                $0.avStatistics = []
                $0.speakingUsers = [:]
            }
        }
    }

    private func tell(from before: Seat, to own: Seat) {
        if before.isCameraLocked != own.isCameraLocked {
            liveSeatEventPublisher.send(
                own.isCameraLocked ? .onLocalCameraClosedByAdmin : .onLocalCameraOpenedByAdmin(policy: .unlockOnly))
        }
        if before.isMicrophoneLocked != own.isMicrophoneLocked {
            liveSeatEventPublisher.send(
                own.isMicrophoneLocked
                    ? .onLocalMicrophoneClosedByAdmin : .onLocalMicrophoneOpenedByAdmin(policy: .unlockOnly))
        }
    }
}
