package import Metrics
package import OvationModel
import Synchronization

/// What the server's process is: its program, since when it runs, and what it takes of the machine. The names are those that Prometheus'
/// own libraries have for every process.
package final class ProcessMetrics: Sendable {
    private let processor: FloatingPointCounter
    private let memory: Meter?
    /// Seconds of processors that are counted.
    private let counted = Mutex(0.0)

    /// Makes the metrics.
    ///
    /// - Parameters:
    ///   - version: The version of the program.
    ///   - node: The name of the server among others.
    ///   - start: When the server began.
    package init(factory: any MetricsFactory, version: String, node: String, start: Timestamp) {
        let make = MetricMaker(factory)
        make.family("ovation_build_info", by: ["version", "node"], "1, with what the server is as labels.")
            .gauge([version, node]).set(1)
        make.gauge("process_start_time_seconds", "When the server began, in Unix seconds.")
            .set(Double(start.milliseconds) / 1_000)
        processor = make.fraction("process_cpu_seconds_total", "Seconds of processors that the process has used.")
        // Only Linux says.
        memory =
            ProcessUsage.memoryBytes() == nil
            ? nil : make.gauge("process_resident_memory_bytes", "Bytes of memory that the process has.")
    }

    /// Takes in what the process uses now; for ``PrometheusRegistry/beforeReading(_:)``.
    package func update() {
        if let bytes = ProcessUsage.memoryBytes() { memory?.set(bytes) }
        guard let seconds = ProcessUsage.processorSeconds() else { return }
        let more = counted.withLock { counted in
            let more = seconds - counted
            counted = max(counted, seconds)
            return more
        }
        if more > 0 { processor.increment(by: more) }
    }
}
