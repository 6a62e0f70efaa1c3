import OvationBackend
import OvationBroker
import OvationModel
import OvationObservability
import OvationStorage
import OvationSupport

/// What a node says of itself to the operators of the cluster.
extension Node {
    /// Tells how many nodes serve and which of them are not heard, in metrics and in the storage. A report that cannot be kept is
    /// dropped: the next one follows soon.
    func report(of nodes: [ClusterNode], unheard: [NodeRun], to cluster: any ClusterStorage) async {
        services.metrics.cluster(nodes: nodes.count { $0.state == .serving }, unheard: unheard.count)
        let report = NodeReport(
            missing: (services.journal.isHealthy ? [] : ["storage"]) + missingOfCluster,
            unheard: unheard.map { Int64($0.slot) })
        try? await cluster.tell(report, at: services.clock.wall().milliseconds)
    }
}
