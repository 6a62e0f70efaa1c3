import Dispatch
import Foundation
import OvationClient
import OvationModel
import OvationTestKit
import Testing

@testable import AtomicXCore

@Suite struct MessageBufferTests {
    private func message(_ sequence: Int, _ text: String = "") -> AtomicXCore.Barrage {
        var message = AtomicXCore.Barrage()
        message.sequence = sequence
        message.textContent = text.isEmpty ? "\(sequence)" : text
        return message
    }

    private func fill(_ sequences: [Int], max: Int = 500) -> MessageBuffer {
        var buffer = MessageBuffer()
        for sequence in sequences { _ = buffer.insert(message(sequence), max: max) }
        return buffer
    }

    @Test func `a repeated message is dropped`() {
        var buffer = fill([1, 2])
        let isNew = buffer.insert(message(2), max: 500)
        #expect(!isNew)
        #expect(buffer.messages.map(\.sequence) == [1, 2])
    }

    @Test func `a late message is inserted in order`() {
        #expect(fill([5, 9, 7, 1, 8]).messages.map(\.sequence) == [1, 5, 7, 8, 9])
    }

    @Test func `a full buffer discards the oldest message and does not take it back`() {
        var buffer = fill(Array(1...10), max: 4)
        #expect(buffer.messages.map(\.sequence) == [7, 8, 9, 10])
        let areNew = [7, 11].map { buffer.insert(message($0), max: 4) }
        #expect(areNew == [false, true])
        #expect(buffer.messages.map(\.sequence) == [8, 9, 10, 11])
    }

    @Test func `a tip stays behind the messages it followed`() {
        var buffer = fill([1, 2])
        buffer.append(tip: message(0, "tip"), max: 500)
        _ = buffer.insert(message(4), max: 500)
        _ = buffer.insert(message(3), max: 500)
        #expect(buffer.messages.map(\.textContent) == ["1", "2", "3", "tip", "4"])
        var late = MessageBuffer()
        late.append(tip: message(0, "tip"), max: 500)
        _ = late.insert(message(2), max: 500)
        _ = late.insert(message(1), max: 500)
        #expect(late.messages.map(\.textContent) == ["tip", "1", "2"])
    }

    @Test func `tips count against the bound`() {
        var buffer = fill([1, 2, 3], max: 3)
        buffer.append(tip: message(0, "tip"), max: 3)
        #expect(buffer.messages.map(\.textContent) == ["2", "3", "tip"])
    }

    @Test func `random messages and tips leave the list ordered, bounded and free of repeats`() {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var buffer = MessageBuffer()
        for _ in 0..<2_000 {
            if Int.random(in: 0..<5, using: &random) == 0 {
                buffer.append(tip: message(0, "tip"), max: 50)
            } else {
                _ = buffer.insert(message(Int.random(in: 1...200, using: &random)), max: 50)
            }
            let sequences = buffer.messages.map(\.sequence).filter { $0 != 0 }
            #expect(sequences == sequences.sorted() && Set(sequences).count == sequences.count)
            #expect(buffer.messages.count <= 50)
        }
    }
}

@Suite struct CoalescerTests {
    /// `@unchecked Sendable`: one test task touches it, on one queue at a time.
    private final class Count: @unchecked Sendable {
        var published = 0
    }

    @Test func `the first change is published at once, those of the next 300 ms together`() async throws {
        let queue = ManualQueue()
        let count = Count()
        let throttle = ChangeThrottle(queue: queue) { count.published += 1 }
        throttle.changed()
        #expect(count.published == 1)
        for _ in 0..<40 { throttle.changed() }
        #expect(count.published == 1)
        try await queue.advance(milliseconds: 299)
        #expect(count.published == 1)
        try await queue.advance(milliseconds: 1)
        #expect(count.published == 2)
        try await queue.advance(milliseconds: 10_000)
        #expect(count.published == 2)
        throttle.changed()
        #expect(count.published == 3)
    }

    @Test func `a flush publishes at once and cancels the pending timer`() async throws {
        let queue = ManualQueue()
        let count = Count()
        let throttle = ChangeThrottle(queue: queue) { count.published += 1 }
        throttle.changed()
        throttle.changed()
        try await queue.advance(milliseconds: 200)
        throttle.flush()
        #expect(count.published == 2)
        throttle.changed()
        try await queue.advance(milliseconds: 100)
        #expect(count.published == 2)
        try await queue.advance(milliseconds: 200)
        #expect(count.published == 3)
    }
}

@Suite struct RecentSetTests {
    @Test func `a value is new once until the set forgets it`() {
        var set = RecentSet<Int>(max: 2)
        let areNew = [1, 1, 2, 3, 2, 3, 1, 2].map { set.insert($0) }
        #expect(areNew == [true, false, true, true, false, false, true, true])
    }
}

@Suite struct StoreRegistryTests {
    private final class Store: Sendable {}

    @Test func `a live has the same store on every thread`() async {
        let registry = StoreRegistry { _ in Store() }
        let stores = await withTaskGroup(of: Store.self) { group in
            for _ in 0..<32 { group.addTask { registry.store(for: "a") } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(stores.map(ObjectIdentifier.init)).count == 1)
        #expect(registry.store(for: "A") !== stores[0])
    }

    @Test func `a store that an app holds is never created twice, and others are dropped`() {
        let registry = StoreRegistry { _ in Store() }
        let held = registry.store(for: "held")
        weak var loose: Store?
        do { loose = registry.store(for: "loose") }
        for number in 0..<StoreRegistry<Store>.keptMax - 2 { _ = registry.store(for: "\(number)") }
        #expect(loose != nil)
        for number in 0..<1_000 { _ = registry.store(for: "more \(number)") }
        #expect(loose == nil)
        #expect(registry.store(for: "held") === held)
        #expect(registry.all.count <= StoreRegistry<Store>.keptMax + 2)
    }
}

@Suite struct CommandLaneTests {
    @Test func `commands run one at a time in the order of the calls`() async {
        let lane = CommandLane()
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        for number in 0..<50 {
            lane.enqueue {
                continuation.yield("\(number) begins")
                await Task.yield()
            } finish: { _ in
                continuation.yield("\(number) ends")
            }
        }
        lane.enqueue {
        } finish: { _ in
            continuation.finish()
        }
        var lines: [String] = []
        for await line in stream { lines.append(line) }
        #expect(lines == (0..<50).flatMap { ["\($0) begins", "\($0) ends"] })
    }

    @Test func `commands waiting behind one that finds no server fail with it, and later ones try again`() async {
        let lane = CommandLane()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (stream, outcomes) = AsyncStream.makeStream(of: ErrorCode?.self)
        let finish: @Sendable (Result<Void, any Error>) -> Void = { result in
            switch result {
            case .success: outcomes.yield(nil)
            case .failure(let error): outcomes.yield((error as? Rejection)?.code)
            }
        }
        lane.enqueue({ throw Rejection(.memberMuted) }, finish: finish)
        lane.enqueue(
            {
                for await _ in gate { break }
                throw Rejection(.networkUnavailable)
            }, finish: finish)
        lane.enqueue({}, finish: finish)
        lane.enqueue({}, finish: finish)
        open.finish()
        var told: [ErrorCode?] = []
        for await outcome in stream {
            told.append(outcome)
            if told.count == 4 { lane.enqueue({}, finish: finish) }
            if told.count == 5 { break }
        }
        #expect(told == [.memberMuted, .networkUnavailable, .networkUnavailable, .networkUnavailable, nil])
    }
}

@Suite struct MainStoreQueueTests {
    @Test func `an app's stores change on the main queue`() async throws {
        let queue = MainStoreQueue()
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        defer { DispatchQueue.main.setSpecific(key: key, value: nil) }
        #expect(try await queue.run { DispatchQueue.getSpecific(key: key) } == true)
        let before = queue.nowMilliseconds
        #expect(try await queue.run { queue.nowMilliseconds } >= before)
    }
}
