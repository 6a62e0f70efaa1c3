import OvationRules
import Testing

/// How fast an upload has to come, and a recording to be read.
@Suite struct BytePaceTests {
    private func pace() -> BytePace { BytePace(bytesPerSecondMin: 1_000, windowSeconds: 5) }

    /// Takes parts, and says which was one too slow.
    private func refused(_ parts: [(bytes: Int, at: Int64)], _ start: BytePace) -> Int? {
        var pace = start
        return parts.firstIndex { !pace.take($0.bytes, at: $0.at) }
    }

    @Test func `a byte a second is too slow after two windows`() {
        #expect(refused((0..<60).map { (1, Int64($0) * 1_000) }, pace()) == 10)
    }

    @Test func `a connection that stalls once and goes on is not`() {
        #expect(refused([(50_000, 100), (10, 9_000), (50_000, 9_500), (50_000, 15_000)], pace()) == nil)
        // Between two slow windows a good one makes up for the first.
        let uneven: [(bytes: Int, at: Int64)] = [(10, 5_000), (9_000, 10_000), (10, 15_000), (9_000, 20_000)]
        #expect(refused(uneven, pace()) == nil)
    }

    @Test func `the least rate is enough, and without one every rate is`() {
        #expect(refused((1...12).map { (5_000, Int64($0) * 5_000) }, pace()) == nil)
        #expect(refused((1...12).map { (4_999, Int64($0) * 5_000) }, pace()) == 1)
        let unbounded = BytePace(bytesPerSecondMin: 0, windowSeconds: 0)
        #expect(refused((1...12).map { (0, Int64($0) * 60_000) }, unbounded) == nil)
    }

    @Test func `sizes and times beyond all reason are no trap`() {
        var pace = BytePace(bytesPerSecondMin: .max, windowSeconds: 1)
        let isFirstTaken = pace.take(0, at: .max / 2)
        #expect(isFirstTaken)
        let isSecondTaken = pace.take(1, at: .max - 1)
        #expect(!isSecondTaken)
    }
}
