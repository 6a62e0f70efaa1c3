#if Cluster
    import Foundation
    import OvationProcess
    import OvationTestKit
    import Testing

    /// Passwords that stand in URLs, and what a server writes about them at its most talkative.
    @Suite(.timeLimit(.minutes(5)))
    struct PasswordInLogTests {
        private static let talkative = ["--log-level", "trace", "--log-format", "json"]

        @Test(arguments: [
            ["--storage.url", "postgres://ovation:hush@127.0.0.1:1/x"],
            ["--storage.url", "postgres://ovation@127.0.0.1:1/x?password=hush"],
            ["--storage.url", "postgres://ovation:%zzhush@127.0.0.1:1/x"],
            ["--storage.url", "postgres://o@127.0.0.1:1/x", "--cluster.brokerURL", "nats://ovation:hush@127.0.0.1:1"],
            ["--storage.url", "postgres://o@127.0.0.1:1/x", "--cluster.brokerURL", "natz://ovation:hush@127.0.0.1:1"],
        ])
        func `a server that cannot begin writes no password of a URL`(_ flags: [String]) async throws {
            let folder = try ServerProcess.temporaryFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let start = try await CommandProcess.run(
                ["serve", "--port", "0", "--sdk-app-id", "1400000000", "--data", folder.path] + Self.talkative + flags)
            #expect(start.status == 1, "\(start)")
            #expect(!(start.output + start.error).contains("hush"), "\(start)")
            #expect(start.error.contains("Error: "), "\(start)")
        }

        @Test(.enabled(if: TestPostgres.isTried, "PostgreSQL is missing: apt-get install postgresql"))
        func `a server that loses its database writes no password of its URL, up to its end`() async throws {
            let folder = try ServerProcess.temporaryFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let log = folder.appendingPathComponent("log")
            try await TestPostgres.shared.value.withDatabase { direct in
                let port = try #require(
                    direct.split(separator: ":").last?.split(separator: "/").first.flatMap { Int($0) })
                let proxy = try FaultyProxy(to: port)
                let name = try #require(direct.split(separator: "/").last)
                // The tests' PostgreSQL lets everybody in, whatever the password is.
                let url = "postgres://ovation:hush@127.0.0.1:\(proxy.port)/\(name)"
                let server = try await ServingProcess.start(
                    [
                        ServerProcess.binary().path, "serve", "--port", "0", "--host", "127.0.0.1", "--data",
                        folder.appendingPathComponent("data").path, "--sdk-app-id", "1400000000", "--app.secret",
                        TestServer.secret, "--cluster.aloneSecondsMax", "0", "--storage.url", url,
                    ] + Self.talkative, error: .appending(log.path))
                proxy.close()
                // Without its database it serves until its lease is over, and then no more.
                #expect(await server.process.end() == 75, "another start serves again")
            }
            let text = try String(contentsOf: log, encoding: .utf8)
            #expect(text.contains("PostgreSQL was away"), "\(text)")
            #expect(!text.contains("hush"), "\(text)")
        }
    }
#endif
