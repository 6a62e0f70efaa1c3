import OvationClient
import OvationModel
import OvationWire

/// A meeting, with its participants and the topics that they send messages to.
///
/// Methods may be called on any thread, and run in the order in which they were called. Listeners are called on the main queue.
///
/// `@unchecked Sendable` is sound because the listeners are used on the queue only, and a lock guards the state that any thread may read.
public final class Meeting: Equatable, @unchecked Sendable {
    /// The state that any thread may read.
    struct Mirror: Sendable {
        var state = MeetingState.DISCONNECTED
        var others: [String: Participant] = [:]
        /// The live behind the meeting; nil while the user is not in it.
        var liveID: LiveID?
    }

    /// The id of the meeting.
    public let id: String
    /// The topics of the meeting.
    public let pubsub: PubSub
    /// The participant who uses this device.
    public let localParticipant: Participant

    let client: OvationClient
    let queue: any MeetingQueue
    let mirror = Locked(Mirror())
    let lane = MeetingLane()
    private let credentials: Credentials
    private let name: String
    private var listeners: [any MeetingEventListener] = []
    private let token = Locked<HandlerToken?>(nil)

    init(id: String, _ credentials: Credentials, name: String, client: OvationClient, queue: any MeetingQueue) {
        self.id = id
        self.credentials = credentials
        self.name = name
        self.client = client
        self.queue = queue
        pubsub = PubSub()
        let userID = credentials.userID?.rawValue ?? ""
        localParticipant = Participant(id: userID, displayName: name.isEmpty ? userID : name, isLocal: true)
        pubsub.meeting = self
    }

    deinit { if let token = token.withLock({ $0 }) { client.removeHandler(token) } }

    /// Whether two references are the same meeting object.
    public static func == (lhs: Meeting, rhs: Meeting) -> Bool { lhs === rhs }

    /// The state of the meeting's connection.
    public var meetingState: MeetingState { mirror.withLock { $0.state } }

    /// The other participants by their ids. In a meeting with more than 100, these are the first ones, and those who came since.
    public var participants: [String: Participant] { mirror.withLock { $0.others } }

    /// Adds a listener. The meeting keeps it until it is removed, or until the meeting is left or over, which is the last event that it
    /// gets. Add it again after entering again. Adding it twice changes nothing.
    public func addEventListener(_ meetingEventListener: any MeetingEventListener) {
        let box = UncheckedBox(meetingEventListener)
        queue.async {
            guard !self.listeners.contains(where: { $0 === box.value }) else { return }
            self.listeners.append(box.value)
        }
    }

    /// Removes a listener.
    public func removeEventListener(_ meetingEventListener: any MeetingEventListener) {
        let box = UncheckedBox(meetingEventListener)
        queue.async { self.listeners.removeAll { $0 === box.value } }
    }

    /// Enters the meeting, and creates it if it does not exist. ``MeetingEventListener/onMeetingJoined()`` reports success, and
    /// ``MeetingEventListener/onError(error:)`` reports failure. It does nothing if the user is already in the meeting.
    public func join() { lane.enqueue { await self.enter() } }

    /// Leaves the meeting, which continues for the others.
    public func leave(reason: LeaveReason = .manualLeaveCalled) {
        lane.enqueue {
            guard let liveID = self.mirror.withLock({ $0.liveID }) else { return }
            await self.pubsub.flush()
            try? await self.client.leaveRoom(liveID)
            // Report the leave before the connection ends, so that the end of the connection does not become the reason.
            self.queue.async { self.left(reason) }
            await self.client.logOut()
        }
    }

    /// Ends the meeting for everybody. Only its creator or an administrator of the app may do so.
    public func end() {
        lane.enqueue {
            guard let liveID = self.mirror.withLock({ $0.liveID }) else { return }
            await self.pubsub.flush()
            do {
                _ = try await self.client.endRoom(liveID)
            } catch {
                self.failed(error)
            }
        }
    }

    // MARK: - Entering

    private func enter() async {
        guard mirror.withLock({ $0.liveID }) == nil else { return }
        guard let liveID = LiveID(id) else { return refuse(.INVALID_MEETING_ID) }
        guard credentials.problem == nil, let sdkAppID = credentials.sdkAppID, let userID = credentials.userID else {
            return refuse(credentials.problem ?? .INVALID_TOKEN)
        }
        queue.async { self.change(to: .CONNECTING) }
        hear()
        do {
            let session = try await client.logIn(sdkAppID: sdkAppID, userID: userID, userSig: credentials.token)
            if !name.isEmpty, session.profile.nickname != name {
                try await client.updateProfile(UserProfile(nickname: name))
            }
            let entered = try await client.enterMeeting(liveID)
            queue.async { self.entered(liveID, entered.snapshot) }
        } catch {
            await client.logOut()
            queue.async {
                self.change(to: .DISCONNECTED)
                self.tell { $0.onError(error: VideoSDKError(error)) }
            }
        }
    }

    private func refuse(_ error: VideoSDKError) { queue.async { self.tell { $0.onError(error: error) } } }

    private func hear() {
        token.withLock { token in
            guard token == nil else { return }
            token = client.addHandler { [weak self] event in
                guard let self else { return }
                queue.async { [weak self] in self?.handle(event) }
            }
        }
    }

    // MARK: - On the queue

    /// Calls every listener.
    func tell(_ call: (any MeetingEventListener) -> Void) { for listener in listeners { call(listener) } }

    /// Reports an error to the listeners.
    func failed(_ error: any Error) {
        let error = VideoSDKError(error)
        queue.async { self.tell { $0.onError(error: error) } }
    }

    private func change(to state: MeetingState) {
        let isNew = mirror.withLock { mirror in
            defer { mirror.state = state }
            return mirror.state != state
        }
        if isNew { tell { $0.onMeetingStateChanged(meetingState: state) } }
    }

    private func entered(_ liveID: LiveID, _ snapshot: RoomSnapshot) {
        mirror.withLock { mirror in
            mirror.liveID = liveID
            mirror.others = others(in: snapshot)
        }
        change(to: .CONNECTED)
        tell { $0.onMeetingJoined() }
        for participant in participants.values.sorted(by: { $0.id < $1.id }) {
            tell { $0.onParticipantJoined(participant) }
        }
    }

    private func left(_ reason: LeaveReason) {
        guard mirror.withLock({ $0.liveID.take() }) != nil else { return }
        mirror.withLock { $0.others = [:] }
        pubsub.forget()
        change(to: .DISCONNECTED)
        tell { $0.onMeetingLeft() }
        tell { $0.onMeetingLeft(reason: reason) }
        // A view that listens usually holds the meeting too. If the meeting kept it, neither would ever be deallocated.
        listeners = []
    }

    /// Handles that the user is out of the meeting without having left it. Nobody needs the client any longer, so it logs out.
    private func forcedOut(_ reason: LeaveReason) {
        left(reason)
        lane.enqueue { if self.mirror.withLock({ $0.liveID }) == nil { await self.client.logOut() } }
    }

    private func others(in snapshot: RoomSnapshot) -> [String: Participant] {
        let users = snapshot.audience + [snapshot.info.liveOwner]
        return users.reduce(into: [:]) { others, user in
            guard user.userID != credentials.userID else { return }
            others[user.userID.rawValue] = Participant(user)
        }
    }

    private func handle(_ event: ClientEvent) {
        guard let liveID = mirror.withLock({ $0.liveID }) else { return }
        switch event {
        case .room(liveID, _, let event): handle(event)
        case .removed(liveID, let rejection):
            forcedOut(rejection.code == .roomNotFound ? .roomClose : .removePeer)
        case .connection(.connected): change(to: .CONNECTED)
        case .connection(.reconnecting(let attempt)):
            change(to: .RECONNECTING)
            tell { $0.onSocketError(message: "The connection was lost; attempt \(attempt) to make it again.") }
        case .connection(.disconnected), .connection(.closed): forcedOut(.websocketDisconnected)
        case .kickedOffline:
            tell { $0.onError(error: .DUPLICATE_PARTICIPANT) }
            forcedOut(.duplicateParticipant)
        case .loginExpired:
            tell { $0.onError(error: .INVALID_TOKEN) }
            forcedOut(.websocketDisconnected)
        default: break
        }
    }

    private func handle(_ event: RoomEvent) {
        switch event {
        case .audienceJoined(let joined): participantJoined(joined.user)
        case .audienceLeft(let left): participantLeft(left.user, .manualLeaveCalled)
        case .ownerJoined(let joined): participantJoined(joined.user)
        case .ownerLeft(let left): participantLeft(left.user, .manualLeaveCalled)
        case .audienceKicked(let kicked): removed(kicked.user)
        case .audienceBanned(let banned) where banned.banned: removed(banned.user)
        case .roomEnded: forcedOut(.roomClose)
        case .roomSnapshot(let snapshot):
            let (before, now) = (participants, others(in: snapshot))
            for (id, participant) in before.sorted(by: { $0.key < $1.key }) where now[id] == nil {
                participantLeft(participant, .unknown)
            }
            for (id, participant) in now.sorted(by: { $0.key < $1.key }) where before[id] == nil {
                participantJoined(participant)
            }
        default: break
        }
    }

    private func removed(_ user: UserInfo) {
        if user.userID == credentials.userID { forcedOut(.removePeer) } else { participantLeft(user, .removePeer) }
    }

    private func participantJoined(_ user: UserInfo) {
        if user.userID != credentials.userID { participantJoined(Participant(user)) }
    }

    private func participantJoined(_ participant: Participant) {
        let isNew = mirror.withLock { $0.others.updateValue(participant, forKey: participant.id) == nil }
        if isNew { tell { $0.onParticipantJoined(participant) } }
    }

    private func participantLeft(_ user: UserInfo, _ reason: LeaveReason) {
        if user.userID != credentials.userID { participantLeft(Participant(user), reason) }
    }

    private func participantLeft(_ participant: Participant, _ reason: LeaveReason) {
        guard mirror.withLock({ $0.others.removeValue(forKey: participant.id) }) != nil else { return }
        tell { $0.onParticipantLeft(participant) }
        tell { $0.onParticipantLeft(participant, reason: reason) }
    }
}

extension VideoSDKError {
    /// Maps a refusal of the server to an error of this SDK.
    init(_ error: any Error) {
        switch (error as? Rejection)?.code {
        case .sdkAppIDInvalid?: self = .INVALID_API_KEY
        case .userSigExpired?, .userSigInvalid?: self = .INVALID_TOKEN
        case .memberBanned?, .memberMuted?, .roomMuted?, .permissionDenied?, .ownerRequired?:
            self = .INVALID_PERMISSIONS
        case .roomFull?: self = .MAX_PARTCIPANT_REACHED
        default: self = .UNKNOWN_ERROR
        }
    }
}

/// Carries a value to the meeting's queue when the compiler cannot prove that only the queue uses it.
///
/// `@unchecked Sendable` is sound because the value is used on the meeting's queue only.
struct UncheckedBox<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
