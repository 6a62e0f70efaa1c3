package import Logging
package import Metrics
package import NIOCore
import NIOSSL
package import OvationModel
import OvationObservability
package import OvationSupport
import ServiceLifecycle
import Synchronization

/// The certificate that new connections are shown: read at the start, and again when its files change or somebody asks for it.
///
/// Connections keep the one that they began with. Where the new files cannot be served, the old certificate stays, and the log
/// says why. May be used from any thread.
package final class ServedCertificate: Service {
    /// What became of a look at the files.
    enum Look: Equatable {
        /// They are as they were.
        case unchanged
        /// New connections are shown a new certificate.
        case replaced
        /// They cannot be served.
        case refused(CertificateProblem)
    }

    private struct State {
        var files: CertificateFiles
        var loaded: CertificateFiles.Loaded
        /// What was refused last, so that it is said once.
        var refused: CertificateProblem?
        /// Days that were left when that was said last.
        var daysTold: Int?
    }

    private let paths: CertificatePaths
    private let limits: Limits
    private let state: Mutex<State>
    private let clock: ServerClock
    private let metrics: CertificateMetrics
    private let logger: Logger
    private let eventLoop: any EventLoop
    private let asks: CertificateAsks

    /// Reads the files.
    ///
    /// - Throws: what is wrong with them.
    package init(
        _ paths: CertificatePaths, limits: Limits, clock: ServerClock, metrics: CertificateMetrics,
        eventLoop: any EventLoop, asks: CertificateAsks, logger: Logger
    ) throws(CertificateProblem) {
        let files = try CertificateFiles.read(paths)
        let loaded = try files.load()
        self.paths = paths
        self.limits = limits
        self.clock = clock
        self.metrics = metrics
        self.eventLoop = eventLoop
        self.logger = logger
        self.asks = asks
        state = Mutex(State(files: files, loaded: loaded))
        metrics.end.set(loaded.end.milliseconds / 1_000)
        warnOfEnd()
    }

    /// What a new connection needs.
    var context: NIOSSLContext { state.withLock { $0.loaded.context } }

    /// Looks at the files every `limits.certificateCheckSeconds`, and when it is asked to.
    package func run() async throws {
        let interval = TimeAmount.seconds(Int64(limits.certificateCheckSeconds))
        let timer = eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { [asks] _ in asks.ask() }
        defer { timer.cancel() }
        for await _ in asks.stream.cancelOnGracefulShutdown() {
            look()
            warnOfEnd()
        }
    }

    /// Looks whether there is a new certificate, and serves it from now on.
    @discardableResult
    func look() -> Look {
        do throws(CertificateProblem) {
            let files = try CertificateFiles.read(paths)
            guard files != state.withLock({ $0.files }) else {
                state.withLock { $0.refused = nil }
                return .unchanged
            }
            let loaded = try files.load()
            state.withLock { $0 = State(files: files, loaded: loaded) }
            metrics.end.set(loaded.end.milliseconds / 1_000)
            metrics.changes[true].increment()
            logger.notice(
                "new connections are shown a new certificate",
                metadata: [LogKeys.certificateEnd: "\(RFC3339.string(loaded.end))"])
            return .replaced
        } catch {
            let isNews = state.withLock { state in
                defer { state.refused = error }
                return state.refused != error
            }
            if isNews {
                metrics.changes[false].increment()
                logger.error(
                    "the new certificate cannot be served, the old one stays",
                    metadata: [LogKeys.error: "\(error)"])
            }
            return .refused(error)
        }
    }

    /// Says once a day that the certificate ends soon.
    func warnOfEnd() {
        let now = clock.wall()
        let end = state.withLock { $0.loaded.end }
        let left = end.milliseconds(since: now)
        let days = Int(left / 86_400_000)
        guard left < Int64(limits.certificateWarningDays) * 86_400_000 else { return }
        let isNews = state.withLock { state in
            defer { state.daysTold = days }
            return state.daysTold != days
        }
        guard isNews else { return }
        let metadata: Logger.Metadata = [LogKeys.certificateEnd: "\(RFC3339.string(end))"]
        if left <= 0 {
            logger.error(
                "the certificate has ended: clients refuse to connect until there is a new one", metadata: metadata)
        } else {
            logger.warning(
                "the certificate ends soon; a new one in the same files is taken without a restart", metadata: metadata)
        }
    }
}

/// Wishes that somebody looks whether there is a new certificate. Those that come at once are one.
package struct CertificateAsks: Sendable {
    /// The wishes, for one reader.
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// Makes the list of no wishes.
    package init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Wishes for a look. May be called from any thread.
    package func ask() { continuation.yield() }
}

/// How long the certificate lasts, and whether new ones could be taken.
package final class CertificateMetrics: Sendable {
    let end: Meter
    /// New certificates by whether they could be served.
    let changes: LabelledCounters<Bool>

    /// Makes the metrics.
    package init(factory: any MetricsFactory) {
        let make = MetricMaker(factory)
        end = make.gauge(
            "ovation_certificate_end_timestamp_seconds",
            "When the certificate that new connections are shown ends, in Unix seconds.")
        changes = make.counters(
            "ovation_certificate_changes_total", by: "served", [true, false],
            "New certificates that were found, by whether they could be served.")
    }
}
