import Foundation
import Synchronization

/// A pipe between this process and a child that is about to start.
struct ChildPipe {
    /// The end that reads.
    let reading: Int32
    /// The end that writes.
    let writing: Int32

    /// Opens a pipe of which no other child inherits an end.
    ///
    /// - Throws: `POSIXError` if too many files are open.
    init() throws {
        var ends: [Int32] = [0, 0]
        let code: Int32 = ChildProcess.starting.withLock { _ in
            guard pipe(&ends) == 0 else { return errno }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return 0
        }
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EMFILE) }
        (reading, writing) = (ends[0], ends[1])
    }
}
