import Metrics
import Synchronization

/// How values are spread: how many are at most as large as each bound, how many there are, and their sum.
///
/// A timer, in seconds, or a recorder that aggregates. Buckets, count and sum of a scrape belong together, so there is
/// a lock, which is held for one addition.
final class PrometheusHistogram: TimerHandler, RecorderHandler, PrometheusSeries {
    /// Bounds for durations in seconds: what a person notices lies in the middle.
    static let secondsBuckets = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]
    /// Bounds for sizes and counts.
    static let sizeBuckets: [Double] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096]

    private struct Tally {
        /// How many values fell between the bound before and the one of this index; the last one has no bound.
        var counts: [UInt64]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let tally: Mutex<Tally>

    /// Makes an empty histogram.
    ///
    /// - Parameter buckets: upper bounds, the largest of each bucket included. They are sorted here.
    init(buckets: [Double]) {
        bounds = Set(buckets.filter(\.isFinite)).sorted()
        tally = Mutex(Tally(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        guard !value.isNaN else { return }
        let index = bounds.firstIndex { value <= $0 } ?? bounds.count
        tally.withLock {
            $0.counts[index] += 1
            $0.sum += value
        }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    func write(to text: inout PrometheusText, name: String, labels: String) {
        let tally = tally.withLock { $0 }
        let prefix = labels.isEmpty ? "" : labels + ","
        var cumulative: UInt64 = 0
        for (count, bound) in zip(tally.counts, bounds + [.infinity]) {
            cumulative += count
            text.sample(
                name + "_bucket", labels: "\(prefix)le=\"\(PrometheusText.number(bound))\"", value: String(cumulative))
        }
        text.sample(name + "_sum", labels: labels, value: PrometheusText.number(tally.sum))
        text.sample(name + "_count", labels: labels, value: String(cumulative))
    }
}
