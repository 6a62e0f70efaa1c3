import Metrics

/// A number that goes up and down: a meter, or a recorder that keeps the last value.
final class PrometheusGauge: MeterHandler, RecorderHandler, PrometheusSeries {
    private let value = AtomicDouble()

    func set(_ newValue: Int64) { value.store(Double(newValue)) }
    func set(_ newValue: Double) { value.store(newValue) }
    func increment(by amount: Double) { value.add(amount) }
    func decrement(by amount: Double) { value.add(-amount) }
    func record(_ newValue: Int64) { value.store(Double(newValue)) }
    func record(_ newValue: Double) { value.store(newValue) }

    func write(to text: inout PrometheusText, name: String, labels: String) {
        text.sample(name, labels: labels, value: PrometheusText.number(value.load()))
    }
}
