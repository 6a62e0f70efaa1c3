import Metrics
import Synchronization

/// Where metrics are told apart and read: a factory for swift-metrics that answers a scrape of Prometheus.
///
/// ```swift
/// let registry = PrometheusRegistry()
/// Counter(label: "ovation_commands_total", dimensions: [("op", "room.join")], factory: registry).increment()
/// registry.render()  // # TYPE ovation_commands_total counter…
/// ```
///
/// | swift-metrics | Prometheus |
/// | --- | --- |
/// | `Counter`, `FloatingPointCounter` | counter |
/// | `Meter`, `Gauge` | gauge |
/// | `Recorder` that aggregates | histogram |
/// | `Timer` | histogram in seconds; `_seconds` ends its name |
///
/// Two requests for the same label and dimensions get the same metric. A value that a client chooses must not become a label. If it
/// happens, memory stays bounded: above ``Bounds/seriesPerFamilyMax``, the rest of a family is counted together under the label value
/// `other`. May be used from any thread.
package final class PrometheusRegistry: MetricsFactory, MetricDescribing {
    /// How much it keeps.
    package struct Bounds: Sendable {
        /// Names of metrics.
        var familiesMax = 500
        /// Sets of labels of one name.
        var seriesPerFamilyMax = 400
        /// Bytes of one label's value; the rest is cut off.
        var labelValueBytesMax = 128
    }

    private struct Family {
        let kind: PrometheusKind
        /// By their labels as text.
        var series: [String: any PrometheusSeries] = [:]
    }

    private struct State {
        var families: [String: Family] = [:]
        var descriptions: [String: MetricDescription] = [:]
        /// How many metrics no scrape shows, because their name has another type already or they are over a bound.
        var refused = 0
    }

    private let bounds: Bounds
    private let state = Mutex(State())
    private let updates = Mutex<[@Sendable () -> Void]>([])

    /// Makes an empty registry.
    package init(bounds: Bounds = Bounds()) { self.bounds = bounds }

    /// Says what a metric means, before it is made.
    func describe(_ description: MetricDescription) {
        let name = PrometheusText.metricName(description.name)
        state.withLock { $0.descriptions[name] = description }
    }

    /// Has a closure called before every reading, for what is measured only then. It is called on any thread, and waits for nothing.
    package func beforeReading(_ update: @escaping @Sendable () -> Void) { updates.withLock { $0.append(update) } }

    /// Every metric in the text format of Prometheus, in the order of names and labels.
    package func render() -> String {
        for update in updates.withLock({ $0 }) { update() }
        // The metrics are copied under the lock and written outside of it, so that a scrape makes nobody wait.
        let (families, descriptions, refused) = state.withLock { ($0.families, $0.descriptions, $0.refused) }
        var text = PrometheusText()
        for (name, family) in families.sorted(by: { $0.key < $1.key }) where !family.series.isEmpty {
            text.begin(name, type: family.kind, help: descriptions[name]?.help)
            for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
                series.write(to: &text, name: name, labels: labels)
            }
        }
        if refused > 0 {
            let name = "ovation_metric_series_refused_total"
            text.begin(name, type: .counter, help: "Metrics not shown: too many, or of a name with another type.")
            text.sample(name, labels: "", value: String(refused))
        }
        return text.text
    }

    // MARK: - MetricsFactory

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(.counter, label, dimensions) { _ in PrometheusCounter() }
    }

    func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(.counter, label, dimensions) { _ in PrometheusFloatingPointCounter() }
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(.gauge, label, dimensions) { _ in PrometheusGauge() }
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        guard aggregate else { return series(.gauge, label, dimensions) { _ in PrometheusGauge() } }
        return series(.histogram, label, dimensions) {
            PrometheusHistogram(buckets: $0 ?? PrometheusHistogram.sizeBuckets)
        }
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(.histogram, label.hasSuffix("_seconds") ? label : label + "_seconds", dimensions) {
            PrometheusHistogram(buckets: $0 ?? PrometheusHistogram.secondsBuckets)
        }
    }

    func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
    func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { remove(handler) }
    func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
    func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
    func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

    // MARK: - Series

    /// Finds a metric or makes it. A metric that may not be shown is made too, so that its owner need not know.
    private func series<Series: PrometheusSeries>(
        _ kind: PrometheusKind, _ label: String, _ dimensions: [(String, String)],
        make: (_ buckets: [Double]?) -> Series
    ) -> Series {
        let name = PrometheusText.metricName(label)
        let labels = PrometheusText.labels(dimensions, valueBytesMax: bounds.labelValueBytesMax)
        return state.withLock { state in
            let buckets = state.descriptions[name]?.buckets
            var family = state.families[name] ?? Family(kind: kind)
            let isKnownFamily = state.families[name] != nil
            guard family.kind == kind, isKnownFamily || state.families.count < bounds.familiesMax else {
                state.refused += 1
                return make(buckets)
            }
            var key = labels
            if family.series[key] == nil, family.series.count >= bounds.seriesPerFamilyMax {
                // The sum of many counters means something; the last value of many gauges does not.
                guard kind != .gauge else {
                    state.refused += 1
                    return make(buckets)
                }
                key = PrometheusText.labels(
                    dimensions.map { ($0.0, "other") }, valueBytesMax: bounds.labelValueBytesMax)
            }
            if let known = family.series[key] {
                if let known = known as? Series { return known }
                state.refused += 1
                return make(buckets)
            }
            let series = make(buckets)
            family.series[key] = series
            state.families[name] = family
            return series
        }
    }

    private func remove(_ handler: AnyObject) {
        state.withLock { state in
            for (name, family) in state.families {
                guard let (labels, _) = family.series.first(where: { $0.value === handler }) else { continue }
                state.families[name]?.series[labels] = nil
                return
            }
        }
    }
}
