import Foundation
import OvationProcess

/// The real `ovation` command in its own process. Tests start it, kill it and start it again.
final class ServerProcess: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let serving: ServingProcess

    private init(_ serving: ServingProcess) { self.serving = serving }

    var port: Int { serving.port }

    var url: String { "ws://127.0.0.1:\(port)" }

    /// The path of a program, which is beside the tests' own. `OVATION_BIN` may name another server.
    static func binary(_ program: String = "ovation") -> URL {
        if program == "ovation", let path = ProcessInfo.processInfo.environment["OVATION_BIN"] {
            return URL(fileURLWithPath: path)
        }
        return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent(program)
    }

    /// Starts `ovation serve --dev --quiet` and waits until it says where it listens.
    ///
    /// - Parameter port: the port to listen on; 0 means any free one.
    static func start(data: URL, port: Int = 0, arguments: [String] = []) async throws -> ServerProcess {
        ServerProcess(
            try await ServingProcess.start(
                [
                    binary().path, "serve", "--dev", "--quiet", "--port", String(port), "--data", data.path,
                    "--log-format", "json",
                ] + arguments, error: .nothing))
    }

    /// Kills the process, as a power cut would.
    func kill() async {
        serving.process.signal(SIGKILL)
        _ = await serving.process.end()
    }

    /// Asks the process to stop. Returns its exit status and how long the stop took.
    func terminate() async -> (status: Int32, seconds: Double) {
        let started = DispatchTime.now()
        serving.process.signal(SIGTERM)
        let status = await serving.process.end()
        return (status, Double(DispatchTime.now().uptimeNanoseconds - started.uptimeNanoseconds) / 1e9)
    }

    /// Waits until the process has ended by itself. Returns its exit status.
    func end() async -> Int32 { await serving.process.end() }

    /// Makes a new folder for one test.
    static func temporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
