import Foundation
import Logging
import NIOCore
import OvationModel
import OvationNode
import OvationObservability
import OvationSupport
import ServiceLifecycle

/// Reads the node's own metrics now and then, for the charts of the console, and keeps their minutes in a small file over a restart.
struct HistoryWatch: Service {
    let node: Node
    let registry: PrometheusRegistry
    /// Minutes between two writings of the file.
    private static let minutesBetweenFiles = 10
    /// A file that is larger is not a history.
    private static let fileBytesMax = 16 * 1_024 * 1_024

    func run() async throws {
        let services = node.services
        let seconds = Int64(services.limits.historySampleSeconds)
        guard seconds > 0 else { return try await gracefulShutdown() }
        if let path = node.configuration.historyFile { takeUp(path) }
        let (ticks, tick) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let timer = services.eventLoops[0].scheduleRepeatedTask(
            initialDelay: .seconds(seconds), delay: .seconds(seconds)
        ) { _ in tick.yield() }
        defer { timer.cancel() }
        var keptAt = services.history.minutesAdded
        for await _ in ticks.cancelOnGracefulShutdown() {
            services.history.add(NodeReading(registry.render(), at: services.clock.wall().milliseconds))
            let count = services.history.minutesAdded
            if count - keptAt >= Self.minutesBetweenFiles {
                keptAt = count
                keep()
            }
        }
        keep()
    }

    private func takeUp(_ path: String) {
        guard let data = FileManager.default.contents(atPath: path), data.count <= Self.fileBytesMax else { return }
        node.services.history.takeUp(data)
    }

    private func keep() {
        guard let path = node.configuration.historyFile else { return }
        do {
            try node.services.history.kept().write(to: URL(filePath: path), options: .atomic)
        } catch {
            // The charts begin later after the next restart; nothing else depends on the file.
            node.services.logger.warning(
                "the history of the node could not be kept", metadata: [LogKeys.error: "\(error)"])
        }
    }
}
