/// A set that remembers only the last values that were inserted, up to a limit.
package struct RecentSet<Value: Hashable & Sendable>: Sendable {
    private let max: Int
    private var values: Set<Value> = []
    /// The values as a ring, in the order of insertion.
    private var ring: [Value] = []
    private var oldest = 0

    /// Makes an empty set.
    ///
    /// - Parameter max: The number of values to remember, at least one.
    package init(max: Int) { self.max = Swift.max(max, 1) }

    /// Inserts a value. Returns false if the set already has it.
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
