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
        var waiting: [RoomRecord] = []
    }

    private let cluster: any ClusterStorage
    private let state = Mutex(State())

    init(_ cluster: any ClusterStorage) { self.cluster = cluster }

    /// Claims lives and has them run on a node, until there are no more. Does nothing while it is at that.
    func look(for node: Node) async {
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

    /// Returns false where a live has to wait for the next look.
    private func takeUpWaiting(_ node: Node) async throws -> Bool {
        while let record = state.withLock({ $0.waiting.first }) {
            let (directory, info) = (node.services.directory, record.info)
            if let room = directory.room(info.liveID), directory.info(of: info.liveID)?.sessionID == info.sessionID {
                // What runs here does so under an epoch that is over. It is gone with the next look.
                room.giveUp()
                return false
            }
            try await node.takeUp(record)
            node.services.metrics.livesTakenUp(1)
            node.services.logger.info("live taken up", metadata: ["room.id": "\(record.info.liveID)"])
            state.withLock { _ = $0.waiting.removeFirst() }
        }
        return true
    }
}
