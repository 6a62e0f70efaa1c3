package import Metrics
import Synchronization

/// Requests over HTTP by route, method and status. A route is a pattern of this server, never what a client wrote.
package final class HTTPMetrics: Sendable {
    private struct Key: Hashable {
        let route: String
        let method: String
        let status: Int
    }

    private struct Handles {
        var requests: [Key: Counter] = [:]
        var durations: [String: Timer] = [:]
    }

    private let requests: MetricFamily
    private let durations: MetricFamily
    private let handles = Mutex(Handles())

    /// Makes the metrics.
    package init(factory: any MetricsFactory) {
        let make = MetricMaker(factory)
        requests = make.family(
            "ovation_http_requests_total", by: ["route", "method", "status"], "Requests over HTTP that were answered.")
        durations = make.family(
            "ovation_http_request_seconds", by: ["route"], "How long it took until the answer could be written.")
    }

    /// Counts a request that was answered.
    ///
    /// - Parameters:
    ///   - route: the pattern that it matched.
    ///   - method: its method; one that HTTP does not define must have been replaced by `other`.
    ///   - status: the status of the answer.
    ///   - duration: how long the answer took.
    package func answered(route: String, method: String, status: Int, duration: Duration) {
        let (counter, timer) = handles.withLock { handles in
            let key = Key(route: route, method: method, status: status)
            let counter = handles.requests[key] ?? requests.counter([route, method, String(status)])
            let timer = handles.durations[route] ?? durations.seconds([route])
            handles.requests[key] = counter
            handles.durations[route] = timer
            return (counter, timer)
        }
        counter.increment()
        timer.record(duration: duration)
    }
}
