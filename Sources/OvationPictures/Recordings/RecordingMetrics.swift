package import Metrics
import OvationObservability
import OvationStorage

/// What is counted of recordings.
package final class RecordingMetrics: Sendable {
    /// Why a recording was removed.
    enum Removal: String, Sendable, CaseIterable {
        /// An operator asked for it.
        case asked
        /// It was older than `recording.daysMax`.
        case age
        /// The oldest gave way to others, or to the database.
        case room
    }

    private let underWay: Meter
    private let storedBytes: Meter
    private let writtenBytes: Counter
    private let leftOut: Counter
    private let ends: LabelledCounters<Recording.End>
    private let removals: LabelledCounters<Removal>
    private let sentBytes: Counter
    private let readers: Meter

    /// Makes the metrics.
    package init(factory: any MetricsFactory) {
        let make = MetricMaker(factory)
        underWay = make.gauge("ovation_recordings_under_way", "Recordings that this server writes.")
        storedBytes = make.gauge("ovation_recordings_stored_bytes", "Bytes of all recordings together.")
        writtenBytes = make.counter("ovation_recordings_written_bytes_total", "Bytes of pictures that were recorded.")
        leftOut = make.counter(
            "ovation_recordings_fragments_left_out_total",
            "Fragments that no recording has: the disk was too slow, or the stream changed too often.")
        ends = make.counters(
            "ovation_recordings_ended_total", by: "reason", Recording.End.allCases, "Recordings that ended, by reason.")
        removals = make.counters(
            "ovation_recordings_removed_total", by: "reason", Removal.allCases,
            "Recordings that were removed, by reason.")
        sentBytes = make.counter("ovation_recordings_sent_bytes_total", "Bytes of recordings that players were sent.")
        readers = make.gauge("ovation_recordings_readers", "Recordings that are being sent to players.")
    }

    func underWay(_ count: Int) { underWay.set(count) }
    func stored(bytes: Int64) { storedBytes.set(Double(bytes)) }
    func written(bytes: Int) { writtenBytes.increment(by: bytes) }
    func leftOut(fragments: Int) { leftOut.increment(by: fragments) }
    func ended(_ end: Recording.End) { ends[end].increment() }
    func removed(_ why: Removal) { removals[why].increment() }
    func sent(bytes: Int) { sentBytes.increment(by: bytes) }
    func readers(_ count: Int) { readers.set(count) }
}
