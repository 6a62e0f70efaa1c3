import Foundation

/// The real `ovation` command in a process of its own, run to its end.
struct CommandProcess: Sendable {
    /// How it ended.
    let status: Int32
    /// What it wrote to standard output.
    let output: String
    /// What it wrote to standard error.
    let error: String

    /// The output as JSON.
    func json() throws -> Any { try JSONSerialization.jsonObject(with: Data(output.utf8), options: .fragmentsAllowed) }

    /// Runs the command.
    ///
    /// - Parameters:
    ///   - arguments: what stands behind `ovation`.
    ///   - input: what it reads from standard input.
    ///   - environment: beside the one of the tests, without variables that begin with `OVATION_`.
    static func run(
        _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) async throws -> CommandProcess {
        let process = Process()
        process.executableURL = ServerProcess.binary
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("OVATION_") }
            .merging(environment) { $1 }
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = stderr
        // Both are read as they come: a process whose pipe is full would wait for ever.
        let (outputs, errors) = (chunks(of: stdout), chunks(of: stderr))
        let (ends, ended) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            ended.yield(process.terminationStatus)
            ended.finish()
        }
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        var status: Int32 = -1
        for await end in ends { status = end }
        withExtendedLifetime(process) {}
        return CommandProcess(status: status, output: await text(outputs), error: await text(errors))
    }

    private static func chunks(of pipe: Pipe) -> AsyncStream<Data> {
        let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
        pipe.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty {
                handle.readabilityHandler = nil
                continuation.finish()
            } else {
                continuation.yield(data)
            }
        }
        return chunks
    }

    private static func text(_ chunks: AsyncStream<Data>) async -> String {
        var bytes = Data()
        for await chunk in chunks { bytes += chunk }
        return String(decoding: bytes, as: UTF8.self)
    }
}
