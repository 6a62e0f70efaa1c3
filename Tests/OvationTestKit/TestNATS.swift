import Foundation
import OvationProcess

/// A NATS server for the tests, started by `scripts/start-nats`. It keeps nothing.
public final class TestNATS: Sendable {
    /// Why no server could be started.
    public struct Failure: Error, CustomStringConvertible {
        /// What failed, and what to do about it.
        public let description: String
    }

    /// True if NATS is installed, or has to be: as root and in CI, tests that cannot run have failed.
    public static let isTried: Bool = {
        if geteuid() == 0 || ProcessInfo.processInfo.environment["CI"] == "true" { return true }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (folders + ["/usr/sbin"]).contains { FileManager.default.isExecutableFile(atPath: $0 + "/nats-server") }
    }()

    /// The port on 127.0.0.1.
    public let port: Int
    private let process: ChildProcess

    private init(port: Int, process: ChildProcess) {
        self.port = port
        self.process = process
    }

    /// Starts a server.
    ///
    /// - Parameter port: The port; nil for any free one.
    public static func start(port: Int? = nil) async throws -> TestNATS {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("scripts/start-nats").path
        let (process, output) = try ChildOutput.open {
            try ChildProcess.spawn(
                ["/bin/bash", script] + (port.map { ["\($0)"] } ?? []), output: $0, error: .nothing)
        }
        var text = ""
        for await chunk in output.chunks() {
            text += String(decoding: chunk, as: UTF8.self)
            if text.contains("\n") { break }
        }
        guard let line = text.split(separator: "\n").first,
            let port = line.split(separator: ":").last.flatMap({ Int($0) })
        else { throw Failure(description: "scripts/start-nats ended with \(await process.end()); run it by hand") }
        return TestNATS(port: port, process: process)
    }

    /// The address for a user, which is the server's own user of an account.
    ///
    /// - Parameters:
    ///   - user: "ovation" or "other".
    ///   - port: The port of a proxy; nil for the server's own.
    public func url(user: String = "ovation", password: String = "ovation", port: Int? = nil) -> String {
        "nats://\(user):\(password)@127.0.0.1:\(port ?? self.port)"
    }

    /// Kills the server, as a power cut would, and waits until it is gone.
    public func kill() async {
        process.signal(SIGKILL)
        _ = await process.end()
    }

    /// Stops the server where it is, or lets it go on: its sockets stay open, and nothing comes out of them.
    public func freeze(_ isFrozen: Bool) { process.signal(isFrozen ? SIGSTOP : SIGCONT) }
}
