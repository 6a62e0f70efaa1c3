import Metrics
import Synchronization

/// A whole number that only grows. Counting is one atomic addition.
final class PrometheusCounter: CounterHandler, PrometheusSeries {
    private let count = Atomic<Int64>(0)

    func increment(by amount: Int64) {
        guard amount > 0 else { return }
        count.wrappingAdd(amount, ordering: .relaxed)
    }

    func reset() { count.store(0, ordering: .relaxed) }

    func write(to text: inout PrometheusText, name: String, labels: String) {
        text.sample(name, labels: labels, value: String(count.load(ordering: .relaxed)))
    }
}
