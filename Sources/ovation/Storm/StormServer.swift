import Foundation

/// A server in a process of its own, which a storm kills and starts again.
///
/// Sound as `Sendable` because what changes is touched on the queue only.
final class StormServer: @unchecked Sendable {
    /// Why a server did not do what it was asked.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The folder with the database and the server's log.
    let data: URL
    private let queue = DispatchQueue(label: "ovation.storm-server")
    private var process: Process?
    private var chosenPort = 0

    init(data: URL) { self.data = data }

    /// The port of the first start; later ones take it again, so that clients find the server where it was.
    var port: Int { queue.sync { chosenPort } }

    var url: String { "ws://127.0.0.1:\(port)" }

    /// This executable, which is also the server's.
    static var executable: URL {
        #if os(Linux)
            URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        #else
            Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        #endif
    }

    /// Starts the server and returns when it says where it listens.
    func start() async throws {
        let process = Process()
        process.executableURL = Self.executable
        process.arguments = [
            "serve", "--dev", "--quiet", "--port", String(port), "--data", data.path, "--log-format", "json",
            "--log-level", "warning",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = try log()
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
        queue.sync { self.process = process }
        var text = ""
        for await chunk in chunks {
            text += String(decoding: chunk, as: UTF8.self)
            guard let port = Self.port(in: text) else { continue }
            queue.sync { chosenPort = port }
            return
        }
        throw Failure(description: "The server ended before it listened. Its log is \(data.path)/server.log.")
    }

    /// The port of "Ovation is listening on http://127.0.0.1:8080", once the line is whole.
    private static func port(in text: String) -> Int? {
        guard let range = text.range(of: "http://127.0.0.1:"),
            text[range.upperBound...].contains(where: { !$0.isNumber })
        else { return nil }
        return Int(text[range.upperBound...].prefix { $0.isNumber })
    }

    private func log() throws -> FileHandle {
        let path = data.appendingPathComponent("server.log").path
        // Each start of the server goes on in the same file.
        if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(fileURLWithPath: path)) }
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.seekToEnd()
        return handle
    }

    /// Ends it as a power cut does.
    func kill() async {
        await onQueue { process in
            guard let process, process.isRunning else { return }
            Foundation.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    /// Asks it to stop, and answers its exit status.
    func terminate() async -> Int32 {
        await onQueue { process in
            guard let process else { return 0 }
            if process.isRunning { process.terminate() }
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    /// Waits off Swift's pool, which has few threads.
    private func onQueue<Value: Sendable>(_ work: @escaping @Sendable (Process?) -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work(self.process)) }
        }
    }
}
