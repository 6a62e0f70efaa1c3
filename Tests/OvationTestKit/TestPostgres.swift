import Foundation
import OvationProcess
import Synchronization

/// A PostgreSQL server for the tests, started by `scripts/start-postgres`. Its data goes when the tests end.
public final class TestPostgres: Sendable {
    /// Why no server could be started, or why a statement failed.
    public struct Failure: Error, CustomStringConvertible {
        /// What failed, and what to do about it.
        public let description: String
    }

    /// True if PostgreSQL is installed, or has to be: as root and in CI, tests that cannot run have failed.
    public static let isTried: Bool = {
        if geteuid() == 0 || ProcessInfo.processInfo.environment["CI"] == "true" { return true }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        return (folders + versions.map { "/usr/lib/postgresql/\($0)/bin" })
            .contains { FileManager.default.isExecutableFile(atPath: $0 + "/postgres") }
    }()

    /// The server that the tests of a process share.
    public static let shared = Task { try await TestPostgres.start() }

    /// The URL of its first database, for a superuser.
    public let url: String
    /// The server's main process.
    private let process: ChildProcess
    private let databases = Mutex(0)
    private let places = Places()

    private init(url: String, process: ChildProcess) {
        self.url = url
        self.process = process
    }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - folder: A folder that keeps its data over restarts; nil for data that goes with the server.
    ///   - port: The port; nil for any free one.
    public static func start(folder: String? = nil, port: Int? = nil) async throws -> TestPostgres {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("scripts/start-postgres").path
        let words = ["/bin/bash", script] + (folder.map { [$0] } ?? []) + (port.map { ["\($0)"] } ?? [])
        let (process, output) = try ChildOutput.open {
            try ChildProcess.spawn(words, output: $0, error: .nothing)
        }
        var text = ""
        for await chunk in output.chunks() {
            text += String(decoding: chunk, as: UTF8.self)
            if text.contains("\n") { break }
        }
        guard let line = text.split(separator: "\n").first else {
            throw Failure(description: "scripts/start-postgres ended with \(await process.end()); run it by hand")
        }
        return TestPostgres(url: String(line), process: process)
    }

    /// Runs a test with the URL of a new, empty database, and drops it afterwards. Only a few tests have one at a time; the others wait.
    public func withDatabase<Value: Sendable>(_ body: (_ url: String) async throws -> Value) async throws -> Value {
        await places.take()
        do {
            let name = databases.withLock { count in
                count += 1
                return "test_\(count)"
            }
            try await run("CREATE DATABASE \(name)")
            let value = try await body(url.prefix(url.count - "postgres".count) + name)
            try await run("DROP DATABASE \(name) WITH (FORCE)")
            await places.give()
            return value
        } catch {
            await places.give()
            throw error
        }
    }

    /// Places for tests with a database.
    private actor Places {
        private var free = 6
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func take() async {
            guard free == 0 else {
                free -= 1
                return
            }
            await withCheckedContinuation { waiting.append($0) }
        }

        func give() {
            if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
        }
    }

    /// Kills the server, as a power cut would, and waits until it is gone.
    public func kill() async {
        process.signal(SIGKILL)
        _ = await process.end()
    }

    /// Stops the server at once, as its operator would, and waits until it is gone.
    public func stop() async {
        process.signal(SIGINT)
        _ = await process.end()
    }

    /// Runs a statement with psql, as the superuser. Returns what it prints.
    @discardableResult
    public func run(_ sql: String, on url: String? = nil) async throws -> String {
        let (process, output) = try ChildOutput.open {
            try ChildProcess.spawn(
                ["/usr/bin/env", "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, url ?? self.url],
                output: $0, error: $0)
        }
        let text = await output.text().trimmingCharacters(in: .whitespacesAndNewlines)
        guard await process.end() == 0 else { throw Failure(description: text) }
        return text
    }
}
