/// The last values that were inserted, up to a number; what is older is forgotten.
package struct RecentSet<Value: Hashable & Sendable>: Sendable {
    private let max: Int
    private var values: Set<Value> = []
    /// The values in a ring, so that the oldest is known.
    private var ring: [Value] = []
    private var oldest = 0

    /// Makes an empty set.
    ///
    /// - Parameter max: how many values it remembers; at least one.
    package init(max: Int) { self.max = Swift.max(max, 1) }

    /// Inserts a value; false where it was there.
    package mutating func insert(_ value: Value) -> Bool {
        guard values.insert(value).inserted else { return false }
        if ring.count < max {
            ring.append(value)
        } else {
            values.remove(ring[oldest])
            ring[oldest] = value
            oldest = (oldest + 1) % max
        }
        return true
    }
}
