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
    }

    private let cluster: any ClusterStorage
    private let state = Mutex(State())

    init(_ cluster: any ClusterStorage) { self.cluster = cluster }

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
                state.withLock { $0.waiting = claimed }
            } while state.withLock({ !$0.waiting.isEmpty })
        } catch {
            // It is tried again with the next look.
            node.services.logger.warning(
                "lives that nobody runs could not be taken up", metadata: [LogKeys.error: "\(error)"])
        }
    }

    /// Returns false where lives have to wait for the next look.
    private func takeUpWaiting(_ node: Node) async throws -> Bool {
        let rooms = state.withLock { $0.waiting }
        guard !rooms.isEmpty else { return true }
        let starts = Set(rooms.map(\.record.info.sessionID))
        let running = node.services.directory.rooms(ofStarts: starts)
        guard running.isEmpty else {
            // What runs here does so under an epoch that is over. It is gone with the next look.
            for room in running { room.giveUp() }
            return false
        }
        try await node.takeUp(rooms)
        state.withLock { $0.waiting = [] }
        node.services.metrics.livesTakenUp(rooms.count)
        node.services.logger.notice("lives taken up", metadata: ["rooms.count": "\(rooms.count)"])
        return true
    }
}
