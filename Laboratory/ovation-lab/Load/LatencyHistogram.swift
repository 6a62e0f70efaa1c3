/// Counts of durations, in buckets that grow with them: a fixed size, whatever is recorded, and never off by more than 1.6 %.
///
/// 64 buckets for each power of two, as in HdrHistogram. A quantile is told as the upper end of its bucket, so that it is
/// never told as better than it was.
struct LatencyHistogram: Hashable, Sendable {
    /// Bits that tell the buckets of a power of two apart.
    private static let precisionBits = 6
    private static let bucketsPerPower = 1 << precisionBits
    /// Up to 2^41 nanoseconds, 36 minutes; whatever is longer is counted as that.
    private static let powers = 36
    private static let bucketCount = bucketsPerPower * powers

    private var buckets = ContiguousArray<UInt64>(repeating: 0, count: bucketCount)
    /// How many durations were recorded.
    private(set) var count: UInt64 = 0
    /// The longest of them, exactly.
    private(set) var max: UInt64 = 0

    /// Makes an empty histogram.
    init() {}

    /// Whether nothing was recorded.
    var isEmpty: Bool { count == 0 }

    /// Counts a duration.
    mutating func record(nanoseconds: UInt64) {
        buckets[Self.index(of: nanoseconds)] += 1
        count += 1
        if nanoseconds > max { max = nanoseconds }
    }

    /// Counts everything that another histogram counted.
    mutating func merge(_ other: LatencyHistogram) {
        guard !other.isEmpty else { return }
        for index in buckets.indices { buckets[index] += other.buckets[index] }
        count += other.count
        max = Swift.max(max, other.max)
    }

    /// The duration that a share of all did not exceed, in nanoseconds; 0 where nothing was recorded.
    ///
    /// - Parameter share: from 0 to 1; 0.99 for the 99th percentile.
    func quantile(_ share: Double) -> UInt64 {
        guard count > 0 else { return 0 }
        let rank = Swift.max(1, UInt64((Swift.min(Swift.max(share, 0), 1) * Double(count)).rounded(.up)))
        var seen: UInt64 = 0
        for (index, inBucket) in buckets.enumerated() {
            seen += inBucket
            if seen >= rank { return Swift.min(Self.upperEnd(of: index), max) }
        }
        return max
    }

    private static func index(of value: UInt64) -> Int {
        guard value >= UInt64(bucketsPerPower) else { return Int(value) }
        let power = UInt64.bitWidth - 1 - value.leadingZeroBitCount
        let place = Int(truncatingIfNeeded: value >> UInt64(power - precisionBits)) & (bucketsPerPower - 1)
        return Swift.min((power - precisionBits + 1) * bucketsPerPower + place, bucketCount - 1)
    }

    private static func upperEnd(of index: Int) -> UInt64 {
        guard index >= bucketsPerPower else { return UInt64(index) }
        let shift = UInt64(index / bucketsPerPower - 1)
        let lowerEnd = UInt64(bucketsPerPower + index % bucketsPerPower) << shift
        return lowerEnd + (1 << shift) - 1
    }
}
