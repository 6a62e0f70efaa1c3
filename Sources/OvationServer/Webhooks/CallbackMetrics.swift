import Metrics

/// Callbacks by what became of them, and how many wait.
final class CallbackMetrics: Sendable {
    private let outcomes: LabelledCounters<String>
    private let duration: Timer
    private let waiting: Meter
    private let dead: Meter

    init(factory: any MetricsFactory) {
        if let describing = factory as? any MetricDescribing {
            for description in Self.descriptions { describing.describe(description) }
        }
        outcomes = LabelledCounters(
            "ovation_callbacks_total", label: "outcome", keys: Self.known, factory: factory, value: { $0 })
        duration = Timer(label: "ovation_callback_seconds", factory: factory)
        waiting = Meter(label: "ovation_callbacks_waiting", factory: factory)
        dead = Meter(label: "ovation_callbacks_dead", factory: factory)
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
    func notReviewed() { outcomes["not_reviewed"].increment() }

    /// How many there are.
    func counted(waiting: Int, dead: Int) {
        self.waiting.set(waiting)
        self.dead.set(dead)
    }

    private static let known = [
        "answered", "not_configured", "address_refused", "cannot_connect", "timed_out", "connection_lost", "status",
        "redirect", "too_large", "malformed", "cancelled", "gave_up", "not_recorded", "not_reviewed",
    ]

    private static let descriptions = [
        MetricDescription(
            name: "ovation_callbacks_total", help: "Callbacks to the app's backend, by what became of them."),
        MetricDescription(name: "ovation_callback_seconds", help: "How long a callback took."),
        MetricDescription(name: "ovation_callbacks_waiting", help: "Callbacks that wait for their delivery."),
        MetricDescription(name: "ovation_callbacks_dead", help: "Callbacks that were given up and are kept."),
    ]
}
