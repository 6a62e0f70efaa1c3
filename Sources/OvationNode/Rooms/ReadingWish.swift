import Synchronization

/// Whether what is being read for a session that comes back is still wanted.
///
/// The room ends it on its event loop, where the session is lost or goes on over another connection. It is read in the background.
final class ReadingWish: Sendable {
    private let isOver = Atomic(false)

    var holds: Bool { !isOver.load(ordering: .relaxed) }

    /// Nothing more is to be read.
    func end() { isOver.store(true, ordering: .relaxed) }
}
