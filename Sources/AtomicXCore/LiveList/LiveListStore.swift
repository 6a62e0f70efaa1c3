public import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire
import RTCRoomEngine

/// The list of lives, and entering and leaving one.
///
/// A user is in one live at a time, and has to leave it before joining another. Methods may be called on any thread. Methods that enter,
/// leave or change a live run in the order in which they were called. So an app can call `leaveLive` and then `joinLive` without waiting in
/// between. State, events and completions arrive on the main queue.
///
/// `@unchecked Sendable` is sound because mutable properties are used on the main queue only.
public class LiveListStore: @unchecked Sendable {
    /// The only store of the list.
    public static var shared: LiveListStore { StoreHub.shared.liveList }

    /// Publishes an event when the user is no longer in a live without having left it.
    public let liveListEventPublisher = PassthroughSubject<LiveListEvent, Never>()
    /// The list and the current live.
    public let state = StatePublisher(initialState: LiveListState())

    /// The user's place: outside, in a live, or in between.
    private enum Place {
        case outside
        /// The request was sent, and its answer has not come yet.
        case entering(LiveID)
        case inside(LiveID, isOwner: Bool)
        /// The owner is ending the live.
        case ending(LiveID)
        /// A resume found that the user is no longer in the live. The event that says why may still come.
        case removed(LiveID, Rejection)
    }

    /// How long to wait for the event that says why the user is no longer in the live after a resume.
    private static let removalGraceMilliseconds: Int64 = 300

    private let runtime: StoreRuntime
    private let placeLane = CommandLane()
    private let listLane = CommandLane()
    private var place = Place.outside
    private var selfID: UserID?

    init(runtime: StoreRuntime) { self.runtime = runtime }

    // MARK: Entering and leaving

    /// Creates a live and enters it as its owner. This is ``startLive(_:completion:)`` under the name that the vendor used up to 4.0.
    public func createLive(_ liveInfo: LiveInfo, completion: LiveInfoCompletionClosure?) {
        startLive(liveInfo, completion: completion)
    }

    /// Creates a live and enters it as its owner. If the user already owns a live with this id, that live continues.
    ///
    /// - Parameters:
    ///   - liveInfo: The settings of the live.
    ///   - completion: Called on the main queue with the live as the server has it. It fails with -2105 if `liveID` is not valid, with
    ///     -2107 if the name is too long, with 100003 if another user's live has this id, and with -2108 while the user is in another live.
    public func startLive(_ liveInfo: LiveInfo, completion: LiveInfoCompletionClosure?) {
        enter(liveInfo.liveID, completion) { client, liveID in
            try await client.createRoom(liveID, settings: liveInfo.settings)
        }
    }

    /// Enters a live. It changes nothing if the user is already in it.
    ///
    /// - Parameters:
    ///   - liveID: The id of the live.
    ///   - completion: Called on the main queue with the live, when the live's stores have its state. It fails with -2105 if the id is not
    ///     valid, with 100004 if there is no such live, with 100016 if the user is banned, and with -2108 while the user is in another
    ///     live.
    public func joinLive(liveID: String, completion: LiveInfoCompletionClosure?) {
        enter(liveID, completion) { client, liveID in try await client.joinRoom(liveID) }
    }

    /// Leaves the live that the user is in.
    ///
    /// If the owner leaves, the live continues until they come back with `joinLive` or `startLive` and end it, or until they have been away
    /// for the server's `limits.ownerAbsenceSeconds` (300 by default).
    ///
    /// - Parameter completion: Called on the main queue. It fails with -2101 if the user is in no live. Without a login it succeeds,
    ///   because the logout has already left the live.
    public func leaveLive(completion: CompletionClosure?) {
        runtime.perform(in: placeLane, Completion(completion)) { [self, runtime] in
            let left = try await runtime.queue.run { () throws -> LiveID? in
                guard self.selfID != nil else { return nil }
                guard case .inside(let liveID, _) = self.place else { throw Rejection(.notInRoom) }
                return liveID
            }
            guard let left else { return {} }
            do {
                try await runtime.client().leaveRoom(left)
            } catch let rejection as Rejection where rejection.saysOutside {
                // The user is already outside, as the caller wanted.
            }
            return { self.goOutside(of: left) }
        }
    }

    /// Ends the live that the user owns, for everybody.
    ///
    /// - Parameter completion: Called on the main queue with the totals of the live. It fails with -2101 if the user is in no live, and
    ///   with -2300 if they are not its owner.
    public func endLive(completion: StopLiveCompletionClosure?) {
        runtime.perform(
            in: placeLane, Completion(completion),
            failed: { self.endingFailed($0) },
            { [self, runtime] in
                let client = try runtime.client()
                let liveID = try await runtime.queue.run {
                    guard case .inside(let liveID, let isOwner) = self.place else { throw Rejection(.notInRoom) }
                    if isOwner { self.place = .ending(liveID) }
                    return liveID
                }
                let statistics = try await client.endRoom(liveID)
                return {
                    self.goOutside(of: liveID)
                    return TUILiveStatisticsData(statistics)
                }
            })
    }

    // MARK: Settings

    /// Changes settings of the live that the user is in. Only the owner and administrators may do so.
    ///
    /// - Parameters:
    ///   - liveInfo: The new values.
    ///   - modifyFlag: The fields that change. The others stay as they are.
    ///   - completion: Called on the main queue. It fails with -4 if `liveInfo` is another live than the one that the user is in.
    ///     ``LiveListState/currentLive`` changes with the server's event.
    public func updateLiveInfo(_ liveInfo: LiveInfo, modifyFlag: LiveInfo.ModifyFlag, completion: CompletionClosure?) {
        runtime.perform(in: placeLane, Completion(completion)) { [self, runtime] in
            let client = try runtime.client()
            let liveID = try await currentLiveID()
            guard liveInfo.isEmpty || liveInfo.liveID == liveID.rawValue else { throw Rejection(.roomMismatch) }
            let settings = liveInfo.settings(of: modifyFlag)
            if !settings.isEmpty { try await client.updateRoom(liveID, settings) }
            return {}
        }
    }

    /// Fetches metadata of the live that the user is in.
    ///
    /// - Parameters:
    ///   - keys: The keys to fetch; empty for all. Keys without a value are left out of the answer.
    ///   - completion: Called on the main queue with the values by key.
    public func queryMetaData(keys: [String], completion: MetaDataCompletionClosure?) {
        runtime.perform(in: placeLane, Completion(completion)) { [self, runtime] in
            let client = try runtime.client()
            let metaData = try await client.metadata(of: try await currentLiveID(), keys: keys)
            return { metaData }
        }
    }

    /// Sets metadata of the live that the user is in. Only the owner and administrators may do so. The last write wins.
    ///
    /// - Parameters:
    ///   - metaData: The new values by key. Other keys keep their values.
    ///   - completion: Called on the main queue, when ``LiveListState/currentLive`` has the values. It fails with 100500 to 100504 if a
    ///     limit of ``LiveInfo/metaData`` is exceeded.
    public func updateLiveMetaData(_ metaData: [String: String], completion: CompletionClosure?) {
        runtime.perform(in: placeLane, Completion(completion)) { [self, runtime] in
            let client = try runtime.client()
            let liveID = try await currentLiveID()
            let all = try await client.updateMetadata(of: liveID, set: metaData, delete: [])
            return { self.updateCurrent(liveID) { $0.metaData = all } }
        }
    }

    // MARK: The list

    /// Fetches a page of the list of lives into ``LiveListState/liveList``. The lives with most entries come first.
    ///
    /// - Parameters:
    ///   - cursor: Empty for the first page, which replaces the list. Otherwise ``LiveListState/liveListCursor``, whose page is added to
    ///     the list.
    ///   - count: The number of lives in the page, 1 to 50.
    ///   - completion: Called on the main queue, when the state has the page.
    public func fetchLiveList(cursor: String, count: Int, completion: CompletionClosure?) {
        runtime.perform(in: listLane, Completion(completion)) { [self, runtime] in
            guard count > 0 else { throw Rejection(.invalidParameter, "A page has at least one live.") }
            let client = try runtime.client()
            let page = try await client.rooms(cursor: cursor, count: min(count, 50))
            return {
                let lives = page.rooms.map { LiveInfo($0.info, resolve: client.resolved) }
                self.state.update {
                    // A live may move down a page between two calls.
                    let fetched = Set(lives.map(\.liveID))
                    let known = cursor.isEmpty ? [] : $0.liveList.filter { !fetched.contains($0.liveID) }
                    $0.liveList = known + lives
                    $0.liveListCursor = page.cursor
                }
            }
        }
    }

    /// Fetches a live without entering it.
    ///
    /// - Parameters:
    ///   - liveID: The id of the live.
    ///   - completion: Called on the main queue with the live. It fails with -2105 if the id is not valid, and with 100004 if there is no
    ///     such live.
    public func fetchLiveInfo(liveID: String, completion: LiveInfoCompletionClosure?) {
        runtime.perform(in: nil, Completion(completion)) { [runtime] in
            let client = try runtime.client()
            let listing = try await client.room(try LiveID.checked(liveID))
            return { LiveInfo(listing.info, resolve: client.resolved) }
        }
    }

    /// Empties the list. The current live stays.
    public func reset() {
        runtime.queue.async {
            self.state.update {
                $0.liveList = []
                $0.liveListCursor = ""
            }
        }
    }

    // MARK: Steps of entering and ending

    private func enter(
        _ text: String, _ completion: LiveInfoCompletionClosure?,
        _ command: @escaping @Sendable (OvationClient, LiveID) async throws -> EnteredRoom
    ) {
        runtime.perform(
            in: placeLane, Completion(completion), failed: { _ in self.enteringFailed() },
            { [self, runtime] in
                let client = try runtime.client()
                let liveID = try LiveID.checked(text)
                try await runtime.queue.run { try self.beginEntering(liveID) }
                let entered = try await command(client, liveID)
                return { try self.entered(entered) }
            })
    }

    private func beginEntering(_ liveID: LiveID) throws {
        announceRemoval()
        switch place {
        case .outside: place = .entering(liveID)
        case .inside(liveID, _): break
        case .entering, .inside, .ending, .removed: throw Rejection(.alreadyInOtherRoom)
        }
    }

    private func enteringFailed() {
        if case .entering = place { place = .outside }
    }

    private func endingFailed(_ error: ErrorInfo) {
        guard case .ending(let liveID) = place else { return }
        // Somebody else may have ended the live at the same moment. The store ignored that event, because it expected the answer to report
        // the end.
        if error.ovationCode == ErrorCode.roomNotFound.rawValue {
            goOutside(of: liveID)
        } else {
            place = .inside(liveID, isOwner: true)
        }
    }

    private func entered(_ room: EnteredRoom) throws -> LiveInfo {
        let liveID = room.membership.liveID
        switch place {
        // The snapshot usually came first, as an event. The state may have changed since, so it stays as it is.
        case .inside(liveID, _): break
        case .entering(liveID): state.update { $0.currentLive = LiveInfo(room.snapshot.info) }
        // The user was removed again before the app learned that they had entered.
        default: throw Rejection(.notMember)
        }
        place = .inside(liveID, isOwner: room.membership.role == .owner)
        return state.value.currentLive
    }

    private func currentLiveID() async throws -> LiveID {
        try await runtime.queue.run {
            guard case .inside(let liveID, _) = self.place else { throw Rejection(.notInRoom) }
            return liveID
        }
    }
}

// MARK: - On the stores' queue

extension LiveListStore {
    func loggedIn(as user: UserID) { selfID = user }

    func loggedOut() {
        selfID = nil
        place = .outside
        state.value = LiveListState()
    }

    /// Handles an event of a live. The other stores already have its change.
    func handle(_ event: RoomEvent, in liveID: LiveID) {
        switch event {
        case .roomSnapshot(let snapshot):
            if case .entering(liveID) = place {
                place = .inside(liveID, isOwner: snapshot.info.liveOwner.userID == selfID)
            }
            updateCurrent(liveID) { $0 = LiveInfo(snapshot.info) }
        case .roomUpdated(let updated): updateCurrent(liveID) { $0.apply(updated.changes) }
        case .audienceJoined(let joined): updateCurrent(liveID) { $0.totalViewerCount = joined.totalViewers }
        case .audienceCounted(let counted):
            updateCurrent(liveID) { $0.totalViewerCount = counted.statistics.totalViewers }
        case .audienceKicked(let kicked) where kicked.user.userID == selfID:
            kickedOut(of: liveID, .byAdmin, message: kicked.reason)
        case .audienceBanned(let banned) where banned.banned && banned.user.userID == selfID:
            kickedOut(of: liveID, .byAdmin, message: banned.reason)
        case .roomEnded(let ended): self.ended(liveID, LiveEndedReason(ended.reason), message: ended.message)
        default: break
        }
    }

    /// Handles that a resume found the user no longer in the live.
    ///
    /// The stored events of the meantime follow. They may say who ended the live or removed the user.
    func removed(from liveID: LiveID, _ rejection: Rejection) {
        guard placeLiveID == liveID else { return }
        place = .removed(liveID, rejection)
        runtime.queue.async(afterMilliseconds: Self.removalGraceMilliseconds) { self.announceRemoval() }
    }

    private func announceRemoval() {
        guard case .removed(let liveID, let rejection) = place else { return }
        switch rejection.code {
        case .roomNotFound: ended(liveID, .endedByServer, message: rejection.message)
        case .memberBanned: kickedOut(of: liveID, .byAdmin, message: rejection.message)
        default: kickedOut(of: liveID, .forJoinRoomStatusInvalidDuringOffline, message: rejection.message)
        }
    }

    /// Handles the end of the login, which also ends the user's stay in a live.
    func kickedOut(_ reason: LiveKickedOutReason, message: String) {
        if let liveID = placeLiveID { kickedOut(of: liveID, reason, message: message) }
    }

    private func kickedOut(of liveID: LiveID, _ reason: LiveKickedOutReason, message: String) {
        guard goOutside(of: liveID) else { return }
        liveListEventPublisher.send(.onKickedOutOfLive(liveID: liveID.rawValue, reason: reason, message: message))
    }

    private func ended(_ liveID: LiveID, _ reason: LiveEndedReason, message: String) {
        // An owner who ends a live learns it from the completion, not from an event.
        if case .ending(liveID) = place { return }
        guard goOutside(of: liveID) else { return }
        liveListEventPublisher.send(.onLiveEnded(liveID: liveID.rawValue, reason: reason, message: message))
    }

    private var placeLiveID: LiveID? {
        switch place {
        case .outside: nil
        case .entering(let liveID), .inside(let liveID, _), .ending(let liveID), .removed(let liveID, _): liveID
        }
    }

    /// Notes that the user is no longer in a live. Returns false if they were not in it.
    @discardableResult
    private func goOutside(of liveID: LiveID) -> Bool {
        guard placeLiveID == liveID else { return false }
        place = .outside
        if !state.value.currentLive.isEmpty { state.update { $0.currentLive = LiveInfo() } }
        return true
    }

    /// Changes the current live if it is this one, and publishes it if it differs.
    private func updateCurrent(_ liveID: LiveID, _ change: (inout LiveInfo) -> Void) {
        switch place {
        case .inside(liveID, _), .ending(liveID): break
        default: return
        }
        var live = state.value.currentLive
        change(&live)
        if live != state.value.currentLive { state.update { $0.currentLive = live } }
    }
}

extension Rejection {
    /// Whether it means that the user is not in the live, because they were removed, the live ended, or they logged out.
    fileprivate var saysOutside: Bool {
        switch code {
        case .notMember, .roomNotFound, .notLoggedIn: true
        default: false
        }
    }
}

extension LiveEndedReason {
    init(_ reason: RoomEnded.Reason) {
        switch reason {
        case .endedByHost: self = .endedByHost
        case .endedByServer: self = .endedByServer
        }
    }
}
