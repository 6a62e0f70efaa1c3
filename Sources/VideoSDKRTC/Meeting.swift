import OvationClient
import OvationModel
import OvationWire

/// A meeting: who is in it, and the topics over which they talk.
///
/// Methods may be called on any thread; they run in the order in which they were called. Listeners are called on the main queue.
///
/// `@unchecked Sendable`: the listeners are touched on the queue only; what can be read on any thread is behind a lock.
public final class Meeting: Equatable, @unchecked Sendable {
    /// What can be read on any thread.
    struct Mirror: Sendable {
        var state = MeetingState.DISCONNECTED
        var others: [String: Participant] = [:]
        /// The live that is the meeting; nil outside of it.
        var liveID: LiveID?
    }

    /// Which meeting.
    public let id: String
    /// The topics.
    public let pubsub: PubSub
    /// The one who uses this device.
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

    /// Whether two are the same object.
    public static func == (lhs: Meeting, rhs: Meeting) -> Bool { lhs === rhs }

    /// How the meeting stands with its server.
    public var meetingState: MeetingState { mirror.withLock { $0.state } }

    /// The others in the meeting, by their ids; of more than 100, those who were there first and those who came since.
    public var participants: [String: Participant] { mirror.withLock { $0.others } }

    /// Adds a listener. It is kept until it is removed or the meeting is left or over, of which it is the last that it is told; who enters
    /// again adds it again. Adding it twice changes nothing.
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

    /// Enters the meeting, and makes it where nobody has yet. ``MeetingEventListener/onMeetingJoined()`` tells that it was entered,
    /// ``MeetingEventListener/onError(error:)`` that it was not. Does nothing inside of it.
    public func join() { lane.enqueue { await self.enter() } }

    /// Leaves the meeting. It goes on with the others.
    public func leave(reason: LeaveReason = .manualLeaveCalled) {
        lane.enqueue {
            guard let liveID = self.mirror.withLock({ $0.liveID }) else { return }
            await self.pubsub.flush()
            try? await self.client.leaveRoom(liveID)
            // Before the end of the connection is told, which is no reason of its own then.
            self.queue.async { self.left(reason) }
            await self.client.logOut()
        }
    }

    /// Ends the meeting for everybody. Only who made it, or an administrator of the app, may.
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

    /// Tells that something was not done.
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
        // A page that listens mostly holds the meeting too: kept any longer, neither would ever go.
        listeners = []
    }

    /// It was not the user's wish: nobody waits for the client any more.
    private func thrownOut(_ reason: LeaveReason) {
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
            thrownOut(rejection.code == .roomNotFound ? .roomClose : .removePeer)
        case .connection(.connected): change(to: .CONNECTED)
        case .connection(.reconnecting(let attempt)):
            change(to: .RECONNECTING)
            tell { $0.onSocketError(message: "The connection was lost; attempt \(attempt) to make it again.") }
        case .connection(.disconnected), .connection(.closed): thrownOut(.websocketDisconnected)
        case .kickedOffline:
            tell { $0.onError(error: .DUPLICATE_PARTICIPANT) }
            thrownOut(.duplicateParticipant)
        case .loginExpired:
            tell { $0.onError(error: .INVALID_TOKEN) }
            thrownOut(.websocketDisconnected)
        default: break
        }
    }

    private func handle(_ event: RoomEvent) {
        switch event {
        case .audienceJoined(let joined): came(joined.user)
        case .audienceLeft(let left): went(left.user, .manualLeaveCalled)
        case .ownerJoined(let joined): came(joined.user)
        case .ownerLeft(let left): went(left.user, .manualLeaveCalled)
        case .audienceKicked(let kicked): removed(kicked.user)
        case .audienceBanned(let banned) where banned.banned: removed(banned.user)
        case .roomEnded: thrownOut(.roomClose)
        case .roomSnapshot(let snapshot):
            let (before, now) = (participants, others(in: snapshot))
            for (id, participant) in before.sorted(by: { $0.key < $1.key }) where now[id] == nil {
                went(participant, .unknown)
            }
            for (id, participant) in now.sorted(by: { $0.key < $1.key }) where before[id] == nil { came(participant) }
        default: break
        }
    }

    private func removed(_ user: UserInfo) {
        if user.userID == credentials.userID { thrownOut(.removePeer) } else { went(user, .removePeer) }
    }

    private func came(_ user: UserInfo) {
        if user.userID != credentials.userID { came(Participant(user)) }
    }

    private func came(_ participant: Participant) {
        let isNew = mirror.withLock { $0.others.updateValue(participant, forKey: participant.id) == nil }
        if isNew { tell { $0.onParticipantJoined(participant) } }
    }

    private func went(_ user: UserInfo, _ reason: LeaveReason) {
        if user.userID != credentials.userID { went(Participant(user), reason) }
    }

    private func went(_ participant: Participant, _ reason: LeaveReason) {
        guard mirror.withLock({ $0.others.removeValue(forKey: participant.id) }) != nil else { return }
        tell { $0.onParticipantLeft(participant) }
        tell { $0.onParticipantLeft(participant, reason: reason) }
    }
}

extension VideoSDKError {
    /// What a refusal of the server is called here.
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

/// Carries what the compiler cannot prove to be used on the queue only.
///
/// `@unchecked Sendable`: what is in it is used on the meeting's queue only.
struct UncheckedBox<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
