package import Metrics
import Synchronization

/// The counters of one name, one for each value of a label.
///
/// Those that are known from the start are found without a lock, and counting builds no string. A value that comes up
/// later gets a counter too; after ``lateMax`` of these the rest is counted as `other`.
package final class LabelledCounters<Key: Hashable & Sendable>: Sendable {
    /// How many values may come up that were not known from the start.
    static var lateMax: Int { 64 }

    private let known: [Key: Counter]
    private let late = Mutex<[Key: Counter]>([:])
    private let make: @Sendable (_ value: String) -> Counter
    private let value: @Sendable (Key) -> String

    /// Makes the counters of the known keys, at 0.
    ///
    /// - Parameters:
    ///   - name: the name of the metric.
    ///   - label: the name of the label.
    ///   - keys: what is known to come.
    ///   - factory: where the counters are made.
    ///   - value: the label's value for a key.
    init(
        _ name: String, label: String, keys: some Sequence<Key>, factory: any MetricsFactory,
        value: @escaping @Sendable (Key) -> String
    ) {
        let make: @Sendable (String) -> Counter = { Counter(label: name, dimensions: [(label, $0)], factory: factory) }
        self.make = make
        self.value = value
        known = Dictionary(keys.map { ($0, make(value($0))) }, uniquingKeysWith: { first, _ in first })
    }

    /// The counter of a key.
    package subscript(key: Key) -> Counter {
        if let counter = known[key] { return counter }
        return late.withLock { late in
            if let counter = late[key] { return counter }
            guard late.count < Self.lateMax else { return make("other") }
            let counter = make(value(key))
            late[key] = counter
            return counter
        }
    }
}
