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
        let folder = FileManager.default.temporaryDirectory.appending(path: "ovation-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["in", "out", "err"].map { folder.appending(path: $0) }
        try Data(input.utf8).write(to: files[0])
        let variables = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("OVATION_") }
            .merging(environment) { $1 }
        let process = try spawn(
            [ServerProcess.binary.path] + arguments, variables.map { "\($0)=\($1)" }, files: files.map(\.path))
        let status = await withCheckedContinuation { continuation in
            // A thread of its own waits for this child and no other.
            Thread.detachNewThread { continuation.resume(returning: exitStatus(of: process)) }
        }
        return CommandProcess(
            status: status, output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
            error: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
    }

    /// Starts a process that reads and writes files. Not by Foundation's `Process`, which among many of them sometimes never
    /// says that one has ended, and not over pipes, whose ends other processes of the tests would inherit.
    private static func spawn(_ arguments: [String], _ environment: [String], files: [String]) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, files[0], O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, files[1], O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, files[2], O_WRONLY | O_CREAT, 0o600)
        var argv = arguments.map { strdup($0) } + [nil]
        var envp = environment.map { strdup($0) } + [nil]
        defer { for text in argv + envp { free(text) } }
        var process = pid_t()
        let code = posix_spawn(&process, arguments[0], &actions, nil, &argv, &envp)
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
        return process
    }

    private static func exitStatus(of process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return -1 } }
        // As a shell has it: the code, or 128 and the signal.
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }
}
