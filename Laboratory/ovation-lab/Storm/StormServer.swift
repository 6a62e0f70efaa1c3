import Foundation
import OvationProcess
import OvationStorage
import OvationStorageSQLite
import Synchronization

/// A server in a process of its own, which a storm kills and starts again.
final class StormServer: StormTarget {
    /// Why a server did not do what it was asked.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private struct State {
        /// The process that runs; nil before the first start and after each end.
        var serving: ServingProcess?
        var port = 0
    }

    /// The folder with the database and the server's log.
    let data: URL
    /// What differs from the default configuration, `key=value` each.
    private let settings: [String]
    /// A PostgreSQL database instead of one in the folder; nil for that in the folder.
    private let storageURL: String?
    private let state = Mutex(State())

    init(data: URL, settings: [String] = [], storageURL: String? = nil) {
        self.data = data
        self.settings = settings
        self.storageURL = storageURL
    }

    /// The port of the first start; later ones take it again, so that clients find the server where it was.
    var port: Int { state.withLock { $0.port } }

    var url: String { "ws://127.0.0.1:\(port)" }

    /// Starts the server and returns when it says where it listens.
    func start() async throws {
        let binary: String
        do {
            binary = try ServerBinary.path()
        } catch {
            throw Failure(description: "\(error)")
        }
        let command =
            [
                binary, "serve", "--dev", "--quiet", "--port", String(port), "--data", data.path, "--log-format",
                "json",
                "--log-level", "warning",
            ]
            + settings.flatMap { ["--set", $0] }
        // Each start of the server goes on in the same log.
        let log = data.appendingPathComponent("server.log").path
        // It may hold a password, which a command line would show to everybody on the machine.
        var environment = ProcessInfo.processInfo.environment
        environment["OVATION_STORAGE_URL"] = storageURL
        // A database that servers share wants a secret that they share.
        if storageURL != nil { environment["OVATION_APP_SECRET"] = "a secret of the laboratory" }
        do {
            let serving = try await ServingProcess.start(command, environment: environment, error: .appending(log))
            state.withLock { $0 = State(serving: serving, port: serving.port) }
        } catch {
            throw Failure(description: "The server cannot be started: \(error) Its log is \(log).")
        }
    }

    var takeOverMilliseconds: [Int] { [] }

    /// Ends it as a power cut does.
    func end(_ way: StormEnd) async { _ = await stop(SIGKILL) }

    /// Asks it to stop, and answers its exit status.
    func terminate() async -> Int32 { await stop(SIGTERM) }

    /// What it kept.
    func storage() throws -> any Storage {
        try SQLiteStorage(path: data.appendingPathComponent("ovation.sqlite").path)
    }

    private func stop(_ signal: Int32) async -> Int32 {
        // Taken out, so that nobody waits for the same process twice.
        guard let serving = state.withLock({ $0.serving.take() }) else { return 0 }
        serving.process.signal(signal)
        return await serving.process.end()
    }
}
