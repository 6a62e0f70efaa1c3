/// The events of a ``LiveRoom`` for one consumer. See ``LiveRoom/events()``.
public struct LiveRoomEvents: AsyncSequence, Sendable {
    /// An event in a live or around it.
    public typealias Element = LiveRoomEvent
    /// The sequence never throws.
    public typealias Failure = Never

    /// A consumer's registration at the feed. It ends when nothing can ask for the events any more.
    final class Subscription: Sendable {
        let feed: LiveRoomFeed
        let number: Int

        init(_ feed: LiveRoomFeed, number: Int) {
            self.feed = feed
            self.number = number
        }

        deinit { feed.unsubscribe(number) }
    }

    let subscription: Subscription

    /// Makes an iterator. Two iterators of one sequence share its events.
    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

    /// Iterates over the events.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let subscription: Subscription

        /// Waits for the next event and returns it. Returns nil when the room is over, the ``LiveRoom`` is deallocated, or the task is
        /// cancelled.
        ///
        /// The properties of the room have the event's change by then.
        public mutating func next() async -> LiveRoomEvent? {
            let feed = subscription.feed
            while !Task.isCancelled {
                switch feed.take(subscription.number) {
                case .event(let entry):
                    await feed.show(upTo: entry.version)
                    return entry.event
                case .nothingYet: await feed.wait(subscription.number)
                case .nothingMore: return nil
                }
            }
            return nil
        }
    }
}
