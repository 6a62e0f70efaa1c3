import OvationRules
import Testing

struct DrainPlanTests {
    @Test func `a few lives are handed over one a step, and no step waits for nothing`() {
        #expect(DrainPlan(0, within: 4_000).steps == 0)
        let three = DrainPlan(3, within: 4_000)
        #expect(three.perStep == 1 && three.steps == 3)
    }

    @Test(arguments: [0, 1, 99, 100, 4_000, 60_000] as [Int64], [1, 39, 40, 41, 10_000, 1_000_003])
    func `everything is handed over in the time, in steps that are as small as can be`(
        _ milliseconds: Int64, _ count: Int
    ) {
        let plan = DrainPlan(count, within: milliseconds)
        #expect(plan.steps * plan.perStep >= count)
        #expect((plan.steps - 1) * plan.perStep < count, "the last step has something to do")
        #expect(Int64(plan.steps) <= max(1, milliseconds / DrainPlan.stepMilliseconds))
    }
}
