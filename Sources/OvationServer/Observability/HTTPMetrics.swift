import Metrics
import Synchronization

/// Requests over HTTP by route, method and status. A route is a pattern of this server, never what a client wrote.
final class HTTPMetrics: Sendable {
    private struct Key: Hashable {
        let route: String
        let method: String
        let status: Int
    }

    private struct Handles {
        var requests: [Key: Counter] = [:]
        var durations: [String: Timer] = [:]
    }

    private let factory: any MetricsFactory
    private let handles = Mutex(Handles())

    /// Makes the metrics.
    init(factory: any MetricsFactory) {
        self.factory = factory
        guard let describing = factory as? any MetricDescribing else { return }
        describing.describe(
            MetricDescription(name: "ovation_http_requests_total", help: "Requests over HTTP that were answered."))
        describing.describe(
            MetricDescription(
                name: "ovation_http_request_seconds", help: "How long it took until the answer was there to be written."
            ))
    }

    /// Counts a request that was answered.
    ///
    /// - Parameters:
    ///   - route: the pattern that it matched.
    ///   - method: its method; one that HTTP does not define must have been replaced by `other`.
    ///   - status: the status of the answer.
    ///   - duration: how long the answer took.
    func answered(route: String, method: String, status: Int, duration: Duration) {
        let (counter, timer) = handles.withLock { handles in
            let key = Key(route: route, method: method, status: status)
            let counter =
                handles.requests[key]
                ?? Counter(
                    label: "ovation_http_requests_total",
                    dimensions: [("route", route), ("method", method), ("status", String(status))], factory: factory)
            let timer =
                handles.durations[route]
                ?? Timer(label: "ovation_http_request_seconds", dimensions: [("route", route)], factory: factory)
            handles.requests[key] = counter
            handles.durations[route] = timer
            return (counter, timer)
        }
        counter.increment()
        timer.record(duration: duration)
    }
}
