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
}
