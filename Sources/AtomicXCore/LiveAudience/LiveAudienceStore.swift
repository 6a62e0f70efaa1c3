public import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire

/// The audience of a live, and its moderation by the owner and administrators.
///
/// Methods may be called on any thread, and run in the order in which they were called. State, events and completions arrive on the main
/// queue.
///
/// `@unchecked Sendable` is sound because mutable properties are used on the main queue only.
public class LiveAudienceStore: @unchecked Sendable {
    /// Publishes viewers who enter and leave, and other events about people in the live. With more than 500 viewers it publishes only a
    /// sample of them, but the count stays right.
    public let liveAudienceEventPublisher = PassthroughSubject<LiveAudienceEvent, Never>()
    /// The audience.
    public let state = StatePublisher(initialState: LiveAudienceState())

    /// The most viewers in the list.
    static let audienceListMax = 1_000

    private let liveID: String
    private let runtime: StoreRuntime
    private let lane = CommandLane()
    private var roster = AudienceRoster<LiveUserInfo>(max: audienceListMax)

    init(liveID: String, runtime: StoreRuntime) {
        self.liveID = liveID
        self.runtime = runtime
    }

    /// Returns the store of a live. It is the same store for the same id.
    public static func create(liveID: String) -> LiveAudienceStore { StoreHub.shared.audience.store(for: liveID) }

    /// Fetches at most 1,000 viewers into the state. Between two calls the state follows the events of the live.
    ///
    /// - Parameter completion: Called on the main queue, when the state has the list. It fails with 100004 if there is no such live.
    public func fetchAudienceList(completion: CompletionClosure?) {
        runtime.perform(in: lane, Completion(completion), failed: { _ in self.roster.giveUpFetch() }) {
            [self, runtime] in
            let client = try runtime.client()
            let live = try LiveID.checked(liveID)
            _ = try await runtime.queue.run { self.roster.beginFetch() }
            let (audience, lastPage) = try await client.wholeAudience(of: live, max: Self.audienceListMax)
            return { self.fetched(audience, lastPage) }
        }
    }

    /// Appoints an administrator of the live. Only the owner may do so.
    ///
    /// - Parameters:
    ///   - userID: The user's id. The call fails with -1001 if it is not valid.
    ///   - completion: Called on the main queue. It fails with -2300 if the caller is not the owner, and with 100020 if the live has five
    ///     administrators already.
    public func setAdministrator(userID: String, completion: CompletionClosure?) {
        perform(on: userID, completion) { try await $0.setAdmin(true, user: $2, in: $1) }
    }

    /// Dismisses an administrator of the live. Only the owner may do so.
    ///
    /// - Parameters:
    ///   - userID: The user's id. The call fails with -1001 if it is not valid.
    ///   - completion: Called on the main queue. It fails with -2300 if the caller is not the owner.
    public func revokeAdministrator(userID: String, completion: CompletionClosure?) {
        perform(on: userID, completion) { try await $0.setAdmin(false, user: $2, in: $1) }
    }

    /// Removes a user, who may come back. Only the owner and administrators may do so. Everybody gets `onAudienceLeft`, and the removed
    /// user gets `onKickedOutOfLive`.
    ///
    /// - Parameters:
    ///   - userID: The user's id. The call fails with -1001 if it is not valid.
    ///   - completion: Called on the main queue. It fails with -2301 if the caller is a viewer, and with 100006 if the target has the same
    ///     or a higher rank.
    public func kickUserOutOfRoom(userID: String, completion: CompletionClosure?) {
        perform(on: userID, completion) { try await $0.kick($2, from: $1, reason: nil) }
    }

    /// Mutes a user for the rest of the live, or lets them write again. A mute stays in force if the user leaves and comes back. Only the
    /// owner and administrators may do so.
    ///
    /// - Parameters:
    ///   - userID: The user's id. The call fails with -1001 if it is not valid.
    ///   - isDisable: Whether to mute the user.
    ///   - completion: Called on the main queue. It fails with -2301 if the caller is a viewer, and with 100006 if the target has the same
    ///     or a higher rank.
    public func disableSendMessage(userID: String, isDisable: Bool, completion: CompletionClosure?) {
        perform(on: userID, completion) { try await $0.setMuted(isDisable, user: $2, in: $1, seconds: nil) }
    }

    private func perform(
        on userID: String, _ completion: CompletionClosure?,
        _ command: @escaping @Sendable (OvationClient, LiveID, UserID) async throws -> Void
    ) {
        runtime.perform(in: lane, completion) { [liveID] client in
            try await command(client, try LiveID.checked(liveID), try UserID.checked(userID))
        }
    }
}

// MARK: - On the stores' queue

extension LiveAudienceStore {
    func handle(_ event: RoomEvent) {
        switch event {
        case .roomSnapshot(let snapshot):
            roster.entered(
                snapshot.audience.map(LiveUserInfo.init), count: snapshot.audienceCount,
                administrators: snapshot.admins.map(LiveUserInfo.init))
            show()
        case .audienceJoined(let event):
            let user = LiveUserInfo(event.user)
            roster.joined(user, count: event.count)
            show()
            liveAudienceEventPublisher.send(.onAudienceJoined(audience: user))
            if isAdministrator(user) { liveAudienceEventPublisher.send(.onAdminJoined(admin: user)) }
        case .audienceLeft(let event): left(event.user, count: event.count)
        case .ownerJoined(let event):
            liveAudienceEventPublisher.send(.onOwnerJoined(owner: LiveUserInfo(event.user)))
        case .ownerLeft(let event): liveAudienceEventPublisher.send(.onOwnerLeft(owner: LiveUserInfo(event.user)))
        case .audienceKicked(let event): left(event.user, count: event.count)
        case .audienceBanned(let event) where event.banned: left(event.user, count: event.count)
        case .audienceCounted(let event): counted(event.count)
        case .audienceMuted(let event): muted(LiveUserInfo(event.user), event.muted)
        case .audienceAppointed(let event):
            roster.setAdministrator(event.isAdmin, LiveUserInfo(event.user))
            show()
        default: break
        }
    }

    private func left(_ user: UserInfo, count: Int) {
        let user = LiveUserInfo(user)
        roster.left(user, count: count)
        show()
        liveAudienceEventPublisher.send(.onAudienceLeft(audience: user))
        if isAdministrator(user) { liveAudienceEventPublisher.send(.onAdminLeft(admin: user)) }
    }

    private func isAdministrator(_ user: LiveUserInfo) -> Bool {
        roster.administrators.contains { $0.userID == user.userID }
    }

    private func muted(_ user: LiveUserInfo, _ isDisable: Bool) {
        roster.setMuted(isDisable, user)
        show()
        liveAudienceEventPublisher.send(.onAudienceMessageDisabled(audience: user, isDisable: isDisable))
    }

    private func counted(_ count: Int) {
        roster.counted(count)
        if UInt(clamping: count) != state.value.audienceCount { show() }
    }

    private func fetched(_ audience: [UserInfo], _ lastPage: AudiencePage) {
        roster.fetched(
            audience.map(LiveUserInfo.init), count: lastPage.count,
            administrators: lastPage.admins.map(LiveUserInfo.init), muted: lastPage.muted.map(LiveUserInfo.init))
        show()
    }

    private func show() {
        state.update {
            $0.audienceList = roster.viewers
            $0.audienceCount = UInt(clamping: roster.count)
            $0.adminList = roster.administrators
            $0.messageBannedUserList = roster.muted
        }
    }
}
