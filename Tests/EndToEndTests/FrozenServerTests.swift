import OvationSupport
import Synchronization
import Testing

/// What a server that was frozen does with commands when it wakes, over real sockets.
struct FrozenServerTests {
    /// What the database says of the right to serve.
    private final class Lease: Sendable {
        private let state = Mutex((age: Duration.zero, confirms: false))

        var right: ServingRight {
            ServingRight(age: { self.state.withLock { $0.age } }, confirm: { self.state.withLock { $0.confirms } })
        }
        /// The lease was not renewed for a while, and the database does not confirm it.
        func expire() { state.withLock { $0 = (.seconds(4), false) } }
        /// The database confirms it.
        func confirm() { state.withLock { $0 = (.zero, true) } }
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
            // The server answers a ping of the protocol at once, and it has read what came before.
            try await viewer.raw.send([], opcode: 0x9)
            while let frame = await viewer.raw.next(), frame.opcode != 0xA {}
            let metrics = try await PlainHTTP.get("/metrics", port: server.port)
            #expect(!metrics.contains(#"ovation_commands_total{op="barrage.send"} 1"#), "the message must wait")
            lease.confirm()
            try await viewer.reply(to: message)
            _ = try await host.hear(.barrage)
        }
    }
}
