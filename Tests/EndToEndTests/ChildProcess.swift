import Foundation

/// A process that a test starts.
///
/// By `posix_spawn` and `waitpid`: among many of them, Foundation's `Process` sometimes never says that one has ended, and then
/// whoever waits for it keeps a thread of the few that all tests share.
struct ChildProcess: Sendable {
    let id: pid_t

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - arguments: the binary, then what it is called with.
    ///   - environment: its variables, all of them.
    ///   - prepare: says what its standard input and outputs are.
    static func spawn(
        _ arguments: [String], environment: [String: String],
        _ prepare: (inout posix_spawn_file_actions_t) -> Void
    ) throws -> ChildProcess {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        prepare(&actions)
        var argv = arguments.map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in argv + envp { free(text) } }
        var id = pid_t()
        let code = posix_spawn(&id, arguments[0], &actions, nil, &argv, &envp)
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
        return ChildProcess(id: id)
    }

    /// Waits until it has ended; its status as a shell has it: the code, or 128 and the signal. To be called once.
    func end() async -> Int32 {
        await withCheckedContinuation { continuation in
            // A thread of its own waits for this child and no other.
            Thread.detachNewThread {
                var status: Int32 = 0
                while waitpid(id, &status, 0) < 0 {
                    guard errno == EINTR else { return continuation.resume(returning: -1) }
                }
                continuation.resume(returning: status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F))
            }
        }
    }
}
