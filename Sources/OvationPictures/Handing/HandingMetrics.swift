package import Metrics
import OvationHTTP
import OvationObservability

/// What is counted of requests that one server hands on to the home of their live.
package final class HandingMetrics: Sendable {
    /// How it ended that a request was handed on.
    enum End: String, CaseIterable {
        /// The home has answered, or the client or the home has closed the socket in order.
        case finished
        /// The home refused the request.
        case refused
        /// There was no connection to the home, or no answer.
        case unreachable
        /// The home was lost in the middle.
        case lost
        /// Nothing moved for `media.handedOnSilenceSeconds`.
        case silent
        /// This server stops.
        case stopped
        /// As many are handed on as may, and this one was not.
        case full

        init(_ end: SocketJoint.End) {
            self =
                switch end {
                case .finished: .finished
                case .lost: .lost
                case .silent: .silent
                case .stopped: .stopped
                }
        }
    }

    /// Why a request that came as handed on was not taken.
    enum Refusal: String, CaseIterable {
        /// Nobody of the cluster has handed it on.
        case stranger
        /// It is too old, or a clock is wrong.
        case stale
        /// It came before.
        case repeated
        /// The live does not run here.
        case elsewhere
    }

    private let current: Meter
    private let bytes: Counter
    private let ends: LabelledCounters<End>
    private let refusals: LabelledCounters<Refusal>

    /// Makes the metrics.
    package init(factory: any MetricsFactory) {
        let make = MetricMaker(factory)
        current = make.gauge(
            "ovation_media_handed_on", "Requests and sockets of publishers that are handed on to the home of their live.")
        bytes = make.counter(
            "ovation_media_handed_on_bytes_total", "Bytes of clients that were handed on to the home of their live.")
        ends = make.counters(
            "ovation_media_handed_on_ends_total", by: "end", End.allCases,
            "Requests and sockets that were handed on to the home of their live, by how that ended.")
        refusals = make.counters(
            "ovation_media_handed_on_refusals_total", by: "reason", Refusal.allCases,
            "Requests that other servers handed on, or that say so, and that were not taken here, by reason.")
    }
}

extension HandingMetrics {
    /// So many are handed on.
    func current(_ count: Int) { current.set(count) }

    /// Bytes of a client were handed on.
    func handedOn(bytes count: Int) { bytes.increment(by: count) }

    /// One is over.
    func ended(_ end: End) { ends[end].increment() }

    /// What came as handed on was not taken.
    func refused(_ refusal: Refusal) { refusals[refusal].increment() }
}
