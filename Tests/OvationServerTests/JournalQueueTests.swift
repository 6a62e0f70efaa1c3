import OvationModel
import OvationTestKit
import Testing

@testable import OvationBackend

/// The choice of writes for the next transaction.
struct JournalQueueTests {
    private struct Write: Equatable {
        /// The write's lane; nil for a barrier.
        let lane: JournalLane?
        let number: Int
        let isGift: Bool
    }

    private static let lanes: [JournalLane] =
        (1...4).map { JournalLane.live(Samples.id("live-\($0)")) } + [.billing, .profiles, .rest]

    private func limits(batch: Int, ordinary: Int, pending: Int = 100_000) -> Limits {
        var limits = Limits()
        limits.journalBatchMax = batch
        limits.journalOrdinaryBatchMax = ordinary
        limits.journalPendingMax = pending
        return limits
    }

    @Test(arguments: [(1, 1), (1, 256), (2, 1), (3, 2), (16, 4), (512, 256)])
    func `a lane keeps its order, no write is lost, and a barrier waits for every earlier write`(
        batch: Int, ordinary: Int
    ) {
        var random = SeededGenerator.printed()
        var queue = JournalQueue<Write>(limits: limits(batch: batch, ordinary: ordinary))
        // Numbers of the waiting writes and barriers, which share one count.
        var waiting: Set<Int> = []
        var barriers: Set<Int> = []
        var last: [JournalLane: Int] = [:]
        for number in 1...2_000 {
            switch random.number(0...9) {
            case ..<5:
                let lane = Self.lanes[random.number(0...Self.lanes.count - 1)]
                let write = Write(lane: lane, number: number, isGift: random.number(0...2) == 0)
                #expect(queue.append(write, to: lane, isGift: write.isGift) == true)
                waiting.insert(number)
            case 5:
                #expect(queue.appendBarrier(Write(lane: nil, number: number, isGift: false)) == true)
                barriers.insert(number)
            default:
                let taken = queue.takeBatch()
                #expect(taken.isEmpty == (waiting.isEmpty && barriers.isEmpty), "seed \(random.seed)")
                #expect(taken.count { $0.lane != nil } <= batch, "seed \(random.seed)")
                for write in taken {
                    guard let lane = write.lane else { continue }
                    #expect(last[lane, default: 0] < write.number, "seed \(random.seed)")
                    last[lane] = write.number
                    #expect(waiting.remove(write.number) != nil, "seed \(random.seed)")
                }
                for barrier in taken where barrier.lane == nil { barriers.remove(barrier.number) }
                // A barrier was taken if nothing older waited, and stayed otherwise.
                let oldest = waiting.min() ?? .max
                #expect(taken.allSatisfy { $0.lane != nil || $0.number < oldest }, "seed \(random.seed)")
                #expect(barriers.allSatisfy { $0 > oldest }, "seed \(random.seed)")
            }
            #expect(queue.count == waiting.count + barriers.count, "seed \(random.seed)")
        }
        #expect(queue.drain().map(\.number) == waiting.union(barriers).sorted(), "seed \(random.seed)")
        #expect(queue.isEmpty && queue.takeBatch().isEmpty)
    }

    @Test func `gifts of all lives come first, each behind the earlier writes of its own live`() {
        var queue = JournalQueue<String>(limits: limits(batch: 100, ordinary: 3))
        for number in 0..<50 { _ = queue.append("profile\(number)", to: .profiles, isGift: false) }
        _ = queue.append("a1", to: Self.lanes[0], isGift: false)
        _ = queue.append("a2 gift", to: Self.lanes[0], isGift: true)
        _ = queue.append("a3", to: Self.lanes[0], isGift: false)
        _ = queue.append("b1 gift", to: Self.lanes[1], isGift: true)
        let batch = queue.takeBatch()
        #expect(batch.prefix(3) == ["a1", "a2 gift", "b1 gift"])
        #expect(batch.count == 6, "three ordinary writes follow the gifts")
        #expect(queue.count == 48)
    }

    @Test func `a batch has room for other writes, however many gifts wait`() {
        for batch in [1, 2, 10] {
            var queue = JournalQueue<Int>(limits: limits(batch: batch, ordinary: 4))
            for number in 0..<1_000 { _ = queue.append(number, to: Self.lanes[number % 3], isGift: true) }
            _ = queue.append(-1, to: .rest, isGift: false)
            _ = queue.append(-2, to: .profiles, isGift: false)
            let first = (0..<4).flatMap { _ in queue.takeBatch() }
            #expect(first.contains(-1) && first.contains(-2), "batches of \(batch)")
        }
    }

    @Test func `a mass of writes before a gift in one live does not delay a gift in another`() {
        var queue = JournalQueue<Int>(limits: limits(batch: 8_192, ordinary: 64))
        for _ in 0..<5_000 { _ = queue.append(0, to: Self.lanes[0], isGift: false) }
        _ = queue.append(1, to: Self.lanes[0], isGift: true)
        _ = queue.append(2, to: Self.lanes[1], isGift: true)
        let batch = queue.takeBatch()
        #expect(batch.contains(2) && batch.count <= 2 * 64 + 1)
        var batches = 1
        while !queue.isEmpty {
            _ = queue.takeBatch()
            batches += 1
        }
        #expect(batches <= 5_000 / 64 + 2)
    }

    @Test func `the second half of the queue is reserved for gifts`() {
        var queue = JournalQueue<Int>(limits: limits(batch: 4, ordinary: 4, pending: 10))
        #expect((0..<7).map { queue.append($0, to: .rest, isGift: false) }.count { $0 } == 5)
        #expect((0..<7).map { queue.append($0, to: Self.lanes[0], isGift: true) }.count { $0 } == 5)
        #expect(queue.appendBarrier(0) == false)
        _ = queue.takeBatch()
        #expect(queue.append(0, to: Self.lanes[0], isGift: true) == true)
        #expect(queue.appendBarrier(0) == true)
    }
}
