import OvationTestKit
import Testing

/// Whether the server says that it is ready, over real sockets.
struct ReadinessTests {
    @Test func `a server that is sent nobody finds out by itself that its storage takes writes again`() async throws {
        let storage = FaultyStorage(try TestServer.emptyStorage())
        try await TestServer.run(storage: storage) { server async throws in
            let host = try await RawClient.open(port: server.port)
            _ = try await host.logIn("host")
            storage.setDown(true)
            try await host.send(#"{"id":2,"op":"room.create","data":{"liveID":"r1"}}"#)
            let refusal = try #require(try await host.reply(to: 2)["error"] as? [String: Any])
            #expect(refusal["code"] as? Int == 110_008)
            await host.cut()
            let ready = try await PlainHTTP.get("/health/ready", port: server.port)
            #expect(ready.hasPrefix("HTTP/1.1 503") && ready.contains(#""missing":["storage"]"#))
            storage.setDown(false)
            while try await !PlainHTTP.get("/health/ready", port: server.port).hasPrefix("HTTP/1.1 200") {}
        }
    }
}
