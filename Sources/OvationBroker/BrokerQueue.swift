import DequeModule

/// What waits for a subscription's handler, within bounds. What does not fit is dropped, and a gap stands in its place.
///
/// Pure. ``BrokerMailbox`` calls the handler.
package struct BrokerQueue {
    /// How much may wait.
    package struct Limits: Equatable, Sendable {
        package let messagesMax: Int
        package let bytesMax: Int

        /// - Parameters:
        ///   - messagesMax: at least 1.
        ///   - bytesMax: a message that is longer by itself waits alone.
        package init(messagesMax: Int, bytesMax: Int) {
            self.messagesMax = max(1, messagesMax)
            self.bytesMax = max(0, bytesMax)
        }
    }

    private let limits: Limits
    private var deliveries: Deque<BrokerDelivery> = []
    /// Messages that wait, and their bytes.
    private var count = 0
    private var bytes = 0
    package private(set) var counts = BrokerCounts()

    package init(limits: Limits) { self.limits = limits }

    package var isEmpty: Bool { deliveries.isEmpty }

    /// Takes a message in, or notes that it is missing.
    package mutating func put(_ message: BrokerMessage) {
        counts.received += 1
        let size = message.payload.count
        guard count == 0 || count < limits.messagesMax && bytes + size <= limits.bytesMax else {
            counts.dropped += 1
            return putGap(lost: 1)
        }
        deliveries.append(.message(message))
        count += 1
        bytes += size
    }

    /// Notes that messages are missing: so many, or nil where nobody knows. Gaps without a message between are one.
    package mutating func putGap(lost: Int?) {
        guard case .gap(let before) = deliveries.last else { return deliveries.append(.gap(lost: lost)) }
        deliveries.removeLast()
        let sum = before.flatMap { before in lost.map { before + $0 } }
        deliveries.append(.gap(lost: sum))
    }

    /// The next delivery; nil where nothing waits.
    package mutating func take() -> BrokerDelivery? {
        guard let next = deliveries.popFirst() else { return nil }
        if case .message(let message) = next {
            count -= 1
            bytes -= message.payload.count
        }
        return next
    }

    /// Drops everything.
    package mutating func clear() {
        deliveries = []
        (count, bytes) = (0, 0)
    }
}
