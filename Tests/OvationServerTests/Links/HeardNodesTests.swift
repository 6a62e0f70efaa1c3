import NIOEmbedded
import OvationBroker
import OvationModel
import OvationObservability
import OvationStorage
import OvationSupport
import OvationTestKit
import Testing

@testable import OvationNode

/// Servers that live and are not heard are on another broker: the smaller group of them is apart.
@Suite struct HeardNodesTests {
    private static func run(_ slot: UInt16) -> NodeRun { NodeRun(slot: slot, incarnation: 1) }

    /// Whether a node is apart that hears some others of those that live, and how many looks told a change.
    private func isApart(_ own: UInt16, hearing heard: [UInt16], of living: [UInt16]) -> Bool {
        var nodes = HeardNodes(own: Self.run(own))
        var changes = 0
        for second in stride(from: Int64(0), through: 60, by: 5) {
            for slot in heard { nodes.hear(Self.run(slot), at: second * 1000) }
            if nodes.look(at: living.map(Self.run), isConnected: true, at: second * 1000) { changes += 1 }
        }
        #expect(changes == (nodes.isApart ? 1 : 0))
        return nodes.isApart
    }

    @Test func `a node that hears all others, or is alone, is not apart`() {
        #expect(!isApart(1, hearing: [2, 3], of: [1, 2, 3]))
        #expect(!isApart(1, hearing: [], of: [1]))
        #expect(!isApart(1, hearing: [], of: []), "its own lease is being renewed")
    }

    @Test func `of three nodes the one that hears none of the others is apart, and the others go on`() {
        #expect(isApart(1, hearing: [], of: [1, 2, 3]))
        #expect(!isApart(2, hearing: [3], of: [1, 2, 3]))
        #expect(!isApart(3, hearing: [2], of: [1, 2, 3]))
    }

    @Test func `of two equal groups the one with the lowest slot goes on`() {
        #expect(!isApart(1, hearing: [], of: [1, 2]))
        #expect(isApart(2, hearing: [], of: [1, 2]))
        #expect(!isApart(4, hearing: [1], of: [1, 2, 3, 4]))
        #expect(isApart(2, hearing: [3], of: [1, 2, 3, 4]))
    }

    @Test func `nobody is expected at once, and without a connection nobody is`() {
        var nodes = HeardNodes(own: Self.run(2))
        let living = [1, 2].map(Self.run)
        // Whether a look changes what is told.
        func changes(_ living: [NodeRun], isConnected: Bool = true, at now: Int64) -> Bool {
            nodes.look(at: living, isConnected: isConnected, at: now)
        }
        #expect(!changes(living, at: 0))
        #expect(!changes(living, at: 9_999))
        #expect(changes(living, at: 10_000))
        #expect(nodes.isApart && nodes.unheard == [Self.run(1)])
        #expect(changes(living, isConnected: false, at: 11_000))
        #expect(!nodes.isApart)
        #expect(!changes(living, at: 12_000))
        // Its next process has time to say that it is there.
        let next = [NodeRun(slot: 1, incarnation: 2), Self.run(2)]
        #expect(!changes(next, at: 22_000))
        nodes.hear(next[0], at: 31_000)
        #expect(!changes(next, at: 32_000))
        #expect(!nodes.isApart && nodes.unheard.isEmpty)
    }

    @Test func `all are heard at a moment only where each has said just before that it is there`() {
        var nodes = HeardNodes(own: Self.run(1))
        let serving = [1, 2, 3].map(Self.run)
        #expect(nodes.hears([Self.run(1)], at: 0), "there is no other")
        nodes.hear(Self.run(2), at: 0)
        #expect(!nodes.hears(serving, at: 0))
        nodes.hear(Self.run(3), at: 1_000)
        #expect(nodes.hears(serving, at: 3_000))
        #expect(!nodes.hears(serving, at: 3_001))
        #expect(!nodes.hears([NodeRun(slot: 3, incarnation: 2)], at: 1_000), "its next process was not heard")
    }

    @Test func `nodes of one broker hear each other, and one of another account is told its name`() throws {
        let (loop, server, clock) = (EmbeddedEventLoop(), MemoryBrokerServer(), ManualClock(Samples.time))
        let time = ServerClock(wall: { clock.now }, nanoseconds: { clock.nanoseconds })
        let registry = PrometheusRegistry()
        func watch(_ slot: UInt16, account: String) throws -> PeerWatch {
            let metrics = ServerMetrics(factory: registry, limits: Limits())
            let link = NodeLink(
                server.connect(account: account), node: Self.run(slot), cluster: LinkWorld.cluster,
                secret: LinkWorld.secret, metrics: metrics)
            let watch = PeerWatch(link, clock: time)
            try watch.start(on: loop)
            return watch
        }
        func node(_ slot: Int64, age: Duration = .milliseconds(500)) -> ClusterNode {
            ClusterNode(
                seat: NodeSeat(slot: slot, incarnation: 1), name: "node\(slot)", version: "1", state: .serving,
                leaseAge: age)
        }
        let watches = try [(1, ""), (2, ""), (3, "other")].map { try watch($0, account: $1) }
        // One that is gone is expected by nobody.
        let nodes = [node(1), node(2), node(3), node(4, age: .seconds(4))]
        var told: [[String]?] = []
        for _ in 0..<12 {
            for watch in watches { watch.beat() }
            loop.run()
            told = watches.map { $0.look(at: nodes) }
            if told[2] != nil { break }
            clock.advance(seconds: 1)
        }
        #expect(told == [nil, nil, ["node1", "node2"]])
        #expect(watches.map { $0.hears([node(1), node(2)]) } == [true, true, false])
        #expect(!watches[0].hears([node(1), node(2), node(4, age: .seconds(4))]), "it was not fenced yet")
        #expect(watches.map(\.isApart) == [false, false, true])
        #expect(registry.render().contains("ovation_cluster_apart 1\n"))
    }
}
