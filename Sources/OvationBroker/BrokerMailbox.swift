import Synchronization

/// Hands what came for a subscription to its handler, at its place.
///
/// However much comes, one work at a time waits at the place, so the bound of the queue is the bound of what is kept.
package final class BrokerMailbox: Sendable {
    private struct State {
        var queue: BrokerQueue
        /// Whether work waits at the place, or runs there.
        var isScheduled = false
        var isClosed = false
    }

    private let state: Mutex<State>
    private let place: BrokerPlace
    private let handler: @Sendable (BrokerDelivery) -> Void

    /// How many deliveries are handed over before others may use the place.
    private static let deliveriesAtOnce = 64

    package init(
        limits: BrokerQueue.Limits, on place: @escaping BrokerPlace,
        _ handler: @escaping @Sendable (BrokerDelivery) -> Void
    ) {
        state = Mutex(State(queue: BrokerQueue(limits: limits)))
        self.place = place
        self.handler = handler
    }

    package var counts: BrokerCounts { state.withLock { $0.queue.counts } }

    /// Takes a message in, and has the handler called.
    package func put(_ message: BrokerMessage) { add { $0.put(message) }?() }

    /// Notes that messages are missing, and has the handler called.
    package func putGap(lost: Int?) { add { $0.putGap(lost: lost) }?() }

    /// Takes something in. What is returned is to be called when the caller's locks are free; nil where nothing has to be done.
    package func add(_ change: (inout BrokerQueue) -> Void) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            change(&state.queue)
            guard !state.isScheduled, !state.queue.isEmpty else { return nil }
            state.isScheduled = true
            return { [self] in schedule() }
        }
    }

    /// Hands nothing over any more.
    package func close() {
        state.withLock { state in
            state.isClosed = true
            state.queue.clear()
        }
    }

    private func schedule() { place { [self] in deliver() } }

    private func deliver() {
        for _ in 0..<Self.deliveriesAtOnce {
            guard let next = next() else { return }
            handler(next)
        }
        schedule()
    }

    private func next() -> BrokerDelivery? {
        state.withLock { state in
            guard let next = state.queue.take() else {
                state.isScheduled = false
                return nil
            }
            return next
        }
    }
}
