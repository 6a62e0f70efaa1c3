public import Foundation

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
        let pipe = try ChildPipe()
        let input = ChildInput(writing: FileHandle(fileDescriptor: pipe.writing, closeOnDealloc: true))
        defer { close(pipe.reading) }
        return (try start(.descriptor(pipe.reading)), input)
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
