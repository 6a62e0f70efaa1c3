public import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire
import RTCRoomEngine

/// The list of lives, and the way into and out of one.
///
/// A user is in one live at a time, and leaves it before joining another. Methods may be called on any thread. Those that
/// enter, leave and change a live run in the order in which they were called, so `leaveLive` and then `joinLive` need not
/// wait for each other. State, events and completions arrive on the main queue.
///
/// `@unchecked Sendable`: what changes is changed on the main queue only.
public class LiveListStore: @unchecked Sendable {
    /// The only one.
    public static var shared: LiveListStore { StoreHub.shared.liveList }

    /// Tells when the user is in a live no longer without having left it.
    public let liveListEventPublisher = PassthroughSubject<LiveListEvent, Never>()
    /// The list and the current live.
    public let state = StatePublisher(initialState: LiveListState())

    /// Where the user is.
    private enum Place {
        case outside
        /// Asked for; the answer is under way.
        case entering(LiveID)
        case inside(LiveID, isOwner: Bool)
        /// As the owner, who ended it.
        case ending(LiveID)
        /// A resume found that the user is in it no longer; the event that says why may be on its way.
        case removed(LiveID, Rejection)
    }

    /// How long the event may take that says why a resume found the user outside.
    private static let removalGraceMilliseconds: Int64 = 300

    private let runtime: StoreRuntime
    private let placeLane = CommandLane()
    private let listLane = CommandLane()
    private var place = Place.outside
    private var selfID: UserID?

    init(runtime: StoreRuntime) { self.runtime = runtime }

    // MARK: Into and out of a live

    /// Creates a live and enters it as its owner. The same as ``startLive(_:completion:)``, under the name it had up to
    /// 4.0.
    public func createLive(_ liveInfo: LiveInfo, completion: LiveInfoCompletionClosure?) {
        startLive(liveInfo, completion: completion)
    }

    /// Creates a live and enters it as its owner; where the user owns a live of that id already, goes on with it.
    ///
    /// - Parameters:
    ///   - liveInfo: what it is like. -2105 without a valid `liveID`, -2107 for a long name, 100003 where the id is
    ///     another's.
    ///   - completion: told the live as the server knows it, on the main queue; -2108 while the user is in another
    ///     live.
    public func startLive(_ liveInfo: LiveInfo, completion: LiveInfoCompletionClosure?) {
        enter(liveInfo.liveID, completion) { client, liveID in
            try await client.createRoom(liveID, settings: liveInfo.settings)
        }
    }

    /// Enters a live. Who is in it already enters it again, which changes nothing.
    ///
    /// - Parameters:
    ///   - liveID: which live. -2105 where it is no valid id, 100004 where there is no such live, 100016 for who is
    ///     banned.
    ///   - completion: told the live, on the main queue, when the stores of the live have its state; -2108 while the
    ///     user is in another live, which they leave first.
    public func joinLive(liveID: String, completion: LiveInfoCompletionClosure?) {
        enter(liveID, completion) { client, liveID in try await client.joinRoom(liveID) }
    }

    /// Leaves the live that the user is in.
    ///
    /// The live of an owner who leaves goes on: until they come back with `joinLive` or `startLive` and end it, or until they have been
    /// away for `limits.ownerAbsenceSeconds` of the server (300 by default).
    ///
    /// - Parameter completion: told on the main queue; -2101 outside of a live. Without a login it succeeds: a logout left the live.
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
                // Which is what was wanted.
            }
            return { self.goOutside(of: left) }
        }
    }

    /// Ends the live that the user owns, for everybody.
    ///
    /// - Parameter completion: told what the live has had, on the main queue; -2101 outside of a live, -2300 for who is
    ///   not the owner.
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

    /// Changes settings of the live that the user is in; owner and administrators may.
    ///
    /// - Parameters:
    ///   - liveInfo: has the new values. -4 where it is another live than the user is in.
    ///   - modifyFlag: which fields change; the others are left as they are.
    ///   - completion: told on the main queue. ``LiveListState/currentLive`` follows with the server's event.
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

    /// Reads metadata of the live that the user is in.
    ///
    /// - Parameters:
    ///   - keys: which; empty means all. A key that is not there is left out.
    ///   - completion: told the values by key, on the main queue.
    public func queryMetaData(keys: [String], completion: MetaDataCompletionClosure?) {
        runtime.perform(in: placeLane, Completion(completion)) { [self, runtime] in
            let client = try runtime.client()
            let metaData = try await client.metadata(of: try await currentLiveID(), keys: keys)
            return { metaData }
        }
    }

    /// Sets metadata of the live that the user is in; owner and administrators may, and the last write wins.
    ///
    /// - Parameters:
    ///   - metaData: values by key; keys that are not in it stay. 100500 to 100504 beyond the limits of
    ///     ``LiveInfo/metaData``.
    ///   - completion: told on the main queue, when ``LiveListState/currentLive`` has them.
    public func updateLiveMetaData(_ metaData: [String: String], completion: CompletionClosure?) {
        runtime.perform(in: placeLane, Completion(completion)) { [self, runtime] in
            let client = try runtime.client()
            let liveID = try await currentLiveID()
            let all = try await client.updateMetadata(of: liveID, set: metaData, delete: [])
            return { self.updateCurrent(liveID) { $0.metaData = all } }
        }
    }

    // MARK: The list

    /// Fetches a page of the lives that are listed, those with most entries first, into ``LiveListState/liveList``.
    ///
    /// - Parameters:
    ///   - cursor: empty for the first page, which replaces the list; else ``LiveListState/liveListCursor``, whose page
    ///     is added.
    ///   - count: how many, 1 to 50.
    ///   - completion: told on the main queue, when the state has the page.
    public func fetchLiveList(cursor: String, count: Int, completion: CompletionClosure?) {
        runtime.perform(in: listLane, Completion(completion)) { [self, runtime] in
            guard count > 0 else { throw Rejection(.invalidParameter, "A page has at least one live.") }
            let page = try await runtime.client().rooms(cursor: cursor, count: min(count, 50))
            return {
                let lives = page.rooms.map { LiveInfo($0.info) }
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

    /// Fetches what a live is, without entering it.
    ///
    /// - Parameters:
    ///   - liveID: which live. -2105 where it is no valid id, 100004 where there is no such live.
    ///   - completion: told the live, on the main queue.
    public func fetchLiveInfo(liveID: String, completion: LiveInfoCompletionClosure?) {
        runtime.perform(in: nil, Completion(completion)) { [runtime] in
            let client = try runtime.client()
            let listing = try await client.room(try LiveID.checked(liveID))
            return { LiveInfo(listing.info) }
        }
    }

    /// Forgets the pages that were fetched. The current live stays.
    public func reset() {
        runtime.queue.async {
            self.state.update {
                $0.liveList = []
                $0.liveListCursor = ""
            }
        }
    }

    // MARK: Entering

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
        // Somebody else may have ended it in the same moment; that event was held back for the answer that did not
        // come.
        if error.ovationCode == ErrorCode.roomNotFound.rawValue {
            goOutside(of: liveID)
        } else {
            place = .inside(liveID, isOwner: true)
        }
    }

    private func entered(_ room: EnteredRoom) throws -> LiveInfo {
        let liveID = room.membership.liveID
        switch place {
        // The usual way is that the snapshot, an event, came first. What it said may be out of date by now.
        case .inside(liveID, _): break
        case .entering(liveID): state.update { $0.currentLive = LiveInfo(room.snapshot.info) }
        // Removed again before the app could be told that it had entered.
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

    /// Takes an event of the live. What it changed in the other stores has been done.
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

    /// Takes what a resume found: the user is not in the live any more.
    ///
    /// What the server kept of the meantime follows, and says whether the host or somebody else ended it, or removed
    /// the user.
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

    /// Takes the end of the login, which is the end of the stay in a live too.
    func kickedOut(_ reason: LiveKickedOutReason, message: String) {
        if let liveID = placeLiveID { kickedOut(of: liveID, reason, message: message) }
    }

    private func kickedOut(of liveID: LiveID, _ reason: LiveKickedOutReason, message: String) {
        guard goOutside(of: liveID) else { return }
        liveListEventPublisher.send(.onKickedOutOfLive(liveID: liveID.rawValue, reason: reason, message: message))
    }

    private func ended(_ liveID: LiveID, _ reason: LiveEndedReason, message: String) {
        // Who ends a live is told by the completion, not by an event.
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

    /// Leaves the place; false where the user was not there.
    @discardableResult
    private func goOutside(of liveID: LiveID) -> Bool {
        guard placeLiveID == liveID else { return false }
        place = .outside
        if !state.value.currentLive.isEmpty { state.update { $0.currentLive = LiveInfo() } }
        return true
    }

    /// Changes the current live, where it is this one, and publishes what is new.
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
    /// Whether it says that the user is not in the live: they were removed, it has ended, or they have logged out.
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
