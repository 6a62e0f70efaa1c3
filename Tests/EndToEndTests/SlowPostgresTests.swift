#if Cluster
    import Foundation
    import OvationModel
    import OvationProcess
    import OvationStorage
    import OvationStoragePostgres
    import OvationSupport
    import OvationTestKit
    import Testing

    @testable import OvationNode

    /// A server whose PostgreSQL takes long for every answer.
    @Suite(
        .timeLimit(.minutes(5)), .enabled(if: TestPostgres.isTried, "PostgreSQL is missing: apt-get install postgresql")
    )
    struct SlowPostgresTests {
        /// Runs a server with a proxy before its database.
        private static func run(
            limits: Limits = Limits(),
            _ body: @escaping @Sendable (_ server: TestServer, _ proxy: FaultyProxy) async throws -> Void
        ) async throws {
            try await TestPostgres.shared.value.withDatabase { direct in
                let port = try #require(
                    direct.split(separator: ":").last?.split(separator: "/").first.flatMap { Int($0) })
                let proxy = try FaultyProxy(to: port)
                let access = PostgresAccess(
                    try PostgresAddress(direct.replacing(":\(port)/", with: ":\(proxy.port)/")))
                _ = try await access.migrate(grantingTo: nil)
                let lease = try await access.leaseOfTool(name: "test")
                let storage = try await PostgresStorage(lease, policy: TestServer.policy)
                let right = ServingRight(age: { lease.age }, confirm: { await lease.confirm() })
                try await withThrowingTaskGroup(of: Void.self) { tasks in
                    tasks.addTask { _ = await lease.hold() }
                    try await TestServer.run(limits: limits, storage: storage, right: right) { server async throws in
                        try await body(server, proxy)
                    }
                    tasks.cancelAll()
                }
                try await storage.close()
                await lease.release()
            }
        }

        @Test func `chat does not wait for a PostgreSQL that is slow, gifts do, and the server stays ready`()
            async throws
        {
            try await Self.run { server, proxy async throws in
                let host = try await Robot.host(server)
                let viewer = try await Robot.viewer(server)
                // No answer comes at all until the chat was heard.
                proxy.delayAnswers(by: nil)
                let gift = try await viewer.send(.give("slow"))
                let message = try await viewer.send(.say("still here"))
                try await viewer.reply(to: message)
                _ = try await host.hear(.barrage)
                proxy.delayAnswers(by: .milliseconds(300))
                try await viewer.reply(to: gift)
                _ = try await host.hear(.gift)
                // A viewer who comes waits for some answers, and is let in.
                let late = try await Robot.viewer(as: "late", server)
                let began = ContinuousClock.now
                try await late.ask(.give("slower"))
                #expect(ContinuousClock.now - began >= .milliseconds(300))
                let ready = try await PlainHTTP.get("/health/ready", port: server.port)
                #expect(ready.hasPrefix("HTTP/1.1 200"), "\(ready)")
                let metrics = try await PlainHTTP.get("/metrics", port: server.port)
                #expect(Self.slowCommits(in: metrics) >= 2, "\(metrics)")
                proxy.delayAnswers(by: .zero)
                #expect(try await server.storage.auditLedger().problems == [])
            }
        }

        /// How many transactions took more than a quarter of a second, by the histogram.
        private static func slowCommits(in metrics: String) -> Int {
            func count(_ start: String) -> Int {
                let name = "ovation_journal_commit_seconds\(start)"
                let line = metrics.split(separator: "\n").first { $0.hasPrefix(name) }
                return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
            }
            return count("_count") - count(#"_bucket{le="0.25"}"#)
        }
    }
#endif
