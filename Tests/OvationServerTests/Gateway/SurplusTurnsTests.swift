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
        var owed = 0
        #expect(!turns.isTicking)
        for _ in 0..<2 {
            for _ in 0..<5 { #expect(turns.takeNow(owed: &owed) == true) }
            #expect(turns.takeNow(owed: &owed) == false)
            #expect(turns.isTicking)
            for _ in 0..<10 { turns.tick() }
            #expect(!turns.isTicking)
        }
    }

    @Test func `who owes pays before the next turn, also over several ticks`() {
        var turns = turns(perSecond: 1_000)
        var owed = 12
        #expect(turns.takeNow(owed: &owed) == false)
        #expect(owed == 7)
        turns.tick()
        #expect(turns.takeNow(owed: &owed) == false)
        #expect(owed == 2)
        turns.tick()
        #expect(turns.takeNow(owed: &owed) == true)
        #expect(owed == 0)
    }

    @Test func `who waits goes before who comes, in the order of waiting`() {
        var turns = turns(perSecond: 400)
        var owed = 2
        #expect(turns.takeNow(owed: &owed) == false)
        for waiter in 1...5 { turns.wait(waiter, owing: 0) }
        #expect(turns.next(hasGone: { _ in false }) == nil)
        turns.tick()
        var nothing = 0
        #expect(turns.takeNow(owed: &nothing) == false, "there are turns, and others wait for them")
        var gone: [Int] = []
        while let waiter = turns.next(hasGone: { _ in false }) { gone.append(waiter) }
        #expect(gone == [1, 2])
        #expect(turns.waitingCount == 3)
    }

    @Test func `one that owes much holds up nobody else`() {
        var turns = turns(perSecond: 1_000)
        turns.wait(1, owing: 10_000)
        turns.wait(2, owing: 0)
        var served = 0
        for _ in 0..<10 {
            turns.tick()
            while let waiter = turns.next(hasGone: { _ in false }) {
                #expect(waiter == 2)
                served += 1
                turns.wait(2, owing: 0)
            }
        }
        #expect(served == 25, "every other turn of the 50")
    }

    @Test func `who has gone takes no turn, whatever they owe`() {
        var turns = turns(perSecond: 1_000)
        for waiter in 1...3 { turns.wait(waiter, owing: 60_000) }
        turns.wait(4, owing: 4)
        var given: [Int] = []
        while let waiter = turns.next(hasGone: { $0 < 4 }) { given.append(waiter) }
        #expect(given == [1, 2, 3, 4])
        #expect(turns.waitingCount == 0)
    }

    @Test func `in any mix of work each waiter has as much of it done as every other`() {
        var random = SeededGenerator.printed()
        var turns = turns(perSecond: 5_000)
        var work = Array(repeating: 0, count: 7)
        let costMax = 30
        for waiter in work.indices { turns.wait(waiter, owing: 0) }
        for _ in 0..<400 {
            turns.tick()
            while let waiter = turns.next(hasGone: { _ in false }) {
                // The higher the number, the dearer the commands.
                let cost = random.number(1...(1 + (costMax - 1) * waiter / 6))
                work[waiter] += cost
                turns.wait(waiter, owing: cost - 1)
            }
        }
        let all = work.reduce(0, +)
        #expect(all <= 400 * 25 + work.count * costMax, "two seconds of turns, seed \(random.seed)")
        #expect(all >= 400 * 25, "and all of them, seed \(random.seed)")
        let (least, most) = (work.min() ?? 0, work.max() ?? 0)
        #expect(most - least <= costMax + 1, "\(work), seed \(random.seed)")
    }

    @Test func `without a limit there is always a turn, and nothing ticks`() {
        var turns = turns(perSecond: 0)
        var owed = 1_000_000
        #expect(turns.takeNow(owed: &owed) == true)
        #expect(!turns.isTicking)
    }
}
