import OvationModel
import OvationTestKit
import Testing

@testable import OvationNode

/// The turns of connections that send faster than their own pace.
struct SurplusTurnsTests {
    private func turns(perSecond: Int) -> SurplusTurns<Int> {
        var limits = Limits()
        limits.surplusCommandsPerSecond = perSecond
        return SurplusTurns(limits: limits)
    }

    @Test func `each tick gives its share of a second's turns, and unused turns are not saved up`() {
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

    @Test func `a debt is paid before the next turn, over several ticks if need be`() {
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

    @Test func `waiting connections come before new ones, in the order of waiting`() {
        var turns = turns(perSecond: 400)
        var owed = 2
        #expect(turns.takeNow(owed: &owed) == false)
        for waiter in 1...5 { turns.wait(waiter, owing: 0) }
        #expect(turns.next(hasGone: { _ in false }) == nil)
        turns.tick()
        var nothing = 0
        #expect(turns.takeNow(owed: &nothing) == false, "there are turns, but others are waiting for them")
        var gone: [Int] = []
        while let waiter = turns.next(hasGone: { _ in false }) { gone.append(waiter) }
        #expect(gone == [1, 2])
        #expect(turns.waitingCount == 3)
    }

    @Test func `a connection with a large debt does not delay the others`() {
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
        #expect(served == 25, "it gets every other one of the 50 turns")
    }

    @Test func `a connection that is gone takes no turn, whatever its debt`() {
        var turns = turns(perSecond: 1_000)
        for waiter in 1...3 { turns.wait(waiter, owing: 60_000) }
        turns.wait(4, owing: 4)
        var given: [Int] = []
        while let waiter = turns.next(hasGone: { $0 < 4 }) { given.append(waiter) }
        #expect(given == [1, 2, 3, 4])
        #expect(turns.waitingCount == 0)
    }

    @Test func `every waiting connection gets an equal share of work, whatever its commands cost`() {
        var random = SeededGenerator.printed()
        var turns = turns(perSecond: 5_000)
        var work = Array(repeating: 0, count: 7)
        let costMax = 30
        for waiter in work.indices { turns.wait(waiter, owing: 0) }
        for _ in 0..<400 {
            turns.tick()
            while let waiter = turns.next(hasGone: { _ in false }) {
                // Connections with higher numbers send more expensive commands.
                let cost = random.number(1...(1 + (costMax - 1) * waiter / 6))
                work[waiter] += cost
                turns.wait(waiter, owing: cost - 1)
            }
        }
        let all = work.reduce(0, +)
        #expect(all <= 400 * 25 + work.count * costMax, "at most two seconds of turns are given, seed \(random.seed)")
        #expect(all >= 400 * 25, "all turns are given, seed \(random.seed)")
        let (least, most) = (work.min() ?? 0, work.max() ?? 0)
        #expect(most - least <= costMax + 1, "\(work), seed \(random.seed)")
    }

    @Test func `without a limit there is always a turn, and the ticker does not run`() {
        var turns = turns(perSecond: 0)
        var owed = 1_000_000
        #expect(turns.takeNow(owed: &owed) == true)
        #expect(!turns.isTicking)
    }
}
