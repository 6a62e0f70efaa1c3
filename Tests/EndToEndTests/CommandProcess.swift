import Foundation
import OvationProcess

/// A finished run of the real command `ovation` or `ovation-lab` in its own process.
struct CommandProcess: Sendable {
    /// The exit status.
    let status: Int32
    /// The text on standard output.
    let output: String
    /// The text on standard error.
    let error: String

    /// Standard output, parsed as JSON.
    func json() throws -> Any { try JSONSerialization.jsonObject(with: Data(output.utf8), options: .fragmentsAllowed) }

    /// Runs the command to its end.
    ///
    /// - Parameters:
    ///   - arguments: the command's arguments.
    ///   - program: `ovation` or `ovation-lab`.
    ///   - input: the text on standard input.
    ///   - environment: variables to add to those of the tests. Variables that begin with `OVATION_` and configuration files are left out.
    ///   - removed: further variables of the tests to leave out.
    ///   - working: the working folder; nil means that of the tests.
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
            // Keeps the command from reading the configuration of a server on this machine.
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
