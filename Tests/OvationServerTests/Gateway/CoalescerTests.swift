import OvationModel
import OvationTestKit
import Testing

@testable import OvationNode

/// A quiet room writes at once, and a busy one gathers. No message waits longer than the window.
struct CoalescerTests {
    private let ms: UInt64 = 1_000_000

    private func coalescer(window: Int = 25, large: Int = 50, viewers: Int = 2_000) -> Coalescer {
        var limits = Limits()
        limits.coalescingMilliseconds = window
        limits.coalescingLargeRoomMilliseconds = large
        limits.coalescingLargeRoomViewers = viewers
        return Coalescer(limits: limits)
    }

    @Test(arguments: [UInt64(0), 1, 1_000_000_000_000])
    func `the first message of a room is written at once, whatever the clock shows`(now: UInt64) {
        var coalescer = coalescer()
        #expect(coalescer.eventAdded(at: now, viewers: 1_000) == .flushNow)
    }

    @Test func `a message after a pause of one window is written at once`() {
        var coalescer = coalescer()
        coalescer.flushed(at: 100 * ms)
        #expect(coalescer.eventAdded(at: 125 * ms, viewers: 1_000) == .flushNow)
        coalescer.flushed(at: 125 * ms)
        #expect(coalescer.eventAdded(at: 1_000 * ms, viewers: 1_000) == .flushNow)
    }

    @Test func `messages within the window wait for its end together`() {
        var coalescer = coalescer()
        coalescer.flushed(at: 100 * ms)
        #expect(coalescer.eventAdded(at: 101 * ms, viewers: 1_000) == .flushAt(nanoseconds: 125 * ms))
        #expect(coalescer.eventAdded(at: 102 * ms, viewers: 1_000) == .wait)
        #expect(coalescer.eventAdded(at: 124 * ms, viewers: 1_000) == .wait)
        coalescer.flushed(at: 125 * ms)
        #expect(coalescer.eventAdded(at: 125 * ms, viewers: 1_000) == .flushAt(nanoseconds: 150 * ms))
    }

    @Test(arguments: [(2_000, 25), (2_001, 50), (100_000, 50)])
    func `above two thousand viewers the longer window applies`(viewers: Int, window: Int) {
        var coalescer = coalescer()
        coalescer.flushed(at: 0)
        #expect(coalescer.eventAdded(at: 1, viewers: viewers) == .flushAt(nanoseconds: UInt64(window) * ms))
    }

    @Test(arguments: [(0, 5_000), (2, 5_000), (50, 5_000), (51, 5_100), (100, 10_000), (249, 24_900), (250, 25_000)])
    func `in a small room the window shrinks with the number of viewers`(viewers: Int, microseconds: UInt64) {
        var coalescer = coalescer()
        coalescer.flushed(at: 0)
        #expect(coalescer.eventAdded(at: 1, viewers: viewers) == .flushAt(nanoseconds: microseconds * 1_000))
    }

    @Test(arguments: [0, 2, 10_000])
    func `a configured window below the minimum is used as it is`(viewers: Int) {
        var coalescer = coalescer(window: 3, large: 3)
        coalescer.flushed(at: 0)
        #expect(coalescer.eventAdded(at: 1, viewers: viewers) == .flushAt(nanoseconds: 3 * ms))
    }

    @Test(arguments: [(0, 50), (25, 50), (26, 52), (35, 70), (36, 70), (5_000, 70)])
    func `the window grows when writing takes more than half of it, up to a bound`(
        milliseconds: UInt64, window: UInt64
    ) {
        var coalescer = coalescer()
        for _ in 0..<3 { coalescer.flushed(at: 0, lastNanoseconds: milliseconds * ms) }
        guard case .flushAt(let due) = coalescer.eventAdded(at: 1, viewers: 5_000) else {
            Issue.record("the event must wait for the window")
            return
        }
        #expect(due == window * ms)
    }

    @Test func `one slow write does not lengthen the window, and two in a row do`() {
        var coalescer = coalescer()
        for milliseconds: UInt64 in [5, 5, 5, 5_000, 5] {
            coalescer.flushed(at: 0, lastNanoseconds: milliseconds * ms)
            #expect(coalescer.eventAdded(at: 1, viewers: 1_000) == .flushAt(nanoseconds: 25 * ms))
        }
        coalescer.flushed(at: 0, lastNanoseconds: .max)
        #expect(coalescer.eventAdded(at: 1, viewers: 1_000) == .flushAt(nanoseconds: 70 * ms))
        for _ in 0..<2 { coalescer.flushed(at: 0, lastNanoseconds: 5 * ms) }
        #expect(coalescer.eventAdded(at: 1, viewers: 1_000) == .flushAt(nanoseconds: 25 * ms))
    }

    @Test func `a count just written delays no message, and a message delays a count`() {
        var coalescer = coalescer()
        coalescer.flushed(at: 0)
        #expect(coalescer.eventAdded(at: 100 * ms, viewers: 1_000, isNumbered: false) == .flushNow)
        coalescer.flushed(at: 100 * ms, hasNumbered: false)
        #expect(coalescer.eventAdded(at: 101 * ms, viewers: 1_000) == .flushNow)
        coalescer.flushed(at: 101 * ms)
        let due = Coalescer.Decision.flushAt(nanoseconds: 126 * ms)
        #expect(coalescer.eventAdded(at: 102 * ms, viewers: 1_000, isNumbered: false) == due)
        #expect(coalescer.eventAdded(at: 103 * ms, viewers: 1_000) == .wait)
    }

    @Test func `counts are written once a window, or together with the next message`() {
        var coalescer = coalescer()
        coalescer.flushed(at: 0, hasNumbered: false)
        let due = Coalescer.Decision.flushAt(nanoseconds: 25 * ms)
        #expect(coalescer.eventAdded(at: 1 * ms, viewers: 1_000, isNumbered: false) == due)
        #expect(coalescer.eventAdded(at: 2 * ms, viewers: 1_000, isNumbered: false) == .wait)
        #expect(coalescer.eventAdded(at: 3 * ms, viewers: 1_000) == .flushNow)
    }

    @Test func `without a window nothing waits`() {
        var coalescer = coalescer(window: 0, large: 0)
        for now in [UInt64(5), 5, 6, 7] {
            #expect(coalescer.eventAdded(at: now, viewers: 1_000) == .flushNow)
            #expect(coalescer.eventAdded(at: now, viewers: 10_000) == .flushNow)
            coalescer.flushed(at: now)
        }
        var negative = self.coalescer(window: -5, large: -5)
        negative.flushed(at: 9)
        #expect(negative.eventAdded(at: 9, viewers: 1_000) == .flushNow)
    }

    @Test func `a flush for another reason ends the wait`() {
        var coalescer = coalescer()
        coalescer.flushed(at: 0)
        #expect(coalescer.eventAdded(at: 1 * ms, viewers: 1_000) == .flushAt(nanoseconds: 25 * ms))
        coalescer.flushed(at: 10 * ms)
        #expect(coalescer.eventAdded(at: 11 * ms, viewers: 1_000) == .flushAt(nanoseconds: 35 * ms))
    }

    @Test func `no message waits longer than the window, and writes are at least a window apart`() {
        var random = SeededGenerator.printed()
        let seed = random.seed
        for viewers in [1_000, 5_000] {
            let window = (viewers > 2_000 ? 50 : 25) * ms
            var coalescer = coalescer()
            var now: UInt64 = 0
            var wakeUp: UInt64?
            var waiting: [UInt64] = []
            var writes: [UInt64] = []
            func write(at time: UInt64) {
                for arrival in waiting { #expect(time - arrival <= window, "seed \(seed)") }
                waiting = []
                writes.append(time)
                coalescer.flushed(at: time)
            }
            for _ in 0..<20_000 {
                now += UInt64.random(in: 0...(Bool.random(using: &random) ? 2 * ms : 60 * ms), using: &random)
                if let due = wakeUp, due <= now {
                    wakeUp = nil
                    write(at: due)
                }
                let isQuiet = writes.last.map { now - $0 >= window } ?? true
                waiting.append(now)
                switch coalescer.eventAdded(at: now, viewers: viewers) {
                case .flushNow:
                    #expect(isQuiet && wakeUp == nil, "seed \(seed)")
                    write(at: now)
                case .flushAt(let due):
                    #expect(!isQuiet && wakeUp == nil && due > now, "seed \(seed)")
                    wakeUp = due
                case .wait: #expect(wakeUp != nil, "no timer would wake the room, seed \(seed)")
                }
            }
            for (earlier, later) in zip(writes, writes.dropFirst()) {
                #expect(later - earlier >= window, "seed \(seed)")
            }
        }
    }
}
