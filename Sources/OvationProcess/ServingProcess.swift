import Foundation

/// A running `ovation serve` that has reported its address.
package struct ServingProcess: Sendable {
    /// The reason why the server did not start.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The process, to signal it and to wait for it.
    package let process: ChildProcess
    /// The local port on which the server listens.
    package let port: Int
    /// The pipe with the server's output. It is read as long as this value exists.
    private let output: ChildOutput

    /// Starts the server and waits until it reports its address.
    ///
    /// - Parameters:
    ///   - command: The binary, `serve` and its options.
    ///   - environment: its environment; by default that of this process.
    ///   - error: Where the log goes.
    /// - Throws: ``Failure`` if the server ends before it listens, `POSIXError` if it cannot be started.
    package static func start(
        _ command: [String], environment: [String: String] = ProcessInfo.processInfo.environment, error: ChildStream
    ) async throws -> ServingProcess {
        let (process, output) = try ChildOutput.open {
            try ChildProcess.spawn(command, environment: environment, output: $0, error: error)
        }
        var text = ""
        for await chunk in output.chunks() {
            text += String(decoding: chunk, as: UTF8.self)
            guard let port = port(in: text) else { continue }
            return ServingProcess(process: process, port: port, output: output)
        }
        // The server closes its output only when it ends.
        process.signal(SIGKILL)
        let status = await process.end()
        throw Failure(description: "It ended with status \(status) before it listened. It said: \(text)")
    }

    /// Parses the port from "Ovation is listening on http://127.0.0.1:8080" (or https). Returns nil until the line is complete.
    private static func port(in text: String) -> Int? {
        guard let range = text.range(of: "://127.0.0.1:"),
            text[range.upperBound...].contains(where: { !$0.isNumber })
        else { return nil }
        return Int(text[range.upperBound...].prefix { $0.isNumber })
    }
}
