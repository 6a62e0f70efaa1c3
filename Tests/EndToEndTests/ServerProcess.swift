import Foundation
import OvationProcess

/// The real `ovation` command in a process of its own, which tests start, kill and start again.
final class ServerProcess: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let serving: ServingProcess

    private init(_ serving: ServingProcess) { self.serving = serving }

    var port: Int { serving.port }

    var url: String { "ws://127.0.0.1:\(port)" }

    /// Where a program is: beside the one that runs the tests; the server's may be named by `OVATION_BIN`.
    static func binary(_ program: String = "ovation") -> URL {
        if program == "ovation", let path = ProcessInfo.processInfo.environment["OVATION_BIN"] {
            return URL(fileURLWithPath: path)
        }
        return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent(program)
    }

    /// Starts `ovation serve --dev --quiet` and waits until it says where it listens.
    ///
    /// - Parameter port: 0 for any that is free.
    static func start(data: URL, port: Int = 0, arguments: [String] = []) async throws -> ServerProcess {
        ServerProcess(
            try await ServingProcess.start(
                [
                    binary().path, "serve", "--dev", "--quiet", "--port", String(port), "--data", data.path,
                    "--log-format", "json",
                ] + arguments, error: .nothing))
    }

    /// Ends it as a power cut does.
    func kill() async {
        serving.process.signal(SIGKILL)
        _ = await serving.process.end()
    }

    /// Asks it to stop, and says how it did.
    func terminate() async -> (status: Int32, seconds: Double) {
        let started = DispatchTime.now()
        serving.process.signal(SIGTERM)
        let status = await serving.process.end()
        return (status, Double(DispatchTime.now().uptimeNanoseconds - started.uptimeNanoseconds) / 1e9)
    }

    /// A folder that nobody else uses.
    static func temporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
