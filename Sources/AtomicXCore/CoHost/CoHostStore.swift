public import Foundation
public import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire
import RTCRoomEngine

/// The connections of a live with other lives, whose hosts are then seen and heard in all of them.
///
/// Only the owner asks, answers and leaves; viewers see who is connected. Requests are kept by the server. They survive a lost connection
/// and a restart of the server, and end within 30 seconds.
///
/// All calls fail with -1002 without a login, and with -2101 if the user is not in the live. Methods may be called on any thread, and reach
/// the server in the order in which they were called; the fetching of candidates has an order of its own. State, events and completions
/// arrive on the main queue: first the state, then the event, then the completion.
///
/// `@unchecked Sendable` is sound because mutable properties are used on the main queue only.
public class CoHostStore: @unchecked Sendable {
    /// The connected hosts, the requests and the candidates.
    public let state = StatePublisher(initialState: CoHostState())
    /// Publishes requests, answers, and lives that join or leave the connection.
    public let coHostEventPublisher = PassthroughSubject<CoHostEvent, Never>()

    /// The number of lives in a page of candidates.
    static let candidatesPageSize = 20

    private let runtime: StoreRuntime
    private let attendance: LiveAttendance
    private let lane = CommandLane()
    private let candidatesLane = CommandLane()
    /// Counts the fetches, so that an answer from an earlier stay in the live is dropped.
    private var fetchCount = 0

    init(liveID: String, runtime: StoreRuntime, login: LoginStore, liveList: LiveListStore) {
        self.runtime = runtime
        attendance = LiveAttendance(liveID: liveID, login: login, liveList: liveList)
    }

    /// Returns the store of a live. It is the same store for the same id.
    ///
    /// - Parameter liveID: The id of the user's own live.
    public static func create(liveID: String) -> CoHostStore { StoreHub.shared.coHost.store(for: liveID) }

    /// Asks another host for a connection. Only the owner of the live may do so. ``CoHostState/invitees`` has the host before the
    /// request is
    /// sent, at first with the id of the live alone.
    ///
    /// - Parameters:
    ///   - liveId: The id of the other host's live.
    ///   - layoutTemplate: The layout while the lives are connected.
    ///   - timeout: The time for an answer, in seconds, at most 30; 0 for 30.
    ///   - extraInfo: The app's own text, which the other host gets as it is, at most 1,024 bytes.
    ///   - completion: Called on the main queue, when the request has been sent. If the other live cannot be asked, the code is the number
    ///     of a `TUIConnectionCode`, 1 to 5. It fails with 100401 if both are connected, 100402 if a request between them waits, 100404 if
    ///     the connection has nine lives, 100405 if the last request was less than a second ago, -2300 if the user is not the owner.
    public func requestHostConnection(
        targetHost liveId: String, layoutTemplate: CoHostLayoutTemplate, timeout: TimeInterval, extraInfo: String = "",
        completion: CompletionClosure?
    ) {
        runtime.queue.async { self.invite(SeatUserInfo(liveID: liveId)) }
        let failed: @Sendable (ErrorInfo) -> Void = { _ in self.forget(inviteeOf: liveId) }
        runtime.perform(in: lane, Completion(completion), failed: failed) { [self, runtime] in
            let live = try attendance.check().live
            let code = try await runtime.client().requestLink(
                with: try LiveID.checked(liveId), from: live, templateID: layoutTemplate.rawValue,
                seconds: try Self.seconds(timeout), extraInfo: extraInfo)
            guard code == .success else {
                throw ErrorInfo(code: code.rawValue, message: "The live \"\(liveId)\" could not be asked: \(code).")
            }
            return {}
        }
    }

    /// Cancels a request. The host leaves ``CoHostState/invitees`` at once.
    ///
    /// - Parameters:
    ///   - toHostLiveID: The id of the live that was asked.
    ///   - completion: Called on the main queue. It fails with 100400 if no request to that live waits.
    public func cancelHostConnection(toHostLiveID: String, completion: CompletionClosure?) {
        runtime.queue.async { self.forget(inviteeOf: toHostLiveID) }
        perform(completion) { client, live in
            try await client.cancelLinkRequest(to: try LiveID.checked(toHostLiveID), from: live)
        }
    }

    /// Accepts a request. ``CoHostState/applicant`` is nil at once.
    ///
    /// - Parameters:
    ///   - fromHostLiveID: The id of the live that asks.
    ///   - completion: Called on the main queue, when the live is connected. It fails with 100400 if the request waits no longer or came to
    ///     nothing, and with 100403 if the live is connected with others meanwhile.
    public func acceptHostConnection(fromHostLiveID: String, completion: CompletionClosure?) {
        answer(fromHostLiveID, isAccepted: true, completion)
    }

    /// Rejects a request. ``CoHostState/applicant`` is nil at once.
    ///
    /// - Parameters:
    ///   - fromHostLiveID: The id of the live that asks.
    ///   - completion: Called on the main queue. It fails with 100400 if no request of that live waits.
    public func rejectHostConnection(fromHostLiveID: String, completion: CompletionClosure?) {
        answer(fromHostLiveID, isAccepted: false, completion)
    }

    /// Leaves the connection, and the battle with it. Other lives stay connected with each other. ``CoHostState/connected`` is empty at
    /// once.
    ///
    /// - Parameter completion: Called on the main queue. It fails with 100400 if the live is not connected.
    public func exitHostConnection(completion: CompletionClosure? = nil) {
        runtime.queue.async { self.show(connected: []) }
        // Where the server refuses it, the state is what the server says.
        let failed: @Sendable (ErrorInfo) -> Void = { _ in if self.attendance.isOwner { self.fetch() } }
        runtime.perform(in: lane, Completion(completion), failed: failed) { [attendance, runtime] in
            try await runtime.client().leaveLink(of: try attendance.check().live)
            return {}
        }
    }

    /// Mutes the host of a connected live for the user and the viewers of the user's live. That host is not told.
    ///
    /// While the host is muted, ``SeatUserInfo/allowOpenMicrophone`` of the host's entry in ``CoHostState/connected`` is false, for viewers
    /// too. An app that plays the sound of connected lives leaves out those. A host who leaves and joins again begins unmuted.
    ///
    /// - Parameters:
    ///   - liveID: The id of the host's live.
    ///   - isMuted: Whether to mute the host.
    ///   - completion: Called on the main queue. It fails with 100400 if that live is not connected with the user's, with -2300 for anybody
    ///     but the owner, and with -1002 before a login.
    public func muteRemoteHostAudio(liveID: String, isMuted: Bool, completion: CompletionClosure?) {
        perform(completion) { client, own in
            try await client.muteHost(of: try LiveID.checked(liveID), in: own, isMuted: isMuted)
        }
    }

    /// Fetches a page of 20 lives that could be asked for a connection. They are those of the list of lives, without those that are
    /// connected already.
    ///
    /// - Parameters:
    ///   - cursor: Empty for the first page, which replaces the candidates. Otherwise ``CoHostState/candidatesCursor``, whose page is added
    ///     to them.
    ///   - completion: Called on the main queue, when the state has the page. It fails with -1002 before a login.
    public func getCoHostCandidates(cursor: String, completion: CompletionClosure?) {
        runtime.perform(in: candidatesLane, Completion(completion)) { [self, runtime] in
            let page = try await runtime.client().rooms(cursor: cursor, count: Self.candidatesPageSize)
            return { self.fetched(page, isFirst: cursor.isEmpty) }
        }
    }

    private func answer(_ live: String, isAccepted: Bool, _ completion: CompletionClosure?) {
        runtime.queue.async {
            if self.state.value.applicant?.liveID == live { self.state.update { $0.applicant = nil } }
        }
        perform(completion) { client, own in
            try await client.answerLinkRequest(
                of: try LiveID.checked(live), in: own, isAccepted: isAccepted)
        }
    }

    private func perform(
        _ completion: CompletionClosure?, _ command: @escaping @Sendable (OvationClient, LiveID) async throws -> Void
    ) {
        runtime.perform(in: lane, completion) { [attendance] client in
            try await command(client, try attendance.check().live)
        }
    }

    /// Whole seconds, rounded up. The server refuses what is too long.
    static func seconds(_ timeout: TimeInterval) throws(Rejection) -> Int {
        guard timeout >= 0 else { throw Rejection(.invalidParameter, "A timeout is 0 or more seconds.") }
        return Int(min(timeout.rounded(.up), 1_000_000_000))
    }
}

// MARK: - On the stores' queue

extension CoHostStore {
    func handle(_ event: RoomEvent) {
        switch event {
        case .roomSnapshot(let snapshot):
            show(snapshot.coHosts)
            // Only the owner has requests.
            if snapshot.info.liveOwner.userID == attendance.user { fetch() }
        case .coHostChanged(let changed): change(changed)
        case .coHostRequested(let request): requested(request)
        case .coHostRequestEnded(let ended): requestEnded(ended)
        default: break
        }
    }

    /// Handles that the user is still in the live after a reconnect. Requests are not replayed.
    func resumed() { if attendance.isOwner { fetch() } }

    /// Handles that the user is no longer in the live.
    func left() {
        fetchCount += 1
        state.update {
            ($0.connected, $0.invitees, $0.applicant, $0.coHostStatus) = ([], [], nil, .disconnected)
        }
    }

    private func change(_ changed: CoHostChanged) {
        let before = Set(state.value.connected.map(\.liveID))
        show(connected: changed.link?.hosts ?? [], muted: changed.mutedLives)
        let joined = changed.joined.map(SeatUserInfo.init(host:)).filter { !before.contains($0.liveID) }
        for host in joined { coHostEventPublisher.send(.onCoHostUserJoined(userInfo: host)) }
        for host in changed.left { coHostEventPublisher.send(.onCoHostUserLeft(userInfo: SeatUserInfo(host: host))) }
    }

    private func show(_ board: CoHostBoard?) { show(connected: board?.link?.hosts ?? [], muted: board?.mutedLives) }

    private func show(connected hosts: [CoHost], muted: [LiveID]? = nil) {
        let connected = hosts.map { host in
            var shown = SeatUserInfo(host: host)
            shown.allowOpenMicrophone = muted?.contains(host.liveID) != true
            return shown
        }
        let isIn = attendance.user.map { user in hosts.contains { $0.user.userID == user } } ?? false
        let status = isIn ? CoHostStatus.connected : .disconnected
        guard connected != state.value.connected || status != state.value.coHostStatus else { return }
        state.update { ($0.connected, $0.coHostStatus) = (connected, status) }
    }

    private func requested(_ request: CoHostRequest) {
        let inviter = SeatUserInfo(host: request.inviter)
        guard isOwn(request) else {
            guard state.value.applicant != inviter else { return }
            state.update { $0.applicant = inviter }
            coHostEventPublisher.send(.onCoHostRequestReceived(inviter: inviter, extensionInfo: request.extraInfo))
            return
        }
        invite(invitee(of: request))
    }

    private func requestEnded(_ ended: CoHostRequestEnded) {
        let request = ended.request
        let (inviter, invitee) = (SeatUserInfo(host: request.inviter), invitee(of: request))
        if isOwn(request) {
            forget(inviteeOf: request.liveID.rawValue)
        } else if state.value.applicant?.liveID == inviter.liveID {
            state.update { $0.applicant = nil }
        }
        switch ended.outcome {
        case .accepted: if isOwn(request) { coHostEventPublisher.send(.onCoHostRequestAccepted(invitee: invitee)) }
        case .rejected: if isOwn(request) { coHostEventPublisher.send(.onCoHostRequestRejected(invitee: invitee)) }
        case .cancelled, .failed:
            if !isOwn(request) {
                coHostEventPublisher.send(.onCoHostRequestCancelled(inviter: inviter, invitee: invitee))
            }
        case .timedOut:
            if isOwn(request), !state.value.invitees.isEmpty { state.update { $0.invitees = [] } }
            coHostEventPublisher.send(.onCoHostRequestTimeout(inviter: inviter, invitee: invitee))
        }
    }

    private func isOwn(_ request: CoHostRequest) -> Bool { request.inviter.liveID.rawValue == attendance.liveID }

    private func invitee(of request: CoHostRequest) -> SeatUserInfo {
        guard let user = request.invitee else { return SeatUserInfo(liveID: request.liveID.rawValue) }
        return SeatUserInfo(host: CoHost(liveID: request.liveID, user: user))
    }

    private func invite(_ host: SeatUserInfo) {
        state.update { state in
            if let place = state.invitees.firstIndex(where: { $0.liveID == host.liveID }) {
                if !host.userID.isEmpty { state.invitees[place] = host }
            } else {
                state.invitees.append(host)
            }
        }
    }

    private func forget(inviteeOf live: String) {
        guard state.value.invitees.contains(where: { $0.liveID == live }) else { return }
        state.update { $0.invitees.removeAll { $0.liveID == live } }
    }

    /// Fetches what waits and who is connected. Events bring what changes afterwards.
    private func fetch() {
        fetchCount += 1
        let completion = Completion<CoHostPage> { [number = fetchCount] result in
            guard number == self.fetchCount, case .success(let page) = result else { return }
            self.fetched(page)
        }
        // In the lane, so that a request which is made later is never missing in the page.
        runtime.perform(in: lane, completion) { [attendance, runtime] in
            let page = try await runtime.client().coHosts(of: try LiveID.checked(attendance.liveID))
            return { page }
        }
    }

    private func fetched(_ page: CoHostPage) {
        show(page.coHosts)
        let own = page.requests.filter(isOwn).map(invitee)
        let other = page.requests.first { !isOwn($0) }.map { SeatUserInfo(host: $0.inviter) }
        guard own != state.value.invitees || other != state.value.applicant else { return }
        state.update { ($0.invitees, $0.applicant) = (own, other) }
    }

    private func fetched(_ page: RoomPage, isFirst: Bool) {
        state.update {
            let earlier = isFirst ? [] : $0.candidates
            let known = Set((earlier + $0.connected).map(\.liveID))
            let fetched = page.rooms.map { SeatUserInfo(hostOf: $0.info) }
            // A live may move down a page between two calls.
            $0.candidates = earlier + fetched.filter { !known.contains($0.liveID) }
            $0.candidatesCursor = page.cursor
        }
    }
}
