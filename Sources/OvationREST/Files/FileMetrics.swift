package import Metrics
import OvationModel
import OvationObservability

/// Counts uploads and what is kept of them.
package final class FileMetrics: Sendable {
    /// What became of an upload.
    enum Outcome: String, CaseIterable, Sendable {
        case kept, known, refused
    }

    private let uploads: LabelledCounters<Outcome>
    private let refusals: LabelledCounters<ErrorCode>
    private let receivedBytes: Counter
    private let sentBytes: Counter
    private let testedBytes: Counter
    private let testRefusals: LabelledCounters<ErrorCode>
    private let underWay: Meter
    private let files: Meter
    private let bytes: Meter
    private let deleted: Counter
    private let displaced: Counter
    private let freeBytes: Meter

    /// Makes the metrics of uploads.
    package init(factory: any MetricsFactory) {
        let make = MetricMaker(factory)
        uploads = make.counters(
            "ovation_uploads_total", by: "outcome", Outcome.allCases, "Uploads of files, by what became of them.")
        refusals = make.counters(
            "ovation_upload_refusals_total", by: "code", [ErrorCode.uploadTicketInvalid],
            "Uploads that were refused, by error code.")
        receivedBytes = make.counter("ovation_upload_bytes_total", "Bytes of uploads that were received.")
        testedBytes = make.counter(
            "ovation_uplink_test_bytes_total", "Bytes with which hosts tested their uplink, which are thrown away.")
        testRefusals = make.counters(
            "ovation_uplink_test_refusals_total", by: "code", [ErrorCode.uplinkTestsTooFrequent],
            "Tests of uplinks that were refused, by error code.")
        sentBytes = make.counter("ovation_file_sent_bytes_total", "Bytes of uploaded files that were sent.")
        underWay = make.gauge("ovation_uploads", "Uploads that are under way.")
        files = make.gauge("ovation_files", "Uploaded files that are kept.")
        bytes = make.gauge("ovation_file_bytes", "Bytes of uploaded files that are kept.")
        deleted = make.counter(
            "ovation_files_deleted_total", "Uploaded files that were deleted because nothing used them.")
        displaced = make.counter(
            "ovation_files_displaced_total",
            "Uploaded files that were deleted because room was short and nothing used them.")
        freeBytes = make.gauge("ovation_file_free_bytes", "Free bytes of the disk of uploaded files.")
    }

    func ended(_ outcome: Outcome) { uploads[outcome].increment() }

    func refused(_ code: ErrorCode) {
        uploads[.refused].increment()
        refusals[code].increment()
    }

    func received(_ count: Int) { receivedBytes.increment(by: Int64(count)) }

    func tested(_ count: Int) { testedBytes.increment(by: Int64(count)) }

    func refusedTest(_ code: ErrorCode) { testRefusals[code].increment() }

    func sent(_ count: Int) { sentBytes.increment(by: Int64(count)) }

    func count(underWay count: Int) { underWay.set(Double(count)) }

    /// Tells what a look at all files has found.
    package func swept(_ counts: FileCounts) {
        files.set(Double(counts.files))
        bytes.set(Double(counts.bytes))
        deleted.increment(by: Int64(counts.deleted))
        displaced.increment(by: Int64(counts.displaced))
        freeBytes.set(Double(counts.freeBytes))
    }
}
