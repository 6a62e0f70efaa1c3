import OvationClient
import OvationModel
import OvationWire

/// The leaderboards of gifts, for a live and across all lives.
///
/// Methods may be called on any thread. State and completions arrive on the main queue.
///
/// `@unchecked Sendable` is sound because mutable properties are used on the main queue only.
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

    /// Returns the store of a live. It is the same store for the same id.
    public static func create(liveID: String) -> LeaderboardStore { StoreHub.shared.leaderboard.store(for: liveID) }

    /// Fetches a leaderboard.
    ///
    /// - Parameters:
    ///   - kind: Whether it ranks senders or hosts. A live has a board of senders only, and fails with -1001 or 100002 for hosts.
    ///   - period: The period whose gifts count.
    ///   - count: The number of places, 1 to 100.
    ///   - completion: Called on the main queue with the places, best first.
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

/// Called once, on the main queue, with the places of a leaderboard.
public typealias LeaderboardCompletionClosure = (Result<[LeaderboardEntry], ErrorInfo>) -> Void

extension LeaderboardStore {
    /// Fetches a leaderboard. See ``fetchLeaderboard(kind:period:count:completion:)``.
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
