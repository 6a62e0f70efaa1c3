import OvationBackend
import OvationBroker
import OvationModel
import OvationObservability
import OvationStorage
import OvationSupport

/// What a node says of itself to who looks after the cluster.
extension Node {
    /// Looks which nodes serve and which of them are heard, and keeps it in the storage. What cannot be kept is kept the next time.
    func report(to cluster: any ClusterStorage, over livesLink: LivesLink) async {
        guard let nodes = try? await cluster.nodes() else { return }
        let others = nodes.filter { $0.seat != cluster.seat && $0.state == .serving && $0.leaseAge < .seconds(3) }
        // A node of an older version without lives says nothing, and has no report.
        let speaking = others.filter { $0.report != nil }.compactMap { NodeRun($0.seat) }
        let unheard = livesLink.unheard(among: speaking)
        services.metrics.cluster(nodes: others.count + 1, unheard: unheard.count)
        let report = NodeReport(
            missing: (services.journal.isHealthy ? [] : ["storage"]) + missingOfCluster,
            unheard: unheard.map { Int64($0.slot) })
        try? await cluster.tell(report, at: services.clock.wall().milliseconds)
    }
}

extension NodeRun {
    /// The run of a node that has a seat; nil for a slot beyond all that there may be.
    init?(_ seat: NodeSeat) {
        guard let slot = UInt16(exactly: seat.slot) else { return nil }
        self.init(slot: slot, incarnation: seat.incarnation)
    }
}
