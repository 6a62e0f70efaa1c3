import Foundation

/// `ovation serve` in a process of its own, which has said where it listens.
package struct ServingProcess: Sendable {
    /// Why it does not serve.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The process, to be signalled and waited for.
    package let process: ChildProcess
    /// The port of this machine on which it listens.
    package let port: Int
    /// What it prints is read as long as this lives.
    private let output: ChildOutput

    /// Starts it and waits until it says where it listens.
    ///
    /// - Parameters:
    ///   - command: the binary, `serve` and its options.
    ///   - error: where its log goes.
    /// - Throws: ``Failure`` where it ends before, and `POSIXError` where it cannot be started.
    package static func start(_ command: [String], error: ChildStream) async throws -> ServingProcess {
        let (process, output) = try ChildOutput.open { try ChildProcess.spawn(command, output: $0, error: error) }
        var text = ""
        for await chunk in output.chunks() {
            text += String(decoding: chunk, as: UTF8.self)
            guard let port = port(in: text) else { continue }
            return ServingProcess(process: process, port: port, output: output)
        }
        // It has closed what it prints to, which it does at its end only.
        process.signal(SIGKILL)
        let status = await process.end()
        throw Failure(description: "It ended with status \(status) before it listened. It said: \(text)")
    }

    /// The port of "Ovation is listening on http://127.0.0.1:8080", or https, once the line is whole.
    private static func port(in text: String) -> Int? {
        guard let range = text.range(of: "://127.0.0.1:"),
            text[range.upperBound...].contains(where: { !$0.isNumber })
        else { return nil }
        return Int(text[range.upperBound...].prefix { $0.isNumber })
    }
}
