import Foundation
import OvationModel
import Synchronization

/// The real `ovation` command in a process of its own, which tests start, kill and start again.
///
/// Sound as `Sendable` because `Process` is only touched on the queue.
final class ServerProcess: @unchecked Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let port: Int
    private let process: Process
    private let queue: DispatchQueue

    private init(port: Int, process: Process, queue: DispatchQueue) {
        self.port = port
        self.process = process
        self.queue = queue
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
        let process = Process()
        process.executableURL = binary
        process.arguments =
            ["serve", "--dev", "--quiet", "--port", String(port), "--data", data.path, "--log-format", "json"]
            + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let queue = DispatchQueue(label: "server process")
        let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
        output.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty {
                handle.readabilityHandler = nil
                continuation.finish()
            } else {
                continuation.yield(data)
            }
        }
        try process.run()
        var text = ""
        for await chunk in chunks {
            text += String(decoding: chunk, as: UTF8.self)
            // Ovation is listening on http://127.0.0.1:8080
            guard let range = text.range(of: "http://127.0.0.1:"),
                text[range.upperBound...].contains(where: { !$0.isNumber }),
                let port = Int(text[range.upperBound...].prefix { $0.isNumber })
            else { continue }
            return ServerProcess(port: port, process: process, queue: queue)
        }
        throw Failure(description: "\(binary.path) ended before it listened: \(text)")
    }

    /// Ends it as a power cut does.
    func kill() async {
        await onQueue { process in
            Foundation.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    /// Asks it to stop, and says how it did.
    func terminate() async -> (status: Int32, seconds: Double) {
        await onQueue { process in
            let started = DispatchTime.now()
            process.terminate()
            process.waitUntilExit()
            let elapsed = DispatchTime.now().uptimeNanoseconds - started.uptimeNanoseconds
            return (process.terminationStatus, Double(elapsed) / 1e9)
        }
    }

    /// Waits off the pool that runs the tests, which has few threads.
    private func onQueue<Value: Sendable>(_ work: @escaping @Sendable (Process) -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work(self.process)) }
        }
    }

    /// A folder that nobody else uses.
    static func temporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
