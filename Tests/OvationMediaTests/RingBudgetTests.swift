import OvationMedia
import OvationTestKit
import Testing

@Suite struct RingBudgetTests {
    private func budget(total: Int, ring: Int = 1_000) -> RingBudget<String> {
        var limits = MediaLimits()
        (limits.ringBytesTotalMax, limits.ringBytesMax) = (total, ring)
        return RingBudget(limits: limits)
    }

    @Test func `no ring is cut while there is room`() {
        var budget = budget(total: 3_000)
        for live in ["a", "b", "c"] {
            let cuts = budget.set(live, bytes: 1_000)
            #expect(cuts.isEmpty)
        }
        #expect(budget.byteCount == 3_000)
    }

    @Test func `the largest rings are cut to an equal share, and may grow once there is room again`() {
        var budget = budget(total: 1_500)
        var said: [String] = []
        for (live, bytes) in [("a", 900), ("b", 100), ("c", 600), ("a", 500), ("c", 300), ("c", 310)] {
            let cuts = budget.set(live, bytes: bytes).map { "\($0.live) \($0.bytesMax)" }
            said.append(cuts.joined(separator: ", "))
        }
        #expect(said == ["", "", "a 500", "", "a 1000", ""])
        #expect(budget.byteCount == 910)
        let left = budget.remove("a") + budget.remove("x")
        #expect(left.isEmpty)
        #expect(budget.byteCount == 410)
        #expect(budget.ringCount == 2)
    }

    @Test func `rings that obey their cuts keep the total under random load`() {
        var random = SeededGenerator.printed()
        var budget = budget(total: 10_000, ring: 3_000)
        var held: [String: Int] = [:]
        for _ in 0..<2_000 {
            let live = "\(random.number(0...19))"
            if random.chance(0.1) {
                held[live] = nil
                _ = budget.remove(live)
                continue
            }
            held[live] = random.number(0...3_000)
            var cuts = budget.set(live, bytes: held[live] ?? 0)
            while let cut = cuts.popLast() {
                guard let bytes = held[cut.live], bytes > cut.bytesMax else { continue }
                held[cut.live] = cut.bytesMax
                cuts += budget.set(cut.live, bytes: cut.bytesMax)
            }
            #expect(held.values.reduce(0, +) == budget.byteCount)
            #expect(budget.byteCount <= 10_000)
        }
    }
}
