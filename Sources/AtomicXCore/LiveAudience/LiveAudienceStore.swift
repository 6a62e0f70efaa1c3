public import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire

/// Who watches a live, and what its owner and administrators can do about it.
///
/// Methods may be called on any thread; they run in the order in which they were called. State, events and completions
/// arrive on the main queue.
///
/// `@unchecked Sendable`: what changes is changed on the main queue only.
public class LiveAudienceStore: @unchecked Sendable {
    /// Tells who enters and leaves. In a live of more than 500 viewers it is a sample; the count stays right.
    public let liveAudienceEventPublisher = PassthroughSubject<LiveAudienceEvent, Never>()
    /// Who watches.
    public let state = StatePublisher(initialState: LiveAudienceState())

    /// How many viewers the list names.
    static let audienceListMax = 1_000

    private let liveID: String
    private let runtime: StoreRuntime
    private let lane = CommandLane()
    private var roster = AudienceRoster<LiveUserInfo>(max: audienceListMax)

    init(liveID: String, runtime: StoreRuntime) {
        self.liveID = liveID
        self.runtime = runtime
    }

    /// The store of a live; the same one for the same id.
    public static func create(liveID: String) -> LiveAudienceStore { StoreHub.shared.audience.store(for: liveID) }

    /// Fetches who watches, at most 1,000, into the state. Between two calls the state follows the events of the live.
    ///
    /// - Parameter completion: told on the main queue, when the state has the list; 100004 where there is no such live.
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

    /// Appoints an administrator of the live; its owner may.
    ///
    /// - Parameters:
    ///   - userID: who; -1001 where it is no valid id.
    ///   - completion: told on the main queue; -2300 for who is not the owner, 100020 where there are five already.
    public func setAdministrator(userID: String, completion: CompletionClosure?) {
        perform(on: userID, completion) { try await $0.setAdmin(true, user: $2, in: $1) }
    }

    /// Takes the office of an administrator away; the owner may.
    ///
    /// - Parameters:
    ///   - userID: who; -1001 where it is no valid id.
    ///   - completion: told on the main queue; -2300 for who is not the owner.
    public func revokeAdministrator(userID: String, completion: CompletionClosure?) {
        perform(on: userID, completion) { try await $0.setAdmin(false, user: $2, in: $1) }
    }

    /// Removes somebody, who may come back; owner and administrators may. Everybody is told by `onAudienceLeft`, the
    /// one who is removed by `onKickedOutOfLive`.
    ///
    /// - Parameters:
    ///   - userID: who; -1001 where it is no valid id.
    ///   - completion: told on the main queue; -2301 for a viewer, 100006 for a target of the same or a higher rank.
    public func kickUserOutOfRoom(userID: String, completion: CompletionClosure?) {
        perform(on: userID, completion) { try await $0.kick($2, from: $1, reason: nil) }
    }

    /// Mutes somebody for the rest of the live, even if they leave and come back, or lets them write again; owner and
    /// administrators may.
    ///
    /// - Parameters:
    ///   - userID: who; -1001 where it is no valid id.
    ///   - isDisable: whether they may no longer write.
    ///   - completion: told on the main queue; -2301 for a viewer, 100006 for a target of the same or a higher rank.
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
