import Metrics

/// A number with a fraction that only grows.
final class PrometheusFloatingPointCounter: FloatingPointCounterHandler, PrometheusSeries {
    private let sum = AtomicDouble()

    func increment(by amount: Double) {
        guard amount > 0, amount.isFinite else { return }
        sum.add(amount)
    }

    func reset() { sum.store(0) }

    func write(to text: inout PrometheusText, name: String, labels: String) {
        text.sample(name, labels: labels, value: PrometheusText.number(sum.load()))
    }
}
