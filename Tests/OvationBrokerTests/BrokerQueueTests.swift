import OvationBroker
import Testing

@Suite struct BrokerQueueTests {
    private func message(_ count: Int) -> BrokerMessage { BrokerMessage(payload: [UInt8](repeating: 7, count: count)) }

    @Test func `what is dropped in several places is a gap in each of them`() {
        var queue = BrokerQueue(limits: BrokerQueue.Limits(messagesMax: 2, bytesMax: 100))
        for size in [1, 2, 3, 4] { queue.put(message(size)) }
        #expect(queue.take() == .message(message(1)))
        queue.put(message(5))
        queue.put(message(6))
        #expect(queue.take() == .message(message(2)))
        #expect(queue.take() == .gap(lost: 2))
        #expect(queue.take() == .message(message(5)))
        #expect(queue.take() == .gap(lost: 1))
        #expect(queue.take() == nil)
        #expect(queue.isEmpty)
        #expect(queue.counts == BrokerCounts(received: 6, dropped: 3))
    }

    @Test func `a gap of unknown size swallows one of known size, and both stay one`() {
        var queue = BrokerQueue(limits: BrokerQueue.Limits(messagesMax: 1, bytesMax: 100))
        queue.putGap(lost: 3)
        queue.putGap(lost: 4)
        #expect(queue.take() == .gap(lost: 7))
        queue.putGap(lost: 3)
        queue.putGap(lost: nil)
        queue.putGap(lost: 1)
        #expect(queue.take() == .gap(lost: nil))
        #expect(queue.take() == nil)
    }

    @Test func `however much comes, no more waits than may`() {
        var queue = BrokerQueue(limits: BrokerQueue.Limits(messagesMax: 3, bytesMax: 1000))
        for _ in 0..<10_000 { queue.put(message(400)) }
        var (count, bytes, lost) = (0, 0, 0)
        while let next = queue.take() {
            switch next {
            case .message(let message):
                count += 1
                bytes += message.payload.count
            case .gap(let missing): lost += missing ?? 0
            }
        }
        #expect((count, bytes, lost) == (2, 800, 9998))
    }
}
