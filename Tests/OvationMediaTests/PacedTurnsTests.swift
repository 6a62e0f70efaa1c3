import OvationMedia
import Testing

@Suite struct PacedTurnsTests {
    private func turns(_ bytes: Int) -> PacedTurns<Int> {
        var limits = MediaLimits()
        limits.turnBytesMax = bytes
        return PacedTurns(limits: limits)
    }

    @Test func `a turn writes no more than its limit, and the next turn continues`() {
        var turns = turns(250)
        for viewer in 1...5 { turns.add(viewer) }
        var served: [[Int]] = []
        while !turns.isEmpty {
            var present: [Int] = []
            turns.turn { viewer, bytesMax in
                present.append(viewer)
                return (min(100, bytesMax), false)
            }
            served.append(present)
        }
        #expect(served == [[1, 2, 3], [4, 5]])
    }

    @Test func `a viewer who wants more rejoins the end of the queue, and nobody is served twice in a turn`() {
        var turns = turns(1_000)
        for viewer in 1...3 { turns.add(viewer) }
        var served: [Int] = []
        turns.turn { viewer, _ in
            served.append(viewer)
            return (10, viewer != 2)
        }
        #expect(served == [1, 2, 3])
        turns.add(2)
        turns.turn { viewer, _ in
            served.append(viewer)
            return (10, false)
        }
        #expect(served == [1, 2, 3, 1, 3, 2])
        #expect(turns.isEmpty)
    }

    @Test func `the last viewer of a turn gets the bytes that are left`() {
        var turns = turns(150)
        turns.add(1)
        turns.add(2)
        var given: [Int] = []
        turns.turn { _, bytesMax in
            given.append(bytesMax)
            return (100, false)
        }
        #expect(given == [150, 50])
    }

    @Test func `a viewer who leaves is skipped, and one who returns joins the end of the queue`() {
        var turns = turns(1_000)
        for viewer in 1...4 { turns.add(viewer) }
        turns.add(1)
        turns.remove(2)
        turns.remove(9)
        turns.remove(1)
        turns.add(1)
        var served: [Int] = []
        #expect(turns.count == 3)
        turns.turn { viewer, _ in
            served.append(viewer)
            return (0, false)
        }
        #expect(served == [3, 4, 1])
        for _ in 0..<10_000 {
            turns.add(7)
            turns.remove(7)
        }
        turns.turn { _, _ in
            Issue.record("a turn serves nobody if nobody waits")
            return (0, false)
        }
    }
}
