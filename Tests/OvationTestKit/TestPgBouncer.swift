import Foundation
import OvationProcess

/// A pgbouncer before a PostgreSQL of the tests, started by `scripts/start-pgbouncer`.
public final class TestPgBouncer: Sendable {
    /// How pgbouncer shares its connections.
    public enum Mode: String, Sendable, CaseIterable {
        /// A client keeps one until it closes.
        case session
        /// A client keeps one until its transaction ends.
        case transaction
    }

    /// Why it could not be started.
    public struct Failure: Error, CustomStringConvertible {
        /// What failed, and what to do about it.
        public let description: String
    }

    /// True if pgbouncer is installed, or has to be: as root and in CI, tests that cannot run have failed.
    public static let isTried: Bool = {
        if geteuid() == 0 || ProcessInfo.processInfo.environment["CI"] == "true" { return true }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (folders + ["/usr/sbin"]).contains { FileManager.default.isExecutableFile(atPath: $0 + "/pgbouncer") }
    }()

    /// The URL of the database that leads through it.
    public let url: String
    private let process: ChildProcess

    private init(url: String, process: ChildProcess) {
        self.url = url
        self.process = process
    }

    /// Starts one before the database of a URL.
    public static func start(before url: String, mode: Mode) async throws -> TestPgBouncer {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("scripts/start-pgbouncer").path
        let (process, output) = try ChildOutput.open {
            try ChildProcess.spawn(["/bin/bash", script, url, mode.rawValue], output: $0, error: .nothing)
        }
        var text = ""
        for await chunk in output.chunks() {
            text += String(decoding: chunk, as: UTF8.self)
            if text.contains("\n") { break }
        }
        guard let line = text.split(separator: "\n").first else {
            throw Failure(description: "scripts/start-pgbouncer ended with \(await process.end()); run it by hand")
        }
        return TestPgBouncer(url: String(line), process: process)
    }

    /// Stops it at once, and waits until it is gone.
    public func stop() async {
        process.signal(SIGTERM)
        _ = await process.end()
    }
}
