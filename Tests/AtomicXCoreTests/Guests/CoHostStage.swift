import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore

/// The stores of a live that is joined with others, and a log of what an app is told, in order.
struct CoHostStage {
    static let time = Timestamp(milliseconds: 1_700_000_000_000)
    static let here = CoHost(liveID: World.live, user: World.owner)
    static let there = CoHost(liveID: LiveID(unchecked: "live_2"), user: World.other)
    static let third = CoHost(liveID: LiveID(unchecked: "live_3"), user: World.viewer)

    let world = World()
    let log = Lines()

    /// What an app was told, one line each. `@unchecked Sendable` is sound because the queue of the test runs its work on the test's own
    /// thread, and nothing else touches it.
    final class Lines: @unchecked Sendable {
        var lines: [String] = []
        var subscriptions: [AnyCancellable] = []
    }

    var coHost: CoHostStore { world.hub.coHost.store(for: World.live.rawValue) }
    var battle: BattleStore { world.hub.battle.store(for: World.live.rawValue) }

    /// Makes the stores, and creates the live as its owner, or enters it as a viewer.
    init(isOwner: Bool = true, _ board: CoHostBoard? = nil, page: CoHostPage? = nil) async throws {
        world.server.on("cohost.list", ok: page ?? CoHostPage(coHosts: board, requests: [], battleRequest: nil))
        var snapshot = World.snapshot()
        snapshot.coHosts = board
        for op in ["room.join", "room.create"] {
            world.server.on(op) { [snapshot] _ in
                World.entering(World.live, role: op == "room.create" ? .owner : .viewer, snapshot: snapshot)
            }
        }
        for op in [
            "cohost.cancel", "cohost.answer", "cohost.exit", "cohost.mute", "battle.cancel", "battle.answer",
            "battle.exit",
        ] {
            world.server.on(op, ok: Empty())
        }
        if isOwner { try await world.create() } else { try await world.enter() }
        try await settle()
        let (log, coHost, battle) = (log, coHost, battle)
        log.subscriptions = [
            coHost.coHostEventPublisher.sink { log.lines.append(Self.line($0, coHost.state.value)) },
            battle.battleEventPublisher.sink { log.lines.append(Self.line($0, battle.state.value)) },
        ]
    }

    /// Returns when the earlier calls of the stores are over.
    func settle() async throws {
        _ = await code { coHost.cancelHostConnection(toHostLiveID: "nobody", completion: $0) }
        try await world.queue.settle()
    }

    /// Makes a call, waits for its completion, and returns the number of the error, 0 for a success.
    func code(_ call: (CompletionClosure?) -> Void) async -> Int {
        await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
            call { result in
                switch result {
                case .success: continuation.resume(returning: 0)
                case .failure(let error): continuation.resume(returning: error.code)
                }
            }
        }
    }

    func send(_ event: RoomEvent, durable: Int64? = nil) async throws {
        try await world.send(event, seq: durable.map { 100 + $0 }, durable: durable)
    }

    // MARK: The server's values

    static func link(_ hosts: [CoHost] = [here, there], version: Int64 = 1) -> CoHostLink {
        CoHostLink(linkID: CoHostLinkID(unchecked: "l"), version: version, templateID: 600, hosts: hosts)
    }

    static func request(from inviter: CoHost, to other: CoHost, extraInfo: String = "") -> CoHostRequest {
        CoHostRequest(
            ticket: CoHostTicket(unchecked: "t"), inviter: inviter, liveID: other.liveID, invitee: other.user,
            templateID: 600, extraInfo: extraInfo, deadline: time)
    }

    static func fight(_ phase: Battle.Phase = .on, coins: [Int64] = [0, 0]) -> Battle {
        var battle = Battle(
            battleID: BattleID(unchecked: "b1"), seconds: 60, needsResponse: true, extensionInfo: "e", createdAt: time,
            deadline: time,
            sides: zip([here, there], coins).map { BattleSide(host: $0, state: .taking, code: .success, coins: $1) })
        battle.phase = phase
        if phase != .asking { battle.startedAt = time }
        if phase == .over { (battle.end, battle.endedAt) = (.timeOver, time.adding(seconds: 60)) }
        return battle
    }

    // MARK: Lines of the log: the event, and what the state says in it

    private static func line(_ event: CoHostEvent, _ state: CoHostState) -> String {
        let now =
            "connected \(state.connected.count) invitees \(state.invitees.count) applicant \(state.applicant?.liveID ?? "-")"
        switch event {
        case .onCoHostRequestReceived(let inviter, let text): return "received \(inviter.liveID) \(text): \(now)"
        case .onCoHostRequestCancelled(let inviter, let invitee):
            return "cancelled \(inviter.liveID) \(invitee?.liveID ?? "-"): \(now)"
        case .onCoHostRequestAccepted(let invitee): return "accepted \(invitee.liveID): \(now)"
        case .onCoHostRequestRejected(let invitee): return "rejected \(invitee.liveID): \(now)"
        case .onCoHostRequestTimeout(let inviter, let invitee):
            return "timeout \(inviter.liveID) \(invitee.liveID): \(now)"
        case .onCoHostUserJoined(let user): return "joined \(user.liveID): \(now)"
        case .onCoHostUserLeft(let user): return "left \(user.liveID): \(now)"
        }
    }

    private static func line(_ event: BattleEvent, _ state: BattleState) -> String {
        let scores = state.battleScore.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
        let now = "users \(state.battleUsers.count) battle \(state.currentBattleInfo?.battleID ?? "-") scores \(scores)"
        switch event {
        case .onBattleStarted(let info, let inviter, let invitees):
            return "started \(info.battleID) \(inviter.liveID) \(invitees.map(\.liveID)): \(now)"
        case .onBattleEnded(let info, let reason): return "ended \(info.battleID) \(reason.rawValue): \(now)"
        case .onUserJoinBattle(_, let user): return "user joined \(user.liveID): \(now)"
        case .onUserExitBattle(_, let user): return "user left \(user.liveID): \(now)"
        case .onBattleRequestReceived(let id, let inviter, _): return "asked \(id) \(inviter.liveID)"
        case .onBattleRequestCancelled(let id, _, _): return "cancelled \(id)"
        case .onBattleRequestTimeout(let id, _, let invitee): return "timeout \(id) \(invitee.liveID)"
        case .onBattleRequestAccept(let id, _, let invitee): return "accept \(id) \(invitee.liveID)"
        case .onBattleRequestReject(let id, _, let invitee): return "reject \(id) \(invitee.liveID)"
        }
    }
}
