import Foundation
import OvationProcess

/// A server that the tool starts for itself, on any free port, with data that are thrown away.
struct LoadServer: Sendable {
    private let serving: ServingProcess
    private let folder: URL

    var url: String { "ws://127.0.0.1:\(serving.port)" }
    var pid: Int32 { serving.process.id }

    /// Starts it and waits until it says where it listens.
    ///
    /// - Parameters:
    ///   - limits: limits of the configuration that differ from their defaults.
    ///   - options: further options of `ovation serve`.
    ///   - processors: where it may run; empty for everywhere.
    static func start(
        limits: [String: Int], options: [String], processors: [Int]
    ) async throws -> LoadServer {
        let program: String
        do {
            program = try ServerBinary.path()
        } catch {
            throw LoadProblem("\(error)")
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-load-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var command = [
            program, "serve", "--dev", "--quiet", "--port", "0", "--data", folder.path,
            "--log-level", "error",
        ]
        if !processors.isEmpty { command += ["--event-loops", String(processors.count)] }
        for (name, value) in limits.sorted(by: { $0.key < $1.key }) { command += ["--set", "limits.\(name)=\(value)"] }
        for option in options { command += ["--set", option] }
        if !processors.isEmpty, let taskset = Machine.taskset {
            command = [taskset, "-c", processors.map(String.init).joined(separator: ",")] + command
        }
        do {
            // The person who started the load must see what the server complains about.
            return LoadServer(serving: try await ServingProcess.start(command, error: .inherited), folder: folder)
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw LoadProblem("The server cannot be started: \(error)")
        }
    }

    /// Stops it as an operator does, and throws its data away. To be called once.
    func stop() async {
        serving.process.signal(SIGTERM)
        _ = await serving.process.end()
        try? FileManager.default.removeItem(at: folder)
    }
}
