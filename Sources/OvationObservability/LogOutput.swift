import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Where lines of a log go.
public struct LogOutput: Sendable {
    /// Whether a person reads along on a terminal.
    public let isTerminal: Bool
    private let writeLine: @Sendable ([UInt8]) -> Void

    /// Makes an output of a function.
    ///
    /// - Parameters:
    ///   - isTerminal: whether a person reads along on a terminal.
    ///   - write: told each line, with its line feed. Called by the thread that logs, by several at once.
    public init(isTerminal: Bool = false, write: @escaping @Sendable ([UInt8]) -> Void) {
        self.isTerminal = isTerminal
        writeLine = write
    }

    /// The error output of the process. Lines of several threads come one after the other, whole.
    public static let standardError = LogOutput(fileDescriptor: STDERR_FILENO)

    /// Makes an output of an open file, pipe or terminal, which is not closed.
    init(fileDescriptor: Int32) {
        let writer = DescriptorWriter(fileDescriptor: fileDescriptor)
        self.init(isTerminal: isatty(fileDescriptor) == 1, write: { writer.write($0) })
    }

    /// Writes a line, with its line feed.
    func write(_ line: [UInt8]) { writeLine(line) }

    /// Whether lines have colours: on a terminal that has them, unless `NO_COLOR` is set to anything.
    func usesColor(environment: [String: String]) -> Bool {
        guard isTerminal, environment["TERM"] != "dumb" else { return false }
        return (environment["NO_COLOR"] ?? "").isEmpty
    }
}

/// Writes whole lines to a file descriptor.
private final class DescriptorWriter: Sendable {
    private let fileDescriptor: Mutex<Int32>

    init(fileDescriptor: Int32) { self.fileDescriptor = Mutex(fileDescriptor) }

    /// Writes until everything is written or the descriptor fails. A log that cannot be written must not stop the server.
    func write(_ line: [UInt8]) {
        fileDescriptor.withLock { descriptor in
            line.withUnsafeBytes { bytes in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let part = UnsafeRawBufferPointer(rebasing: rest)
                    let written = systemWrite(descriptor, part)
                    if written > 0 {
                        rest = rest.dropFirst(written)
                    } else if written < 0, errno == EAGAIN, Self.waitUntilWritable(descriptor) {
                        continue
                    } else if written < 0, errno == EINTR {
                        continue
                    } else {
                        return
                    }
                }
            }
        }
    }

    /// Waits for a second at most. Another process may have made the descriptor non-blocking.
    private static func waitUntilWritable(_ descriptor: Int32) -> Bool {
        var interest = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&interest, 1, 1_000) > 0
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
