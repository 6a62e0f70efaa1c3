import OvationModel
import OvationTestKit
import Testing

@testable import OvationServer

/// Whose turn it is among connections that send more than their own pace.
struct SurplusTurnsTests {
    private func turns(perSecond: Int) -> SurplusTurns<Int> {
        var limits = Limits()
        limits.surplusCommandsPerSecond = perSecond
        return SurplusTurns(limits: limits)
    }

    @Test func `a tick gives its part of a second, and no more is saved up`() {
        var turns = turns(perSecond: 1_000)
        #expect(turns.isFree && !turns.isTicking)
        for _ in 0..<5 {
            #expect(turns.isFree)
            turns.charge(1)
        }
        #expect(!turns.isFree && turns.isTicking)
        for _ in 0..<10 { turns.tick() }
        #expect(!turns.isTicking)
        turns.charge(5)
        #expect(!turns.isFree)
    }

    @Test func `what was taken beyond the turns is missing in the next ones`() {
        var turns = turns(perSecond: 1_000)
        turns.charge(12)
        turns.tick()
        #expect(!turns.isFree)
        turns.tick()
        #expect(turns.isFree)
        turns.charge(.max)
        turns.charge(.max)
        turns.tick()
        #expect(!turns.isFree)
    }

    @Test func `who waits goes before who comes, in the order of waiting`() {
        var turns = turns(perSecond: 400)
        turns.charge(2)
        for waiter in 1...5 { turns.wait(waiter) }
        #expect(turns.next() == nil)
        turns.tick()
        #expect(!turns.isFree, "there are turns, and others wait for them")
        var gone: [Int] = []
        while let waiter = turns.next() {
            gone.append(waiter)
            turns.charge(1)
        }
        #expect(gone == [1, 2])
        #expect(turns.waitingCount == 3)
    }

    @Test func `in any mix of work each waiter is served as often as every other, within one turn`() {
        var random = SeededGenerator.printed()
        var turns = turns(perSecond: 5_000)
        var served = Array(repeating: 0, count: 7)
        for waiter in served.indices { turns.wait(waiter) }
        var work = 0
        for _ in 0..<400 {
            turns.tick()
            while let waiter = turns.next() {
                served[waiter] += 1
                let cost = random.number(1...30)
                work += cost
                turns.charge(cost)
                turns.wait(waiter)
            }
        }
        #expect((served.max() ?? 0) - (served.min() ?? 0) <= 1, "\(served), seed \(random.seed)")
        #expect(work <= 401 * 25 + 30, "two seconds of turns, seed \(random.seed)")
    }

    @Test func `without a limit there is always a turn, and nothing ticks`() {
        var turns = turns(perSecond: 0)
        turns.charge(1_000_000)
        #expect(turns.isFree && !turns.isTicking)
    }
}
