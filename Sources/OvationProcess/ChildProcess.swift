public import Foundation
import Synchronization

/// A process that this one starts and waits for.
///
/// By `posix_spawn` and `waitpid`: among many of them, Foundation's `Process` sometimes never says that one has ended, because
/// a child that was started at the same moment has inherited the socket by whose end it notices. Waiting for it also holds one
/// of the few threads that all tasks share.
public struct ChildProcess: Sendable {
    /// Held while a child is started, and while a pipe is made that no child may inherit but the one that it is for: the system
    /// has no way to do both at once that is known everywhere.
    static let starting = Mutex(())

    /// Its number in the system.
    public let id: pid_t

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - arguments: the path of the program, then what it is called with.
    ///   - environment: its variables, all of them.
    ///   - input: what it reads.
    ///   - output: where it writes.
    ///   - error: where it complains.
    /// - Throws: `POSIXError` where there is no such program, or no room for another process.
    public static func spawn(
        _ arguments: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
        input: ChildStream = .nothing, output: ChildStream, error: ChildStream
    ) throws -> ChildProcess {
        precondition(!arguments.isEmpty, "the first argument names the program")
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        try check(posix_spawn_file_actions_init(&actions))
        defer { posix_spawn_file_actions_destroy(&actions) }
        try check(posix_spawnattr_init(&attributes))
        defer { posix_spawnattr_destroy(&attributes) }
        try forgetSignals(&attributes)
        for (descriptor, stream) in [(Int32(0), input), (1, output), (2, error)] {
            switch stream {
            case .inherited: break
            case .nothing: try check(posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0))
            case .descriptor(let source): try check(posix_spawn_file_actions_adddup2(&actions, source, descriptor))
            case .reading(let path):
                try check(posix_spawn_file_actions_addopen(&actions, descriptor, path, O_RDONLY, 0))
            case .appending(let path):
                let flags = O_WRONLY | O_CREAT | O_APPEND
                try check(posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o600))
            }
        }
        var argv = arguments.map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in argv + envp { free(text) } }
        var id = pid_t()
        try check(starting.withLock { _ in posix_spawn(&id, arguments[0], &actions, &attributes, &argv, &envp) })
        return ChildProcess(id: id)
    }

    #if canImport(Darwin)
        private typealias Attributes = posix_spawnattr_t?
    #else
        private typealias Attributes = posix_spawnattr_t
    #endif

    /// Starts the child with no signal blocked, and with SIGTERM not ignored.
    ///
    /// Threads of a pool block nearly all signals, and a child inherits that. A program that unblocks nothing, as nginx, could not be
    /// stopped then.
    private static func forgetSignals(_ attributes: inout Attributes) throws {
        var none = sigset_t()
        sigemptyset(&none)
        try check(posix_spawnattr_setsigmask(&attributes, &none))
        var ordinary = sigset_t()
        sigemptyset(&ordinary)
        for signal in [SIGTERM, SIGPIPE] { sigaddset(&ordinary, signal) }
        try check(posix_spawnattr_setsigdefault(&attributes, &ordinary))
        try check(posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)))
    }

    private static func check(_ code: Int32) throws {
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
    }

    /// Sends it a signal. Only before its end was waited for: afterwards its number may be somebody else's.
    public func signal(_ signal: Int32) { kill(id, signal) }

    /// Blocks until it has ended; its status as a shell has it: the code, or 128 and the signal. To be called once.
    public func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            guard errno == EINTR else { return -1 }
        }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    /// Waits until it has ended, as ``wait()`` does, and blocks none of the threads that tasks share. To be called once.
    public func end() async -> Int32 {
        await withCheckedContinuation { continuation in
            // A thread of its own waits for this child and no other.
            Thread.detachNewThread { continuation.resume(returning: wait()) }
        }
    }
}
