import Foundation
import Synchronization

/// A pipe to a child's standard input that says nothing but "go on": its end is the end of this process, or of this value.
///
/// A child that reads it ends with this process however that dies, by `kill -9` too, because the system closes the pipe.
public final class ChildLifeline: Sendable {
    /// The end that writes; nil once it was cut.
    private let writing: Mutex<FileHandle?>

    private init(writing: FileHandle) { self.writing = Mutex(writing) }

    /// Opens a lifeline for a child.
    ///
    /// - Parameter start: Starts the child with this stream as its standard input.
    /// - Throws: The errors of `start`, and `POSIXError` if too many files are open.
    public static func open(_ start: (ChildStream) throws -> ChildProcess) throws -> (ChildProcess, ChildLifeline) {
        let pipe = try ChildPipe()
        let lifeline = ChildLifeline(writing: FileHandle(fileDescriptor: pipe.writing, closeOnDealloc: true))
        defer { close(pipe.reading) }
        return (try start(.descriptor(pipe.reading)), lifeline)
    }

    /// Lets the child go. Later calls do nothing.
    public func cut() {
        writing.withLock { writing in
            try? writing?.close()
            writing = nil
        }
    }
}
