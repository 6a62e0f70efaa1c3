import Foundation
import Logging
import OvationObservability
import ServiceLifecycle
import UnixSignals

/// Runs services until they end or the system asks the process to stop: the first signal stops it in order, the second at once.
struct StopSignals: Sendable {
    let logger: Logger
    /// What SIGHUP asks for; nil leaves the signal as it is, which ends the process.
    var onHangUp: (@Sendable () -> Void)?
    /// Ends the process at once, with a status. What was answered is on the disk.
    var end: @Sendable (_ status: Int32) -> Void = { _exit($0) }

    /// Runs services to their end.
    ///
    /// - Throws: what they throw.
    func run(_ services: ServiceGroup) async throws {
        var trapped: [UnixSignal] = [.sigterm, .sigint]
        if onHangUp != nil { trapped.append(.sighup) }
        let signals = await UnixSignalsSequence(trapping: trapped)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await follow(signals, services) }
            defer { tasks.cancelAll() }
            try await services.run()
        }
    }

    /// Does what signals ask for.
    func follow(_ signals: some AsyncSequence<UnixSignal, Never>, _ services: ServiceGroup) async {
        var isStopping = false
        for await signal in signals {
            let metadata: Logger.Metadata = [LogKeys.signal: "\(signal)"]
            if signal == .sighup {
                logger.notice("looking whether there is a new certificate", metadata: metadata)
                onHangUp?()
            } else if isStopping {
                logger.warning("a second signal: ending at once, without waiting for anybody", metadata: metadata)
                return end(128 + signal.rawValue)
            } else {
                isStopping = true
                logger.notice("stopping; a second signal ends at once", metadata: metadata)
                await services.triggerGracefulShutdown()
            }
        }
    }
}
