import OvationModel
package import OvationObservability
package import OvationSupport
import ServiceLifecycle
import Synchronization

/// Notices that the process was frozen, and asks whether it may still serve before it goes on.
///
/// A process that is stopped, or whose machine is, wakes with its sockets open. Another server may have taken over, and clients of the old
/// one must not be shown anything more by it. The watch beats several times a second. A command that comes when it has not beaten for a
/// while waits, until the database says that no other server serves. If another does, the process ends, and the command is never run.
package final class FreezeWatch: Service {
    /// How long the watch must have been silent before the process may have been frozen. A busy machine delays it by less.
    package static let silenceMilliseconds: Int64 = 500
    /// How old the last answer of the database must be besides. A standby takes over after 3 s at the earliest.
    package static let ageMin = Duration.milliseconds(2_500)
    /// How often it beats.
    package static let interval = Duration.milliseconds(100)

    private let right: ServingRight
    private let clock: ServerClock
    private let metrics: LeaseMetrics?
    /// The last beat by the clock that never steps, in milliseconds.
    private let lastBeat: Atomic<Int64>
    /// Whether somebody was told that there is doubt, and may wait for the end of it.
    private let isAwaited = Atomic(false)
    /// Called when it is certain again that the process may serve.
    private let onCertain: @Sendable () -> Void

    /// Makes a watch. It beats for the first time now.
    ///
    /// - Parameters:
    ///   - metrics: told of the lease with each beat; nil for nobody.
    ///   - onCertain: called on any thread when commands that wait may be run.
    package init(
        _ right: ServingRight, clock: ServerClock, metrics: LeaseMetrics? = nil,
        onCertain: @escaping @Sendable () -> Void
    ) {
        self.metrics = metrics
        self.right = right
        self.clock = clock
        self.onCertain = onCertain
        lastBeat = Atomic(clock.monotonic().milliseconds)
    }

    /// True if the process may have been frozen for so long that another serves.
    package func isInDoubt() -> Bool {
        let silence = clock.monotonic().milliseconds - lastBeat.load(ordering: .acquiring)
        guard silence > Self.silenceMilliseconds, right.age() > Self.ageMin else { return false }
        isAwaited.store(true, ordering: .releasing)
        return true
    }

    /// Beats once, or asks the database if there is doubt.
    package func beat() async {
        let now = clock.monotonic().milliseconds
        metrics?.show(age: right.age() / .seconds(1))
        if isInDoubt() {
            let isConfirmed = await right.confirm()
            metrics?.asked(isConfirmed: isConfirmed)
            guard isConfirmed else { return }
        }
        // The moment before the question: the process may have been frozen again since.
        lastBeat.store(now, ordering: .releasing)
        // The lease may have been renewed meanwhile, so that the doubt is over without a question.
        if isAwaited.exchange(false, ordering: .acquiringAndReleasing) { onCertain() }
    }

    /// Returns when there is no doubt.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first, as it is when the server ends.
    package func waitUntilCertain() async throws {
        while isInDoubt() { try await Task.sleep(for: Self.interval) }
    }

    /// Beats until the server has stopped.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await self.beat()
                try? await Task.sleep(for: Self.interval)
            }
        }
    }
}
