public import Foundation
import Synchronization

/// A pipe from a child's output to this process. No other child inherits either end.
public struct ChildOutput: Sendable {
    /// The read end. It stays open as long as this value exists.
    private let reading: FileHandle

    /// Opens a pipe for a child.
    ///
    /// - Parameter start: Starts the child with this stream as an output. After it returns, only the child can write, so reading ends when
    ///   the child ends.
    /// - Throws: The errors of `start`, and `POSIXError` if too many files are open.
    public static func open(
        _ start: (ChildStream) throws -> ChildProcess
    ) throws -> (process: ChildProcess, output: ChildOutput) {
        let pipe = try ChildPipe()
        let output = ChildOutput(reading: FileHandle(fileDescriptor: pipe.reading, closeOnDealloc: true))
        defer { close(pipe.writing) }
        return (try start(.descriptor(pipe.writing)), output)
    }

    /// Returns the output as it arrives, until the child ends. Call this at most once.
    public func chunks() -> AsyncStream<Data> {
        let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
        readChunks { chunk in
            if let chunk { continuation.yield(chunk) } else { continuation.finish() }
        }
        return chunks
    }

    /// Calls a closure once, when the output has a text in it; never if the child ends first. Call this instead of ``chunks()``.
    ///
    /// All that the child has written is kept in memory until then.
    ///
    /// - Parameter onFound: Called on a thread of its own.
    public func find(_ text: String, onFound: @escaping @Sendable () -> Void) {
        let text = Data(text.utf8)
        // Nil once the text was found.
        let output = Mutex<Data?>(Data())
        readChunks { chunk in
            let isFound = output.withLock { output in
                guard let chunk, output != nil else { return false }
                output?.append(chunk)
                guard output?.range(of: text) != nil else { return false }
                output = nil
                return true
            }
            if isFound { onFound() }
        }
    }

    /// Calls a closure with each part of the output as it arrives. Call this instead of ``chunks()``.
    ///
    /// Nothing is kept: a child that writes faster than the closure returns has to wait.
    ///
    /// - Parameter onChunk: Called on a thread of its own with what the child wrote, and with nil at the end.
    public func follow(_ onChunk: @escaping @Sendable (Data?) -> Void) { readChunks(onChunk) }

    /// Reads on a dedicated thread, because Foundation's readability handler sometimes misses the end of the file.
    ///
    /// - Parameter onChunk: Called on that thread with what the child wrote, and with nil at its end.
    private func readChunks(_ onChunk: @escaping @Sendable (Data?) -> Void) {
        Thread.detachNewThread { [reading] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(reading.fileDescriptor, &buffer, buffer.count)
                if count > 0 {
                    onChunk(Data(buffer[..<count]))
                } else if count == 0 || errno != EINTR {
                    return onChunk(nil)
                }
            }
        }
    }

    /// Returns the output after the child has ended, or as soon as there is this much of it. Call this instead of ``chunks()``.
    ///
    /// What comes after that is read and dropped, so that a child that writes without end costs no memory. The caller ends it.
    public func text(bytesMax: Int = .max) async -> String {
        let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
        let room = Mutex(bytesMax)
        readChunks { chunk in
            guard let chunk else { return continuation.finish() }
            let (part, isFull) = room.withLock { room in
                let part = chunk.prefix(room)
                room -= part.count
                return (part, room == 0)
            }
            continuation.yield(part)
            if isFull { continuation.finish() }
        }
        var text = Data()
        for await chunk in chunks { text += chunk }
        return String(decoding: text, as: UTF8.self)
    }
}
