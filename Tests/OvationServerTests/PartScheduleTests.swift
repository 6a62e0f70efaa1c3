import OvationModel
import Testing

@testable import OvationNode

/// The number of parts that an event loop divides a live's viewers into.
struct PartScheduleTests {
    @Test(arguments: [
        (0, 1), (1, 1), (512, 1), (640, 1), (641, 2), (1_152, 2), (1_153, 3), (3_000, 6), (5_000, 8), (1_000_000, 8),
    ])
    func `a growing live gets more parts when they would become too large`(viewers: Int, parts: Int) {
        var count = 1
        for number in 0...min(viewers, 10_000) {
            count = PartSchedule.partCount(viewers: number, viewersMax: 512, current: count)
        }
        #expect(count == parts)
        #expect(PartSchedule.partCount(viewers: viewers, viewersMax: 512, current: count) == parts)
    }

    @Test func `viewers who come and go near a boundary change nothing`() {
        var count = PartSchedule.partCount(viewers: 700, viewersMax: 512, current: 1)
        #expect(count == 2)
        for viewers in [600, 513, 512, 400, 385, 640, 512] {
            count = PartSchedule.partCount(viewers: viewers, viewersMax: 512, current: count)
            #expect(count == 2, "\(viewers)")
        }
        #expect(PartSchedule.partCount(viewers: 384, viewersMax: 512, current: 2) == 1)
        #expect(PartSchedule.partCount(viewers: 0, viewersMax: 512, current: 8) == 1)
    }

    @Test(arguments: [0, 1, 100_000]) func `without a limit there is one part`(viewers: Int) {
        #expect(PartSchedule.partCount(viewers: viewers, viewersMax: 0, current: 3) == 1)
    }

    @Test(arguments: [1, 2, 3]) func `parts may be tiny`(viewersMax: Int) {
        #expect(
            PartSchedule.partCount(viewers: 4, viewersMax: viewersMax, current: 1) == (4 + viewersMax - 1) / viewersMax)
    }

    private struct Writing: WritingCost {
        var nanosecondsMax: UInt64 = 0
        func nanoseconds(loop: Int) -> UInt64 { nanosecondsMax }
    }

    private func makeSchedule(viewers: Int, partsOf viewersMax: Int) -> PartSchedule {
        var limits = Limits()
        limits.partViewersMax = viewersMax
        var schedule = PartSchedule(loops: 1, limits: limits)
        _ = schedule.changeViewers(by: viewers, loop: 0)
        _ = schedule.divide()
        schedule.members = viewers
        return schedule
    }

    private func decide(_ schedule: inout PartSchedule, _ part: Int, at now: UInt64) -> PartSchedule.Decision {
        schedule.decide(part, isNumbered: true, at: now, cost: Writing())
    }

    @Test func `where there is one part, everything is written as it comes`() {
        var schedule = makeSchedule(viewers: 4, partsOf: 0)
        for now: UInt64 in 1...3 {
            schedule.add(isNumbered: true)
            #expect(decide(&schedule, 0, at: now) == .write)
            schedule.write(0, at: now, cost: Writing())
            #expect(schedule.parts[0].isEmpty)
        }
    }

    @Test func `parts are written to one after the other, each once in a window`() {
        var schedule = makeSchedule(viewers: 4, partsOf: 2)
        #expect(schedule.partCounts == [2])
        schedule.add(isNumbered: true)
        #expect(decide(&schedule, 0, at: 1_000_000_000) == .write)
        schedule.write(0, at: 1_000_000_000, cost: Writing())
        #expect(
            decide(&schedule, 1, at: 1_000_000_000) == .wake(at: 1_000_050_000), "the loop is to see what else there is"
        )
        #expect(schedule.isDue(1, at: 1_000_050_000) && !schedule.isDue(1, at: 1_000_050_001))
        schedule.write(1, at: 1_000_050_000, cost: Writing())
        #expect(!schedule.isDue(1, at: 1_000_050_000))
        schedule.add(isNumbered: true)
        guard case .wake(let due) = decide(&schedule, 0, at: 1_000_100_000) else {
            Issue.record("the window of the part is not over")
            return
        }
        #expect(due > 1_000_100_000)
        #expect(decide(&schedule, 0, at: 1_000_200_000) == .wait)
    }

    @Test func `entrants come into one part after another, behind what waits for it`() {
        var schedule = makeSchedule(viewers: 4, partsOf: 2)
        #expect(schedule.admit(loop: 0, hasPresent: false) == (0, []))
        #expect(schedule.admit(loop: 0, hasPresent: false) == (1, []))
        schedule.add(isNumbered: true)
        #expect(schedule.admit(loop: 0, hasPresent: false) == (0, [0]))
        #expect(schedule.admit(loop: 0, hasPresent: true) == (1, [0, 1]), "the session may be in the other part")
    }
}
