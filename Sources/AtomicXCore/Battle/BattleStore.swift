public import Foundation
public import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire
import RTCRoomEngine

/// The battles of a live with the lives that it is connected with. Gifts decide them.
///
/// Only owners ask, answer and leave; viewers see the battle and its scores. The server counts the gifts and decides the end.
///
/// All calls fail with -1002 without a login, and with -2101 if the user is not in the live. Methods may be called on any thread, and reach
/// the server in the order in which they were called. State, events and completions arrive on the main queue: first the state, then the
/// event, then the completion.
///
/// `@unchecked Sendable` is sound because mutable properties are used on the main queue only.
public class BattleStore: @unchecked Sendable {
    /// The battle and its scores.
    public let state = StatePublisher(initialState: BattleState())
    /// Publishes requests, answers, and the start and end of battles.
    public let battleEventPublisher = PassthroughSubject<BattleEvent, Never>()

    private let runtime: StoreRuntime
    private let attendance: LiveAttendance
    private let lane = CommandLane()
    /// Counts the fetches, so that an answer from an earlier stay in the live is dropped.
    private var fetchCount = 0

    init(liveID: String, runtime: StoreRuntime, login: LoginStore, liveList: LiveListStore) {
        self.runtime = runtime
        attendance = LiveAttendance(liveID: liveID, login: login, liveList: liveList)
    }

    /// Returns the store of a live. It is the same store for the same id.
    ///
    /// - Parameter liveID: The id of the user's own live.
    public static func create(liveID: String) -> BattleStore { StoreHub.shared.battle.store(for: liveID) }

    /// Asks connected hosts for a battle, or starts it at once if nobody has to agree.
    ///
    /// - Parameters:
    ///   - config: The settings of the battle. A duration above the server's maximum, 300 seconds by default, fails with 100002.
    ///   - userIDList: The ids of connected hosts, without the user's own.
    ///   - timeout: The time for an answer, in seconds, at most 30; 0 for 30, or if nobody has to agree.
    ///   - completion: Called on the main queue with the battle, and with the number of a `TUIBattleCode` for each host's id, which is 0 if
    ///     that host was asked. It succeeds even if some hosts could not be asked. It fails with 100400 without a connection, 100412 if
    ///     none
    ///     of the users is connected, 100413 if the last battle was less than a second ago, 100415 if the live is in a battle, 100416 if a
    ///     request for one waits.
    public func requestBattle(
        config: BattleConfig, userIDList: [String], timeout: TimeInterval, completion: BattleRequestClosure?
    ) {
        runtime.perform(in: lane, Completion(completion)) { [attendance, runtime] in
            let live = try attendance.check().live
            guard config.duration >= 0 else { throw Rejection(.invalidParameter, "A battle lasts 0 or more seconds.") }
            let ask = BattleAsk(
                users: try userIDList.map { user throws(Rejection) in try UserID.checked(user) },
                seconds: Int(min(config.duration.rounded(.up), 1_000_000_000)), needsResponse: config.needResponse,
                extensionInfo: config.extensionInfo, answerSeconds: try CoHostStore.seconds(timeout))
            let battle = try await runtime.client().requestBattle(ask, in: live)
            var codes: [String: Int] = [:]
            for user in userIDList { codes[user] = BattleCode.noSuchLive.rawValue }
            for side in battle.sides.dropFirst() {
                codes[side.host.user.userID.rawValue] = (side.code ?? .tryAgain).rawValue
            }
            let answer = (BattleInfo(battle), codes)
            return { answer }
        }
    }

    /// Cancels a request before the battle starts.
    ///
    /// - Parameters:
    ///   - battleId: The id of the battle.
    ///   - userIdList: The ids of the hosts who were asked.
    ///   - completion: Called on the main queue. It fails with 100411 if there is no such battle, 100414 if none of the users was asked,
    ///     100419 once it has started.
    public func cancelBattleRequest(battleId: String, userIdList: [String], completion: CompletionClosure?) {
        perform(completion) { client, live in
            let users = try userIdList.map { user throws(Rejection) in try UserID.checked(user) }
            try await client.cancelBattleRequest(try Self.checked(battleId), to: users, in: live)
        }
    }

    /// Accepts a request.
    ///
    /// - Parameters:
    ///   - battleID: The id of the battle.
    ///   - completion: Called on the main queue. It fails with 100411 if no request for that battle waits.
    public func acceptBattle(battleID: String, completion: CompletionClosure?) {
        perform(completion) { client, live in
            try await client.answerBattleRequest(try Self.checked(battleID), in: live, isAccepted: true)
        }
    }

    /// Rejects a request.
    ///
    /// - Parameters:
    ///   - battleID: The id of the battle.
    ///   - completion: Called on the main queue. It fails with 100411 if no request for that battle waits.
    public func rejectBattle(battleID: String, completion: CompletionClosure?) {
        perform(completion) { client, live in
            try await client.answerBattleRequest(try Self.checked(battleID), in: live, isAccepted: false)
        }
    }

    /// Leaves the battle. It goes on while two others are left.
    ///
    /// - Parameters:
    ///   - battleID: The id of the battle.
    ///   - completion: Called on the main queue. It fails with 100414 if the live is not in that battle, and with 100421 if its time is
    ///     over.
    public func exitBattle(battleID: String, completion: CompletionClosure?) {
        perform(completion) { client, live in try await client.leaveBattle(try Self.checked(battleID), in: live) }
    }

    private func perform(
        _ completion: CompletionClosure?, _ command: @escaping @Sendable (OvationClient, LiveID) async throws -> Void
    ) {
        runtime.perform(in: lane, completion) { [attendance] client in
            try await command(client, try attendance.check().live)
        }
    }

    private static func checked(_ battleID: String) throws(Rejection) -> BattleID {
        guard let battle = BattleID(battleID) else { throw Rejection(.battleNotExistOrEnded) }
        return battle
    }
}

// MARK: - On the stores' queue

extension BattleStore {
    func handle(_ event: RoomEvent) {
        switch event {
        case .roomSnapshot(let snapshot): show(snapshot.coHosts?.battle, withScores: true)
        case .battleChanged(let changed): change(changed)
        case .battleScored(let scored): show(scored.scores)
        case .battleRequested(let asked):
            battleEventPublisher.send(
                .onBattleRequestReceived(
                    battleID: asked.battle.battleID.rawValue, inviter: SeatUserInfo(host: asked.inviter),
                    invitee: SeatUserInfo(host: asked.invitee)))
        case .battleRequestEnded(let ended): requestEnded(ended)
        default: break
        }
    }

    /// Handles that the user is still in the live after a reconnect. Scores are not replayed.
    func resumed() {
        guard state.value.currentBattleInfo != nil else { return }
        fetchCount += 1
        let completion = Completion<CoHostPage> { [number = fetchCount] result in
            guard number == self.fetchCount, case .success(let page) = result else { return }
            self.show(page.coHosts?.battle, withScores: page.coHosts?.battle != nil)
        }
        runtime.perform(in: lane, completion) { [attendance, runtime] in
            let page = try await runtime.client().coHosts(of: try LiveID.checked(attendance.liveID))
            return { page }
        }
    }

    /// Handles that the user is no longer in the live.
    func left() {
        fetchCount += 1
        state.value = BattleState()
    }

    private func change(_ changed: BattleChanged) {
        let battle = changed.battle
        switch changed.reason {
        case .started:
            show(battle, withScores: true)
            let users = state.value.battleUsers
            battleEventPublisher.send(
                .onBattleStarted(
                    battleInfo: BattleInfo(battle), inviter: users.first ?? SeatUserInfo(),
                    invitees: Array(users.dropFirst())))
        case .left:
            show(battle, withScores: false)
            for host in changed.left {
                battleEventPublisher.send(
                    .onUserExitBattle(battleID: battle.battleID.rawValue, battleUser: SeatUserInfo(host: host)))
            }
        case .ended:
            // The scores stay until the next battle, or until the user leaves.
            show(battle.scores)
            state.update { ($0.currentBattleInfo, $0.battleUsers) = (nil, []) }
            let reason = battle.end == .timeOver ? BattleEndedReason.timeOver : .allMemberExit
            battleEventPublisher.send(.onBattleEnded(battleInfo: BattleInfo(battle), reason: reason))
        }
    }

    private func requestEnded(_ ended: BattleRequestEnded) {
        let (id, inviter) = (ended.battleID.rawValue, SeatUserInfo(host: ended.inviter))
        let invitee = SeatUserInfo(host: ended.invitee)
        let isInviter = ended.inviter.liveID.rawValue == attendance.liveID
        switch ended.outcome {
        case .accepted where isInviter:
            battleEventPublisher.send(.onBattleRequestAccept(battleID: id, inviter: inviter, invitee: invitee))
        case .rejected where isInviter:
            battleEventPublisher.send(.onBattleRequestReject(battleID: id, inviter: inviter, invitee: invitee))
        case .timedOut:
            battleEventPublisher.send(.onBattleRequestTimeout(battleID: id, inviter: inviter, invitee: invitee))
        case .cancelled where !isInviter, .failed where !isInviter:
            battleEventPublisher.send(.onBattleRequestCancelled(battleID: id, inviter: inviter, invitee: invitee))
        case .accepted, .rejected, .cancelled, .failed: break
        }
    }

    private func show(_ battle: Battle?, withScores: Bool) {
        let users = battle?.taking.map { SeatUserInfo(host: $0.host) } ?? []
        let info = battle.map(BattleInfo.init)
        let scores = withScores ? Self.scores(battle?.scores ?? []) : state.value.battleScore
        let now = state.value
        guard now.battleUsers != users || now.currentBattleInfo != info || now.battleScore != scores else { return }
        state.update { ($0.battleUsers, $0.currentBattleInfo, $0.battleScore) = (users, info, scores) }
    }

    private func show(_ scores: [BattleScored.Score]) {
        let scores = Self.scores(scores)
        if scores != state.value.battleScore { state.update { $0.battleScore = scores } }
    }

    private static func scores(_ scores: [BattleScored.Score]) -> [String: UInt] {
        Dictionary(scores.map { ($0.userID.rawValue, UInt(clamping: $0.score)) }, uniquingKeysWith: { $1 })
    }
}

extension Battle {
    /// The scores of all who took part.
    fileprivate var scores: [BattleScored.Score] {
        sides.filter { $0.state == .taking || $0.state == .left }.map {
            BattleScored.Score(liveID: $0.host.liveID, userID: $0.host.user.userID, score: $0.score)
        }
    }
}

extension BattleInfo {
    /// A battle as the server tells it.
    init(_ battle: Battle) {
        self.init(
            battleID: battle.battleID.rawValue,
            config: BattleConfig(
                duration: TimeInterval(battle.seconds), needResponse: battle.needsResponse,
                extensionInfo: battle.extensionInfo),
            startTime: UInt(clamping: battle.startedAt?.seconds ?? 0),
            endTime: UInt(clamping: battle.endedAt?.seconds ?? 0))
    }
}
