/// Tells that the picture of a live began, stopped or broke off. May be used on any thread.
final class PictureNews: Sendable {
    private let listener = Locked<(@Sendable (_ liveID: String) -> Void)?>(nil)

    /// Sets the listener, which takes the place of the one before.
    func listen(_ listener: @escaping @Sendable (_ liveID: String) -> Void) { self.listener.withLock { $0 = listener } }

    /// Tells that the picture of a live is another one.
    func tell(_ liveID: String) { listener.withLock { $0 }?(liveID) }
}
