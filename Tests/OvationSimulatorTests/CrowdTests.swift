import Dispatch
import OvationSimulator
import Testing

/// A crowd over several nodes hears everything.
@Suite struct CrowdTests {
    @Test func `every viewer at every node hears the live, and the nodes' work is measured`() async throws {
        let crowd = Crowd(nodes: 3, viewers: 4, messagesPerSecond: 5, seconds: 2)
        let outcome = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try crowd.run() }) }
        }
        #expect(outcome.viewers == 2 + 4)
        // Messages that come close to each other travel together, and the last ones are still on their way.
        #expect(outcome.deliveries >= 6 * 2)
        #expect(outcome.microseconds > 0)
    }
}
