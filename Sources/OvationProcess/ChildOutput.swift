public import Foundation
import Synchronization

/// What a child writes, for this process to read: a pipe of which no other child inherits an end.
public struct ChildOutput: Sendable {
    /// Open as long as this lives.
    private let reading: FileHandle

    /// Opens a pipe for a child.
    ///
    /// - Parameter start: starts the child, with the stream as an output of it. When it returns, the child is the only one that
    ///   can write, so that what is read ends when the child does.
    /// - Throws: what `start` does, and `POSIXError` where too many files are open.
    public static func open(
        _ start: (ChildStream) throws -> ChildProcess
    ) throws -> (process: ChildProcess, output: ChildOutput) {
        var ends: [Int32] = [0, 0]
        let code: Int32 = ChildProcess.starting.withLock { _ in
            guard pipe(&ends) == 0 else { return errno }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return 0
        }
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EMFILE) }
        let output = ChildOutput(reading: FileHandle(fileDescriptor: ends[0], closeOnDealloc: true))
        defer { close(ends[1]) }
        return (try start(.descriptor(ends[1])), output)
    }

    /// What is written, as it comes, until the child has ended. To be called once.
    public func chunks() -> AsyncStream<Data> {
        let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
        // A thread of its own that blocks: Foundation's handler of what can be read sometimes misses the end.
        Thread.detachNewThread { [reading] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(reading.fileDescriptor, &buffer, buffer.count)
                if count > 0 {
                    continuation.yield(Data(buffer[..<count]))
                } else if count == 0 || errno != EINTR {
                    return continuation.finish()
                }
            }
        }
        return chunks
    }

    /// All that is written until the child has ended. Instead of ``chunks()``.
    public func text() async -> String {
        var text = Data()
        for await chunk in chunks() { text += chunk }
        return String(decoding: text, as: UTF8.self)
    }
}
