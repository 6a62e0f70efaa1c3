import Logging
import OvationBackend
import OvationModel
import OvationObservability
import OvationRules
import OvationStorage
import Synchronization

/// Takes up the lives that nobody runs: those of nodes that are gone, and those that were given back.
///
/// The node's sweep has it look once a second. What it has claimed stays its own until it could be taken up: this node is the home then,
/// and no other ever claims it.
final class TakeUps: Sendable {
    /// How many lives are claimed at once. The claim and the reading of what is kept of them are one round trip each.
    static let claimMax = 200

    private struct State {
        var isLooking = false
        /// Lives that were claimed and could not be taken up yet.
        var waiting: [ClaimedRoom] = []
        /// Whether they were claimed just now, so that all of them are open.
        var isFresh = false
    }

    private let cluster: any ClusterStorage
    private let state = Mutex(State())

    init(_ cluster: any ClusterStorage) { self.cluster = cluster }

    /// Whether a live was claimed and does not run yet.
    func isWaiting(_ liveID: LiveID) -> Bool {
        state.withLock { state in state.waiting.contains { $0.record.info.liveID == liveID } }
    }

    /// Claims lives and has them run on a node, until there are no more. Does nothing while it is at that.
    func look(for node: Node) async {
        // What it took up now would be given back in a moment.
        guard !node.isDraining else { return }
        let isFirst = state.withLock { state in
            defer { state.isLooking = true }
            return !state.isLooking
        }
        guard isFirst else { return }
        defer { state.withLock { $0.isLooking = false } }
        do {
            repeat {
                guard try await takeUpWaiting(node) else { return }
                let claimed = try await cluster.claimRooms(limit: Self.claimMax)
                state.withLock { ($0.waiting, $0.isFresh) = (claimed, true) }
            } while state.withLock({ !$0.waiting.isEmpty })
        } catch {
            // It is tried again with the next look.
            node.services.logger.warning(
                "lives that nobody runs could not be taken up", metadata: [LogKeys.error: "\(error)"])
        }
    }

    /// Returns false where lives have to wait for the next look.
    private func takeUpWaiting(_ node: Node) async throws -> Bool {
        let (rooms, isFresh) = state.withLock { state in
            defer { state.isFresh = false }
            return (state.waiting, state.isFresh)
        }
        guard !rooms.isEmpty else { return true }
        let starts = Set(rooms.map(\.record.info.sessionID))
        let running = node.services.directory.rooms(ofStarts: starts)
        guard running.isEmpty else {
            // What runs here does so under an epoch that is over. It is gone with the next look.
            for room in running { room.giveUp() }
            return false
        }
        let (ready, over) = try await sorted(rooms, isFresh: isFresh, node)
        try await node.takeUp(ready)
        let done = over.union(ready.map(\.record.info.sessionID))
        let isDone = state.withLock { state in
            state.waiting.removeAll { done.contains($0.record.info.sessionID) }
            return state.waiting.isEmpty
        }
        guard !ready.isEmpty else { return isDone }
        node.services.metrics.livesTakenUp(ready.count)
        node.services.logger.notice("lives taken up", metadata: ["rooms.count": "\(ready.count)"])
        return isDone
    }

    /// Which of the lives that wait can be taken up now, and which starts are over.
    ///
    /// A creation of the same live that was under way when it was claimed may have closed it: this node was its home, and did not run it.
    /// What waits longer may have been closed by such a creation that failed. Only the storage knows.
    private func sorted(
        _ rooms: [ClaimedRoom], isFresh: Bool, _ node: Node
    ) async throws -> (ready: [ClaimedRoom], over: Set<LiveSessionID>) {
        var ready: [ClaimedRoom] = []
        var over: Set<LiveSessionID> = []
        for room in rooms {
            let info = room.record.info
            let isTaken = node.services.directory.isTaken(info.liveID)
            if isTaken || !isFresh,
                try await node.services.storage.openStart(of: info.liveID)?.sessionID != info.sessionID
            {
                over.insert(info.sessionID)
            } else if !isTaken {
                ready.append(room)
            }
        }
        return (ready, over)
    }
}
