package import Metrics
import OvationObservability

/// Callbacks by what became of them, and how many wait.
package final class CallbackMetrics: Sendable {
    private let outcomes: LabelledCounters<String>
    private let duration: Timer
    private let waiting: Meter
    private let dead: Meter

    /// Makes the metrics.
    package init(factory: any MetricsFactory) {
        let make = MetricMaker(factory)
        outcomes = make.counters(
            "ovation_callbacks_total", by: "outcome", Self.known,
            "Callbacks to the app's backend, by what became of them.")
        duration = make.seconds("ovation_callback_seconds", "How long a callback took.")
        waiting = make.gauge("ovation_callbacks_waiting", "Callbacks that wait for their delivery.")
        dead = make.gauge("ovation_callbacks_dead", "Callbacks that were given up and are kept.")
    }

    /// A callback was posted, or could not be.
    func posted(_ failure: CallbackFailure?, duration: Duration) {
        outcomes[failure?.label ?? "answered"].increment()
        self.duration.record(duration: duration)
    }

    /// A callback is no longer tried.
    func gaveUp() { outcomes["gave_up"].increment() }

    /// A callback was not recorded because too many wait.
    func notRecorded() { outcomes["not_recorded"].increment() }

    /// A message was not reviewed because too many wait for review. Its sender was asked to slow down.
    package func notReviewed() { outcomes["not_reviewed"].increment() }

    /// How many there are.
    func counted(waiting: Int, dead: Int) {
        self.waiting.set(waiting)
        self.dead.set(dead)
    }

    private static let known = [
        "answered", "not_configured", "address_refused", "cannot_connect", "timed_out", "connection_lost", "status",
        "redirect", "too_large", "malformed", "cancelled", "gave_up", "not_recorded", "not_reviewed",
    ]
}
