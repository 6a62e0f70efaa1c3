import Foundation

/// A server that the tool starts for itself: the same binary in a process of its own, on any free port, with data that are
/// thrown away.
///
/// Sound as `Sendable` because `Process` is only started in `start` and ended in `stop`, which are not called at a time.
final class LoadServer: @unchecked Sendable {
    let url: String
    let pid: Int32
    private let process: Process
    private let folder: URL

    private init(url: String, process: Process, folder: URL) {
        self.url = url
        self.process = process
        self.folder = folder
        pid = process.processIdentifier
    }

    /// Starts it and waits until it says where it listens.
    ///
    /// - Parameters:
    ///   - limits: limits of the configuration that differ from their defaults.
    ///   - options: further options of `ovation serve`.
    ///   - processors: where it may run; empty for everywhere.
    ///   - binary: the program; nil for the one that is running.
    static func start(
        limits: [String: Int], options: [String], processors: [Int], binary: String? = nil
    ) async throws -> LoadServer {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-load-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = binary ?? (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        var command = [
            program ?? CommandLine.arguments[0], "serve", "--dev", "--quiet", "--port", "0", "--data", folder.path,
            "--log-level", "error",
        ]
        if !processors.isEmpty { command += ["--event-loops", String(processors.count)] }
        for (name, value) in limits.sorted(by: { $0.key < $1.key }) { command += ["--set", "limits.\(name)=\(value)"] }
        for option in options { command += ["--set", option] }
        if !processors.isEmpty, let taskset = Machine.taskset {
            command = [taskset, "-c", processors.map(String.init).joined(separator: ",")] + command
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        let output = Pipe()
        process.standardOutput = output
        // What it has to complain about belongs to whoever started the load.
        process.standardError = FileHandle.standardError
        do {
            try process.run()
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw LoadProblem("The server cannot be started: \(error.localizedDescription)")
        }
        guard let port = await port(in: output) else {
            process.waitUntilExit()
            try? FileManager.default.removeItem(at: folder)
            throw LoadProblem("The server ended before it listened, with status \(process.terminationStatus).")
        }
        return LoadServer(url: "ws://127.0.0.1:\(port)", process: process, folder: folder)
    }

    private static func port(in output: Pipe) async -> Int? {
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
        var text = ""
        for await chunk in chunks {
            text += String(decoding: chunk, as: UTF8.self)
            guard let range = text.range(of: "http://127.0.0.1:"),
                text[range.upperBound...].contains(where: { !$0.isNumber })
            else { continue }
            return Int(text[range.upperBound...].prefix { $0.isNumber })
        }
        return nil
    }

    /// Stops it as an operator does, and throws its data away.
    func stop() async {
        process.terminate()
        let process = process
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                process.waitUntilExit()
                continuation.resume()
            }
        }
        try? FileManager.default.removeItem(at: folder)
    }
}
