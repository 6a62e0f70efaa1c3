import Logging
import NIOCore
import OvationBackend
import OvationModel
import OvationObservability
import OvationStorage
import OvationSupport
import ServiceLifecycle

/// Forgets what is older than it may be: now and then, in steps of bounded size, between which gifts go on.
package struct RetentionWatch: Service {
    private let services: NodeServices

    package init(services: NodeServices) { self.services = services }

    func run() async throws {
        let seconds = Int64(services.limits.retentionIntervalSeconds)
        guard seconds > 0 else { return try await gracefulShutdown() }
        let (ticks, tick) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let timer = services.eventLoops[0].scheduleRepeatedTask(
            initialDelay: .seconds(seconds), delay: .seconds(seconds)
        ) { _ in tick.yield() }
        defer { timer.cancel() }
        for await _ in ticks.cancelOnGracefulShutdown() { await services.forgetWhatIsOld() }
    }
}

extension NodeServices {
    /// Makes steps until nothing is too old, or as many as one round has. The next round goes on.
    package func forgetWhatIsOld() async {
        let step = RetentionStep(limits, at: clock.wall())
        var forgotten = 0
        do {
            for _ in 0..<max(1, limits.retentionStepsMax) {
                guard case .forgotten(let rows) = try await keep(.forget(step)) else { return }
                for (kind, count) in rows.counts { metrics.forgot(kind.rawValue, rows: count) }
                forgotten += rows.counts.values.reduce(0, +)
                if rows.isDone { break }
            }
            // Given-up callbacks may be among them.
            if step.chatBefore != nil { callbacks.counted(try await storage.callbackCounts()) }
            if forgotten > 0 {
                logger.info("what was too old is forgotten", metadata: [LogKeys.rows: "\(forgotten)"])
            }
        } catch {
            // The next round tries again.
            logger.warning("what is too old could not be forgotten", metadata: [LogKeys.error: "\(error)"])
        }
    }
}

extension RetentionStep {
    /// What the limits say of this moment.
    init(_ limits: Limits, at now: Timestamp) {
        func before(_ days: Int) -> Timestamp? {
            days > 0 ? now.adding(seconds: -min(Int64(days), 1_000_000) * 86_400) : nil
        }
        self.init(
            chatBefore: before(limits.retentionChatDays), visitsBefore: before(limits.retentionVisitDays),
            moderationBefore: before(limits.retentionModerationDays), operatorsBefore: before(limits.operatorLogDays),
            rowsMax: limits.retentionRowsMax)
    }
}
