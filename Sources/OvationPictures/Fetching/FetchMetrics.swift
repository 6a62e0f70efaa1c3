package import Metrics
import OvationObservability

/// What is counted of pictures that one server fetches from another.
package final class FetchMetrics: Sendable {
    /// How a fetch ended.
    enum End: String, CaseIterable {
        /// The live is over.
        case ended
        /// The live runs at this server from now on.
        case here
        /// Nobody has watched for `media.fetchIdleSeconds`.
        case idle
        /// The other server ended it, or was lost.
        case lost
        /// There was no connection to the other server.
        case unreachable
        /// The other server refused it.
        case refused
        /// What came was no picture.
        case malformed
        /// What came was not proved by the cluster's secret.
        case stranger
        /// This server stops.
        case stopped
    }

    /// Why a server was not given a picture.
    enum Refusal: String, CaseIterable {
        /// It did not prove that it is a server of the cluster.
        case stranger
        /// Its request is too old, or its clock is wrong.
        case stale
        /// Its request came before.
        case repeated
        /// The live does not run here.
        case elsewhere
        /// As many follow as may.
        case full
    }

    private let lives: Meter
    private let followers: Meter
    private let fragments: Counter
    private let bytes: Counter
    private let sentBytes: Counter
    private let ends: LabelledCounters<End>
    private let refusals: LabelledCounters<Refusal>

    /// Makes the metrics.
    package init(factory: any MetricsFactory) {
        let make = MetricMaker(factory)
        lives = make.gauge(
            "ovation_media_fetched_lives", "Lives of other servers whose picture is fetched for viewers here.")
        followers = make.gauge(
            "ovation_media_followers", "Streams of pictures that other servers fetch from this one.")
        fragments = make.counter(
            "ovation_media_fetched_fragments_total", "Fragments of pictures that were fetched from other servers.")
        bytes = make.counter(
            "ovation_media_fetched_bytes_total", "Bytes that were fetched from other servers for pictures.")
        sentBytes = make.counter(
            "ovation_media_followed_bytes_total", "Bytes of pictures that other servers were sent.")
        ends = make.counters(
            "ovation_media_fetches_total", by: "end", End.allCases,
            "Streams of pictures from other servers that are over, by how they ended. Those that were lost are begun anew."
        )
        refusals = make.counters(
            "ovation_media_fetch_refusals_total", by: "reason", Refusal.allCases,
            "Requests of other servers for a picture that were refused, by reason.")
    }
}

extension FetchMetrics {
    /// So many lives are fetched.
    func lives(_ count: Int) { lives.set(count) }

    /// So many streams are sent to other servers.
    func followers(_ count: Int) { followers.set(count) }

    /// Bytes came from another server.
    func fetched(bytes count: Int) { bytes.increment(by: count) }

    /// Fragments came from another server.
    func fetched(fragments count: Int) { fragments.increment(by: count) }

    /// Bytes were sent to another server.
    func sent(bytes count: Int) { sentBytes.increment(by: count) }

    /// A fetch is over.
    func ended(_ end: End) { ends[end].increment() }

    /// Another server was refused.
    func refused(_ refusal: Refusal) { refusals[refusal].increment() }
}
