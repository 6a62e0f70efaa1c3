import Logging
import OvationNode
import OvationServer
import Testing

/// What a server answers while it stands by for another on the same database.
struct StandbyServerTests {
    /// Runs a standby on a free port while `body` runs.
    private static func run(_ body: @escaping @Sendable (_ port: Int) async throws -> Void) async throws {
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let standby = StandbyServer(
            configuration: NodeConfiguration(
                host: "127.0.0.1", port: 0, sdkAppID: 1_400_000_001, secret: TestServer.secret),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { port in listening.yield(port) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { listening.finish() }
                try await standby.run()
            }
            var wasServed = false
            for await port in ports {
                try await body(port)
                wasServed = true
                break
            }
            group.cancelAll()
            #expect(wasServed, "the standby ended before it listened")
        }
    }

    @Test func `a standby is alive and not ready, and says why`() async throws {
        try await Self.run { port async throws in
            #expect(try await PlainHTTP.get("/health/live", port: port).hasPrefix("HTTP/1.1 200"))
            let ready = try await PlainHTTP.get("/health/ready", port: port)
            #expect(ready.hasPrefix("HTTP/1.1 503") && ready.contains(#""missing":["standby"]"#), "\(ready)")
        }
    }

    @Test(arguments: ["/", "/v1/ws", "/v4/live_engine_http_srv/get_room_list", "/openapi.json", "/live/r1"])
    func `a standby answers everything else with 503`(path: String) async throws {
        try await Self.run { port async throws in
            let answer = try await PlainHTTP.get(path, port: port)
            #expect(answer.hasPrefix("HTTP/1.1 503") && answer.contains("standby"), "\(answer)")
        }
    }

    @Test func `a metric tells a standby from a server that serves`() async throws {
        try await Self.run { port async throws in
            #expect(try await PlainHTTP.metric("ovation_standby", port: port) == 1)
        }
        try await TestServer.run { server async throws in
            #expect(try await PlainHTTP.metric("ovation_standby", port: server.port) == 0)
        }
    }
}
