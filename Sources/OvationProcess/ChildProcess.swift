public import Foundation
import Synchronization

/// A child process.
///
/// It uses `posix_spawn` and `waitpid`. If many processes run, Foundation's `Process` sometimes never reports that one has ended, because a
/// child started at the same moment has inherited the socket that signals the end. Foundation also blocks one of the few threads that all
/// tasks share while it waits.
public struct ChildProcess: Sendable {
    /// Held while a child is started, and while a pipe is created. No portable call creates a pipe that other children cannot inherit.
    static let starting = Mutex(())

    /// The process id.
    public let id: pid_t

    /// Starts a process. On Linux it has its three streams and nothing else that is open here.
    ///
    /// - Parameters:
    ///   - arguments: The path of the program, then its arguments.
    ///   - environment: The complete environment.
    ///   - input: The standard input.
    ///   - output: The standard output.
    ///   - error: The standard error.
    /// - Throws: `POSIXError` if the program does not exist or the system cannot start another process.
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
        try resetSignals(&attributes)
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
        try closeOthers(&actions)
        var argv = arguments.map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in argv + envp { free(text) } }
        var id = pid_t()
        try check(starting.withLock { _ in posix_spawn(&id, arguments[0], &actions, &attributes, &argv, &envp) })
        return ChildProcess(id: id)
    }

    #if canImport(Darwin)
        private typealias Actions = posix_spawn_file_actions_t?
        private typealias Attributes = posix_spawnattr_t?
    #else
        private typealias Actions = posix_spawn_file_actions_t
        private typealias Attributes = posix_spawnattr_t
    #endif

    /// Closes in the child what else is open here, after its own streams are in place.
    ///
    /// Sockets of event loops are open for children. A child would keep connections alive that this process has closed, hold its port after
    /// its end, and could read and write what is said to users and databases.
    private static func closeOthers(_ actions: inout Actions) throws {
        #if os(Linux)
            if let closeFrom { try check(closeFrom(&actions, 3)) }
        #endif
    }

    #if os(Linux)
        /// glibc's `posix_spawn_file_actions_addclosefrom_np`, which its headers hide from Swift; nil where there is none, before 2.34.
        private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
            unsafeBitCast($0, to: (@convention(c) @Sendable (UnsafeMutablePointer<Actions>, Int32) -> Int32).self)
        }
    #endif

    /// Resets signals: the child starts with no signal blocked and with SIGTERM not ignored.
    ///
    /// Threads of a pool block nearly all signals, and children inherit that. Programs such as nginx, which unblock nothing, could then not
    /// be stopped.
    private static func resetSignals(_ attributes: inout Attributes) throws {
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

    /// Sends a signal. Do not call this after waiting for the end, because the id may then belong to another process.
    public func signal(_ signal: Int32) { kill(id, signal) }

    /// Blocks until the process ends. Returns its status as a shell does: the exit code, or 128 plus the signal. Call this at most once.
    public func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            guard errno == EINTR else { return -1 }
        }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    /// Waits until the process ends, like ``wait()``, without blocking the threads that tasks share. Call this at most once.
    public func end() async -> Int32 {
        await withCheckedContinuation { continuation in
            // A dedicated thread waits for this child.
            Thread.detachNewThread { continuation.resume(returning: wait()) }
        }
    }
}
