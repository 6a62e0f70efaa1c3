/// The events of a ``LiveRoom`` for one consumer; see ``LiveRoom/events()``.
public struct LiveRoomEvents: AsyncSequence, Sendable {
    /// What happens in a live and around it.
    public typealias Element = LiveRoomEvent
    /// Nothing is thrown.
    public typealias Failure = Never

    /// A consumer at the feed, until nobody can ask for its events any more.
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

    /// Reads the events. Two iterators of one sequence share its events.
    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

    /// Takes one event after the other.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let subscription: Subscription

        /// The next event; waits for it. nil when the room is over, the ``LiveRoom`` is no more, or the task is cancelled.
        ///
        /// What the event changed is in the properties of the room by then.
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
