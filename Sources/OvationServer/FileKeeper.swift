import Logging
import NIOCore
import OvationModel
import OvationNode
import OvationObservability
import OvationREST
import OvationRules
import OvationStorage
import OvationSupport
import ServiceLifecycle

/// Deletes uploaded files that nothing has used for a time, once an hour, and where an upload found no room.
///
/// A file is used while a live that is on, or the catalogue of gifts, has its address anywhere. In a cluster each server looks; the lives
/// of all are in the storage that they share.
struct FileKeeper: Service {
    private let services: NodeServices
    private let storage: any FileStorage
    private let metrics: FileMetrics

    /// How often it looks.
    private static let intervalSeconds: Int64 = 3_600
    /// How long it rests, however many uploads find no room.
    private static let restSeconds: Int64 = 60

    /// Makes the job.
    init(services: NodeServices, storage: any FileStorage, metrics: FileMetrics) {
        self.services = services
        self.storage = storage
        self.metrics = metrics
    }

    func run() async throws {
        let (ticks, tick) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let timer = services.eventLoops[0].scheduleRepeatedTask(
            initialDelay: .seconds(1), delay: .seconds(Self.intervalSeconds)
        ) { _ in tick.yield() }
        defer { timer.cancel() }
        storage.whenFull { tick.yield() }
        var last: Timestamp?
        for await _ in ticks.cancelOnGracefulShutdown() {
            let now = services.clock.monotonic()
            if let last, now.milliseconds(since: last) < Self.restSeconds * 1_000 { continue }
            last = now
            await sweep()
        }
    }

    /// Looks at all files once.
    func sweep() async {
        do {
            let now = services.clock.wall()
            let days = Int64(services.limits.fileUnusedDays)
            let lives = try await services.storage.openRooms().map(\.info)
            let counts = try await storage.sweep(
                inUse: FilesInUse.names(services.gifts.catalogue, lives),
                unusedSince: days > 0 ? now.adding(seconds: -min(days, 1_000_000) * 86_400) : nil,
                sparedSince: now.adding(seconds: -min(Int64(services.limits.fileReferenceHours), 1_000_000) * 3_600),
                at: now)
            metrics.swept(counts)
            if counts.deleted > 0 {
                services.logger.notice(
                    "uploaded files were deleted that nothing has used for a time",
                    metadata: [LogKeys.fileCount: "\(counts.deleted)"])
            }
            if counts.displaced > 0 {
                services.logger.warning(
                    "uploaded files were deleted because room is short and nothing used them",
                    metadata: [LogKeys.fileCount: "\(counts.displaced)"])
            }
        } catch {
            services.logger.error("uploaded files could not be looked at", metadata: [LogKeys.error: "\(error)"])
        }
    }
}
