import NIOEmbedded
import OvationBroker
import OvationModel
import OvationObservability
import Synchronization
import Testing

@testable import OvationNode

/// What nodes tell each other of lives without a home.
struct HomelessLinkTests {
    /// How often each place has heard of lives.
    private final class Heard: Sendable {
        let count = Mutex(0)

        var value: Int { count.withLock { $0 } }
    }

    private let loop = EmbeddedEventLoop()
    private let server = MemoryBrokerServer()
    private let registry = PrometheusRegistry()
    private let metrics: ServerMetrics

    init() { metrics = ServerMetrics(factory: registry, limits: Limits()) }

    private func node(_ slot: UInt16, secret: String = LinkWorld.secret) throws -> (HomelessLink, Heard) {
        let link = HomelessLink(
            NodeLink(
                server.connect(), node: NodeRun(slot: slot, incarnation: 1), cluster: LinkWorld.cluster, secret: secret,
                metrics: metrics))
        let heard = Heard()
        try link.start(on: loop) { heard.count.withLock { $0 += 1 } }
        return (link, heard)
    }

    @Test func `a node that gives lives back tells all others, and not itself`() throws {
        let (one, first) = try node(1)
        let (two, second) = try node(2)
        one.tell()
        loop.run()
        #expect(first.value == 0 && second.value == 1)
        two.tell()
        one.tell()
        loop.run()
        #expect(first.value == 1 && second.value == 2)
    }

    @Test func `a stranger who says so costs nobody a look at the storage`() throws {
        let (link, heard) = try node(1)
        let (stranger, _) = try node(2, secret: "another secret of a cluster, long enough")
        withExtendedLifetime(link) {
            stranger.tell()
            loop.run()
        }
        #expect(heard.value == 0)
        #expect(!registry.render().contains("ovation_crossings_refused_total{reason=\"stranger\"} 0\n"))
    }
}
