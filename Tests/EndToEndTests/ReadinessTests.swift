import OvationTestKit
import Testing

/// The server's readiness, over real sockets.
struct ReadinessTests {
    @Test func `a server without commands notices by itself that its storage works again`() async throws {
        let storage = FaultyStorage(try TestServer.emptyStorage())
        try await TestServer.run(storage: storage) { server async throws in
            let host = try await Robot.logIn("host", server)
            let viewer = try await Robot.logIn("viewer", server)
            storage.setDown(true)
            #expect(try await host.code(.create("r1")) == 110_008)
            await host.cut()
            let ready = try await PlainHTTP.get("/health/ready", port: server.port)
            #expect(ready.hasPrefix("HTTP/1.1 503") && ready.contains(#""missing":["storage"]"#))
            // A refused gift asks the storage for a reading alone, which says nothing of what it keeps.
            #expect(try await viewer.code(.give("o1", "nothing")) != 0)
            #expect(try await PlainHTTP.get("/health/ready", port: server.port).hasPrefix("HTTP/1.1 503"))
            storage.setDown(false)
            while try await !PlainHTTP.get("/health/ready", port: server.port).hasPrefix("HTTP/1.1 200") {}
        }
    }
}
