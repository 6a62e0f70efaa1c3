import OvationBroker
import OvationModel
import Testing

@testable import OvationNode

extension ClusterPlace {
    /// The secret of the clusters of tests.
    static let testSecret = "the secret of a cluster, long enough"

    /// The place of a server in a cluster whose broker is in memory.
    ///
    /// - Parameters:
    ///   - address: where the server says that it is; nil for where it is.
    ///   - findHome: who runs a live, as this server finds out.
    static func inMemory(
        _ node: NodeRun, at server: MemoryBrokerServer, address: String? = nil,
        findHome: @escaping @Sendable () -> NodeRun?
    ) throws -> ClusterPlace {
        var place = ClusterPlace(
            server.connect(), cluster: try #require(ClusterName("tests")), node: node, secret: testSecret
        ) { _ in findHome() }
        // As long as a busy machine may take.
        place.silenceMilliseconds = 600_000
        place.address = address
        return place
    }
}
