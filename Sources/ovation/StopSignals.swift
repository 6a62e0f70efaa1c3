import Foundation
import Logging
import OvationObservability
import ServiceLifecycle
import UnixSignals

/// Runs services until they end or the system asks the process to stop: the first signal stops it in order, the second at once.
struct StopSignals: Sendable {
    /// The signals that end the process, where they were trapped before there was anything to stop. They wait until ``run(_:)``.
    ///
    /// A process that does not trap them is ended by them, with the status 143 of SIGTERM: who stops a server that is just starting
    /// would take that for a crash.
    @TaskLocal static var trapped: UnixSignalsSequence?

    let logger: Logger
    /// What SIGHUP asks for; nil leaves the signal as it is, which ends the process.
    var onHangUp: (@Sendable () -> Void)?
    /// Ends the process at once, with a status. What was answered is on the disk.
    var end: @Sendable (_ status: Int32) -> Void = { _exit($0) }

    /// Traps the signals that end the process, from now on.
    private static func trap() async -> UnixSignalsSequence { await UnixSignalsSequence(trapping: .sigterm, .sigint) }

    /// Traps the signals that end the process while a closure runs; ``run(_:)`` in it obeys those that came before, too.
    static func trapping(_ body: @Sendable () async -> Void) async {
        await $trapped.withValue(await trap()) { await body() }
    }

    /// Runs services to their end. A stop that was asked for before is obeyed as soon as they run.
    ///
    /// - Throws: what they throw.
    func run(_ services: ServiceGroup) async throws {
        let ends = if let trapped = Self.trapped { trapped } else { await Self.trap() }
        let hangUps = onHangUp == nil ? nil : await UnixSignalsSequence(trapping: .sighup)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await follow(ends, services) }
            if let hangUps { tasks.addTask { await follow(hangUps, services) } }
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
