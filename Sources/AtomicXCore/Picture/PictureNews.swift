import OvationClient

/// Passes on the news that the picture of a live began, stopped or was interrupted. It may be used on any thread.
final class PictureNews: Sendable {
    private let listener = Locked<(@Sendable (_ liveID: String) -> Void)?>(nil)

    /// Sets the listener, which replaces the previous one.
    func listen(_ listener: @escaping @Sendable (_ liveID: String) -> Void) { self.listener.withLock { $0 = listener } }

    /// Tells the listener that the picture of a live changed.
    func tell(_ liveID: String) { listener.withLock { $0 }?(liveID) }
}
