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
public final class LiveAudienceStore: @unchecked Sendable {
    /// Tells who enters and leaves. In a live of more than 500 viewers it is a sample; the count stays right.
    public let liveAudienceEventPublisher = PassthroughSubject<LiveAudienceEvent, Never>()
    /// Who watches.
    public let state = StatePublisher(initialState: LiveAudienceState())

    /// How many viewers the list names.
    static let audienceListMax = 1_000
    private static let pageSize = 200

    /// What changed in the list while a page of it was under way.
    private enum Change {
        case joined(LiveUserInfo)
        case left(LiveUserInfo)
    }

    private let liveID: String
    private let runtime: StoreRuntime
    private let lane = CommandLane()
    /// The changes since a fetch began; nil while none runs.
    private var changes: [Change]?

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
        runtime.perform(in: lane, Completion(completion), failed: { _ in self.changes = nil }) { [self, runtime] in
            let client = try runtime.client()
            let live = try LiveID.checked(liveID)
            _ = try await runtime.queue.run { self.changes = [] }
            var audience: [UserInfo] = []
            var page = try await client.audience(of: live, cursor: "", count: Self.pageSize)
            audience += page.audience
            while !page.cursor.isEmpty, !page.audience.isEmpty, audience.count < Self.audienceListMax {
                do {
                    page = try await client.audience(of: live, cursor: page.cursor, count: Self.pageSize)
                } catch let rejection as Rejection where rejection.code == .pageBeyondEnd {
                    // So many have left meanwhile that there is no such page any more.
                    break
                }
                audience += page.audience
            }
            return { [audience, page] in self.fetched(audience, page) }
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
            // A page that is under way is older, or says the same.
            changes?.removeAll()
            state.update {
                $0.audienceList = snapshot.audience.map(LiveUserInfo.init)
                $0.audienceCount = UInt(clamping: snapshot.audienceCount)
                $0.adminList = snapshot.admins.map(LiveUserInfo.init)
            }
        case .audienceJoined(let event):
            let user = LiveUserInfo(event.user)
            apply(.joined(user), count: event.count)
            liveAudienceEventPublisher.send(.onAudienceJoined(audience: user))
        case .audienceLeft(let event): left(event.user, count: event.count)
        case .audienceKicked(let event): left(event.user, count: event.count)
        case .audienceBanned(let event) where event.banned: left(event.user, count: event.count)
        case .audienceCounted(let event): counted(event.count)
        case .audienceMuted(let event): muted(LiveUserInfo(event.user), event.muted)
        case .audienceAppointed(let event):
            let user = LiveUserInfo(event.user)
            state.update { $0.adminList.set(user, isMember: event.isAdmin) }
        default: break
        }
    }

    private func left(_ user: UserInfo, count: Int) {
        let user = LiveUserInfo(user)
        apply(.left(user), count: count)
        liveAudienceEventPublisher.send(.onAudienceLeft(audience: user))
    }

    private func muted(_ user: LiveUserInfo, _ isDisable: Bool) {
        state.update { $0.messageBannedUserList.set(user, isMember: isDisable) }
        liveAudienceEventPublisher.send(.onAudienceMessageDisabled(audience: user, isDisable: isDisable))
    }

    private func counted(_ count: Int) {
        let count = UInt(clamping: count)
        if count != state.value.audienceCount { state.update { $0.audienceCount = count } }
    }

    private func apply(_ change: Change, count: Int) {
        changes?.append(change)
        state.update {
            Self.apply(change, to: &$0.audienceList)
            $0.audienceCount = UInt(clamping: count)
        }
    }

    private static func apply(_ change: Change, to list: inout [LiveUserInfo]) {
        switch change {
        case .joined(let user):
            list.set(user, isMember: true)
            if list.count > audienceListMax { list.removeFirst(list.count - audienceListMax) }
        case .left(let user): list.set(user, isMember: false)
        }
    }

    /// Takes over the pages of a fetch, and what happened while they came: of an event and a page nobody knows which is
    /// newer, and the event done twice does no harm.
    private func fetched(_ audience: [UserInfo], _ lastPage: AudiencePage) {
        var seen = Set<UserID>()
        var list = audience.prefix(Self.audienceListMax).filter { seen.insert($0.userID).inserted }.map(
            LiveUserInfo.init)
        for change in changes ?? [] { Self.apply(change, to: &list) }
        let heard = changes?.isEmpty == false
        changes = nil
        state.update {
            $0.audienceList = list
            if !heard { $0.audienceCount = UInt(clamping: lastPage.count) }
            $0.adminList = lastPage.admins.map(LiveUserInfo.init)
            $0.messageBannedUserList = lastPage.muted.map(LiveUserInfo.init)
        }
    }
}

extension [LiveUserInfo] {
    /// Adds a user at the end, or renews what is known of them where they are, or removes them.
    mutating func set(_ user: LiveUserInfo, isMember: Bool) {
        let index = firstIndex { $0.userID == user.userID }
        switch (index, isMember) {
        case (nil, true): append(user)
        case (nil, false): break
        case (let index?, true): self[index] = user
        case (let index?, false): remove(at: index)
        }
    }
}
