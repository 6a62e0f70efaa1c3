import OvationTestKit
import Testing

@testable import ovation_lab

/// A histogram of fixed size.
@Suite struct LatencyHistogramTests {
    @Test func `an empty histogram has zeros`() {
        let histogram = LatencyHistogram()
        #expect(histogram.isEmpty)
        #expect(histogram.quantile(0.99) == 0)
        #expect(histogram.max == 0)
    }

    @Test func `short durations are exact`() {
        var histogram = LatencyHistogram()
        for value in 1...50 { histogram.record(nanoseconds: UInt64(value)) }
        #expect(histogram.quantile(0.5) == 25)
        #expect(histogram.quantile(0.98) == 49)
        #expect(histogram.quantile(1) == 50)
        #expect(histogram.quantile(0) == 1)
    }

    @Test(arguments: [64, 65, 127, 128, 1_000, 65_535, 1_234_567, 98_765_432_100] as [UInt64])
    func `a long duration is reported no shorter and at most 1.6 % longer`(value: UInt64) {
        var histogram = LatencyHistogram()
        histogram.record(nanoseconds: value)
        // With a longer duration beside it, the median is its own bucket's end and not the maximum.
        histogram.record(nanoseconds: value * 4)
        let told = histogram.quantile(0.5)
        #expect(told >= value)
        #expect(Double(told) <= Double(value) * 1.016)
    }

    @Test func `quantiles of random durations agree with sorting them`() {
        var generator = SeededGenerator.printed()
        var histogram = LatencyHistogram()
        var values: [UInt64] = []
        for _ in 0..<10_000 {
            let value = UInt64.random(in: 0...(1 << UInt64(generator.number(1...38))), using: &generator)
            values.append(value)
            histogram.record(nanoseconds: value)
        }
        values.sort()
        for share in [0.01, 0.5, 0.9, 0.99, 0.999] {
            let exact = values[Int((share * Double(values.count)).rounded(.up)) - 1]
            let told = histogram.quantile(share)
            #expect(told >= exact)
            #expect(Double(told) <= Double(exact) * 1.016 + 1)
        }
        #expect(histogram.max == values.last)
    }

    @Test func `merged histograms equal one of all values`() {
        var first = LatencyHistogram()
        var second = LatencyHistogram()
        var both = LatencyHistogram()
        for value in stride(from: UInt64(3), to: 5_000_000, by: 997) {
            if value % 2 == 0 { first.record(nanoseconds: value) } else { second.record(nanoseconds: value) }
            both.record(nanoseconds: value)
        }
        first.merge(second)
        #expect(first == both)
    }

    @Test func `a duration beyond the histogram counts in its last bucket`() {
        var histogram = LatencyHistogram()
        histogram.record(nanoseconds: .max)
        histogram.record(nanoseconds: .max)
        #expect(histogram.count == 2)
        #expect(histogram.quantile(1) > 1 << 40)
    }
}
