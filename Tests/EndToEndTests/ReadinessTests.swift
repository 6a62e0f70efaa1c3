import OvationTestKit
import Testing

/// Whether the server says that it is ready, over real sockets.
struct ReadinessTests {
    @Test func `a server that is sent nobody finds out by itself that its storage takes writes again`() async throws {
        let storage = FaultyStorage(try TestServer.emptyStorage())
        try await TestServer.run(storage: storage) { server async throws in
            let host = try await Robot.logIn("host", server)
            storage.setDown(true)
            #expect(try await host.code(.create("r1")) == 110_008)
            await host.cut()
            let ready = try await PlainHTTP.get("/health/ready", port: server.port)
            #expect(ready.hasPrefix("HTTP/1.1 503") && ready.contains(#""missing":["storage"]"#))
            storage.setDown(false)
            while try await !PlainHTTP.get("/health/ready", port: server.port).hasPrefix("HTTP/1.1 200") {}
        }
    }
}
