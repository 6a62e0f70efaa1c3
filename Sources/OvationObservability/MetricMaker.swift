package import Metrics

/// Makes the metrics of this server, each in one row: its name, its labels, what is known of their values, and what it counts.
///
/// ```swift
/// let make = MetricMaker(factory)
/// requests = make.counters("requests_total", by: "method", Method.allCases, "Requests that were answered.")
/// ```
///
/// A scrape shows the sentence as the metric's help. `scripts/check-documents` reads the rows, and compares their names, labels and
/// sentences with docs/metrics.md.
package struct MetricMaker {
    private let factory: any MetricsFactory

    /// Makes metrics in a factory, usually a ``PrometheusRegistry``.
    package init(_ factory: any MetricsFactory) { self.factory = factory }

    /// A number that only grows.
    package func counter(_ name: String, _ meaning: String) -> Counter {
        family(name, by: [], meaning).counter([])
    }

    /// A number with a fraction that only grows.
    func fraction(_ name: String, _ meaning: String) -> FloatingPointCounter {
        describe(name, meaning)
        return FloatingPointCounter(label: name, factory: factory)
    }

    /// A number that goes up and down.
    package func gauge(_ name: String, _ meaning: String) -> Meter {
        family(name, by: [], meaning).gauge([])
    }

    /// How durations are spread, in seconds; `_seconds` ends its name.
    package func seconds(_ name: String, _ meaning: String) -> Timer {
        family(name, by: [], meaning).seconds([])
    }

    /// How sizes are spread.
    func sizes(_ name: String, _ meaning: String) -> Recorder {
        describe(name, meaning)
        return Recorder(label: name, aggregate: true, factory: factory)
    }

    /// Counters of one name, one for each text or truth.
    ///
    /// - Parameters:
    ///   - label: the name of the label.
    ///   - keys: the values that are shown from the start, at 0.
    package func counters<Key: LosslessStringConvertible & Hashable & Sendable>(
        _ name: String, by label: String, _ keys: some Sequence<Key>, _ meaning: String
    ) -> LabelledCounters<Key> {
        describe(name, meaning)
        return LabelledCounters(name, label: label, keys: keys, factory: factory, value: \.description)
    }

    /// Counters of one name, one for each value of an enumeration or a code.
    ///
    /// - Parameters:
    ///   - label: the name of the label.
    ///   - keys: the values that are shown from the start, at 0.
    package func counters<Key: RawRepresentable & Hashable & Sendable>(
        _ name: String, by label: String, _ keys: some Sequence<Key>, _ meaning: String
    ) -> LabelledCounters<Key> where Key.RawValue: LosslessStringConvertible {
        describe(name, meaning)
        return LabelledCounters(name, label: label, keys: keys, factory: factory, value: \.rawValue.description)
    }

    /// Metrics of one name, of which somebody makes one for each value of the labels.
    package func family(_ name: String, by labels: [String], _ meaning: String) -> MetricFamily {
        describe(name, meaning)
        return MetricFamily(name: name, labels: labels, factory: factory)
    }

    private func describe(_ name: String, _ meaning: String) {
        (factory as? any MetricDescribing)?.describe(MetricDescription(name: name, help: meaning))
    }
}

/// Metrics of one name, which their labels tell apart.
package struct MetricFamily: Sendable {
    fileprivate let name: String
    fileprivate let labels: [String]
    fileprivate let factory: any MetricsFactory

    /// The number that only grows of these values, one for each label.
    func counter(_ values: [String]) -> Counter {
        Counter(label: name, dimensions: dimensions(values), factory: factory)
    }

    /// The number that goes up and down of these values, one for each label.
    func gauge(_ values: [String]) -> Meter {
        Meter(label: name, dimensions: dimensions(values), factory: factory)
    }

    /// The durations of these values, one for each label.
    package func seconds(_ values: [String]) -> Timer {
        Timer(label: name, dimensions: dimensions(values), factory: factory)
    }

    private func dimensions(_ values: [String]) -> [(String, String)] { Array(zip(labels, values)) }
}
