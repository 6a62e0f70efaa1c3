import Synchronization

/// Counts the uploaded files that are being sent, and says how much of one is in memory meanwhile. May be called on any thread.
///
/// A client that reads slowly keeps a part in memory for as long as it likes, and anybody may have thousands of connections. So parts are
/// large while few are sent, and small beyond: nobody is refused, and the memory is bounded.
final class FilesUnderWay: Sendable {
    /// Bytes of a part while few files are sent.
    static let partBytes = 131_072
    /// Bytes of a part while many are.
    static let smallPartBytes = 8_192
    /// How many are few.
    static let fewMax = 256

    private let count = Atomic<Int>(0)

    /// A file begins.
    func begin() { count.add(1, ordering: .relaxed) }

    /// A file has ended.
    func end() { count.subtract(1, ordering: .relaxed) }

    /// How much of a file is read next.
    var partBytes: Int { count.load(ordering: .relaxed) > Self.fewMax ? Self.smallPartBytes : Self.partBytes }
}
