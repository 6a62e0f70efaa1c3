import Foundation
import OvationProcess

/// The real command `ovation`, or `ovation-lab`, in a process of its own, run to its end.
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
    ///   - arguments: what stands behind the program.
    ///   - program: `ovation` or `ovation-lab`.
    ///   - input: what it reads from standard input.
    ///   - environment: beside the one of the tests, without variables that begin with `OVATION_`, and without a configuration file.
    ///   - removed: further variables of the tests that it does not get.
    ///   - working: the folder in which it runs; nil is that of the tests.
    static func run(
        _ arguments: [String], of program: String = "ovation", input: String = "", environment: [String: String] = [:],
        without removed: Set<String> = [], in working: URL? = nil
    ) async throws -> CommandProcess {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ovation-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["in", "out", "err"].map { folder.appending(path: $0) }
        try Data(input.utf8).write(to: files[0])
        let variables = ProcessInfo.processInfo.environment
            .filter { !$0.key.hasPrefix("OVATION_") && !removed.contains($0.key) }
            // Not the configuration of a server that this machine may have.
            .merging(["OVATION_CONFIG": "/dev/null"]) { $1 }
            .merging(environment) { $1 }
        let inFolder = working.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0.path] } ?? []
        let process = try ChildProcess.spawn(
            inFolder + [ServerProcess.binary(program).path] + arguments, environment: variables,
            input: .reading(files[0].path),
            output: .appending(files[1].path), error: .appending(files[2].path))
        let status = await process.end()
        return CommandProcess(
            status: status, output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
            error: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
    }
}
