public import Foundation
import Synchronization

/// A pipe from this process to a child's standard input. No other child inherits either end.
public struct ChildInput: Sendable {
    /// The write end. It stays open as long as this value exists.
    private let writing: FileHandle

    /// Opens a pipe for a child.
    ///
    /// - Parameter start: Starts the child with this stream as its standard input.
    /// - Throws: The errors of `start`, and `POSIXError` if too many files are open.
    public static func open(
        _ start: (ChildStream) throws -> ChildProcess
    ) throws -> (process: ChildProcess, input: ChildInput) {
        var ends: [Int32] = [0, 0]
        let code: Int32 = ChildProcess.starting.withLock { _ in
            guard pipe(&ends) == 0 else { return errno }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return 0
        }
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EMFILE) }
        let input = ChildInput(writing: FileHandle(fileDescriptor: ends[1], closeOnDealloc: true))
        defer { close(ends[0]) }
        return (try start(.descriptor(ends[0])), input)
    }

    /// Writes bytes, and closes the pipe after them. Call this once.
    ///
    /// A dedicated thread writes, because a child reads when it likes. What a child does not read before it ends is lost.
    public func send(_ parts: [Data]) {
        Thread.detachNewThread { [writing] in
            // A child that is gone is no reason for this process to end. The signal goes with this thread.
            var broken = sigset_t()
            sigemptyset(&broken)
            sigaddset(&broken, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &broken, nil)
            defer { try? writing.close() }
            for part in parts {
                guard Self.write(part, to: writing.fileDescriptor) else { return }
            }
        }
    }

    /// Writes bytes. Returns whether all of them were taken.
    private static func write(_ bytes: Data, to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { raw in
            var rest = raw[...]
            while !rest.isEmpty {
                let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if errno != EINTR {
                    return false
                }
            }
            return true
        }
    }
}
