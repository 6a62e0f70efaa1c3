import OvationClient
import OvationModel
import OvationWire

/// Who sent most gifts: in a live, and on the boards of all lives.
///
/// Methods may be called on any thread. State and completions arrive on the main queue.
///
/// `@unchecked Sendable`: what changes is changed on the main queue only.
public final class LeaderboardStore: @unchecked Sendable {
    /// The first places of the live.
    public let state = StatePublisher(initialState: LeaderboardState())

    private let liveID: String
    private let runtime: StoreRuntime
    private let lane = CommandLane()

    init(liveID: String, runtime: StoreRuntime) {
        self.liveID = liveID
        self.runtime = runtime
    }

    /// The store of a live; the same one for the same id.
    public static func create(liveID: String) -> LeaderboardStore { StoreHub.shared.leaderboard.store(for: liveID) }

    /// Fetches a leaderboard.
    ///
    /// - Parameters:
    ///   - kind: whom it ranks; a live has a board of senders only, -1001 or 100002 for another.
    ///   - period: which gifts it counts.
    ///   - count: how many places, 1 to 100.
    ///   - completion: told the places on the main queue, best first.
    public func fetchLeaderboard(
        kind: LeaderboardKind = .senders, period: LeaderboardPeriod, count: Int = 20,
        completion: @escaping LeaderboardCompletionClosure
    ) {
        runtime.perform(in: lane, Completion(completion)) { [runtime, liveID] in
            let client = try runtime.client()
            let live = period == .live ? try LiveID.checked(liveID) : nil
            let page = try await client.board(kind.wire, period.wire, in: live, count: count)
            return { page.rows.map(LeaderboardEntry.init) }
        }
    }

    // MARK: On the stores' queue

    func handle(_ event: RoomEvent) {
        switch event {
        case .roomSnapshot(let snapshot): show(snapshot.topSenders ?? [])
        case .boardChanged(let changed): show(changed.top)
        default: break
        }
    }

    private func show(_ rows: [BoardRow]) {
        let entries = rows.map(LeaderboardEntry.init)
        guard entries != state.value.topSenders else { return }
        state.update { $0.topSenders = entries }
    }
}

/// Told once, on the main queue, the places of a leaderboard.
public typealias LeaderboardCompletionClosure = (Result<[LeaderboardEntry], ErrorInfo>) -> Void

extension LeaderboardStore {
    /// Fetches a leaderboard; see ``fetchLeaderboard(kind:period:count:completion:)``.
    public func fetchLeaderboard(
        kind: LeaderboardKind = .senders, period: LeaderboardPeriod, count: Int = 20
    ) async throws(ErrorInfo) -> [LeaderboardEntry] {
        try await awaitCompletion { fetchLeaderboard(kind: kind, period: period, count: count, completion: $0) }
    }
}

extension LeaderboardKind {
    fileprivate var wire: BoardKind {
        switch self {
        case .senders: .senders
        case .hosts: .hosts
        }
    }
}

extension LeaderboardPeriod {
    fileprivate var wire: BoardPeriod {
        switch self {
        case .live: .live
        case .day: .day
        case .week: .week
        case .all: .all
        }
    }
}
