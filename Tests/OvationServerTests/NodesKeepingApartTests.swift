import Logging
import Metrics
import OvationModel
import OvationObservability
import OvationTestKit
import Testing

@testable import OvationHTTP
@testable import OvationREST
@testable import OvationSupport

/// What each node of a cluster keeps to itself for good: another one neither knows it nor asks for it.
@Suite struct NodesKeepingApartTests {
    private let clock = ManualClock()
    private let registry = PrometheusRegistry()

    private var time: ServerClock {
        ServerClock(wall: { [clock] in clock.now }, nanoseconds: { [clock] in clock.nanoseconds })
    }

    @Test func `a session of the console is one of its node alone`() {
        let nodes = ["one", "two"].map { name in
            ConsoleSessions(
                limits: Limits(), clock: time, ids: .system, count: Meter(label: name, factory: registry))
        }
        let opened = nodes[0].open(by: Samples.host.userID, from: "192.0.2.1", provenMilliseconds: nil)
        #expect(nodes[0].administrator(ofToken: opened.token) == Samples.host.userID)
        #expect(nodes[1].administrator(ofToken: opened.token) == nil)
        #expect(nodes[1].closeAll(of: Samples.host.userID) == 0)
        #expect(nodes[0].administrator(ofToken: opened.token) == Samples.host.userID)
    }

    @Test func `an address is let in at each node as often as the limit says, and at none more often`() {
        var limits = Limits()
        limits.addressLoginsPerSecond = 1
        limits.addressLoginsBurst = 3
        let nodes = (0..<2).map { _ in
            RateGates(
                limits: limits, clock: time, metrics: ServerMetrics(factory: registry, limits: limits),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        }
        let address = AddressKey("192.0.2.1")
        for _ in 0..<2 {
            let letIn = nodes.map { node in
                (0..<10).count { _ in node.refusal(ofLoginFrom: address, resuming: 0) == nil }
            }
            #expect(letIn == [3, 3])
            clock.advance(seconds: 10)
        }
    }
}
