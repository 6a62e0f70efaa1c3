import OvationSupport
import OvationWire
import Synchronization
import Testing

/// What a server that was frozen does with commands when it wakes, over real sockets.
struct FrozenServerTests {
    /// What the database says of the right to serve.
    private final class Lease: Sendable {
        private let state = Mutex((age: Duration.zero, confirms: true))
        private let (asked, question) = AsyncStream.makeStream(of: Void.self)

        var right: ServingRight {
            ServingRight(age: { self.state.withLock { $0.age } }, confirm: { self.answer() })
        }

        private func answer() -> Bool {
            let confirms = state.withLock { $0.confirms }
            if !confirms { question.yield() }
            return confirms
        }

        /// The lease was not renewed for a while, and the database does not confirm it.
        func expire() { state.withLock { $0 = (.seconds(4), false) } }
        /// The database confirms it.
        func confirm() { state.withLock { $0 = (.zero, true) } }

        /// Waits until the server has asked so many times in vain.
        func refusals(countMin: Int) async {
            var count = 0
            for await _ in asked {
                count += 1
                if count == countMin { return }
            }
        }
    }

    @Test func `a message that reaches a server as it wakes is shown to nobody until the server may serve`()
        async throws
    {
        let lease = Lease()
        let clock = StoppedClock()
        try await TestServer.run(clock: clock.server, right: lease.right) { server async throws in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            lease.expire()
            clock.advance(milliseconds: 4_000)
            let message = try await viewer.send(.say("hello"))
            // A server that shows the message without asking shows it at this moment, or a little later by the real clock.
            await lease.refusals(countMin: 3)
            clock.advance(milliseconds: 1_000)
            let confirmedAt = clock.server.wall()
            lease.confirm()
            try await viewer.reply(to: message)
            let heard = try await host.hear(.barrage)
            let refused = #"ovation_lease_questions_total{confirmed="false"}"#
            #expect(try await PlainHTTP.metric(refused, port: server.port) >= 3)
            #expect(try #require(heard.position).at == confirmedAt, "it is shown once the server may serve, not before")
        }
    }
}
