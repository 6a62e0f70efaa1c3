import Foundation
import OvationModel

/// The real `ovation` command in a process of its own, which tests start, kill and start again.
final class ServerProcess: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let port: Int
    private let process: ChildProcess
    /// What it prints is read as long as this lives.
    private let output: FileHandle

    private init(port: Int, process: ChildProcess, output: FileHandle) {
        self.port = port
        self.process = process
        self.output = output
    }

    var url: String { "ws://127.0.0.1:\(port)" }

    /// Where the binary is: `OVATION_BIN`, or beside the one that runs the tests.
    static var binary: URL {
        if let path = ProcessInfo.processInfo.environment["OVATION_BIN"] { return URL(fileURLWithPath: path) }
        return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent(
            "ovation")
    }

    /// Starts `ovation serve --dev --quiet` and waits until it says where it listens.
    ///
    /// - Parameter port: 0 for any that is free.
    static func start(data: URL, port: Int = 0, arguments: [String] = []) async throws -> ServerProcess {
        let arguments =
            ["serve", "--dev", "--quiet", "--port", String(port), "--data", data.path, "--log-format", "json"]
            + arguments
        // No other process of the tests inherits an end of it.
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EMFILE) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let output = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
        output.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty {
                handle.readabilityHandler = nil
                continuation.finish()
            } else {
                continuation.yield(data)
            }
        }
        let process = try ChildProcess.spawn(
            [binary.path] + arguments, environment: ProcessInfo.processInfo.environment
        ) { actions in
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
        close(ends[1])
        var text = ""
        for await chunk in chunks {
            text += String(decoding: chunk, as: UTF8.self)
            // Ovation is listening on http://127.0.0.1:8080
            guard let range = text.range(of: "http://127.0.0.1:"),
                text[range.upperBound...].contains(where: { !$0.isNumber }),
                let port = Int(text[range.upperBound...].prefix { $0.isNumber })
            else { continue }
            return ServerProcess(port: port, process: process, output: output)
        }
        throw Failure(description: "\(binary.path) ended before it listened: \(text)")
    }

    /// Ends it as a power cut does.
    func kill() async {
        Foundation.kill(process.id, SIGKILL)
        _ = await process.end()
    }

    /// Asks it to stop, and says how it did.
    func terminate() async -> (status: Int32, seconds: Double) {
        let started = DispatchTime.now()
        Foundation.kill(process.id, SIGTERM)
        let status = await process.end()
        return (status, Double(DispatchTime.now().uptimeNanoseconds - started.uptimeNanoseconds) / 1e9)
    }

    /// A folder that nobody else uses.
    static func temporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
