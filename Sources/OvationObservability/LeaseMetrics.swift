package import Metrics

/// How safe the right of a server to serve a database is, which others would take over. A server that has its storage to itself has none.
package struct LeaseMetrics: Sendable {
    private let age: Meter
    private let questions: LabelledCounters<Bool>

    /// Makes the metrics.
    package init(factory: any MetricsFactory) {
        let make = MetricMaker(factory)
        age = make.gauge(
            "ovation_lease_age_seconds", "How long ago the database last confirmed that this server serves, in seconds."
        )
        questions = make.counters(
            "ovation_lease_questions_total", by: "confirmed", [true, false],
            "Questions of a server that may have been frozen to the database, by whether it may still serve.")
    }

    /// Tells how old the last renewal is.
    package func show(age seconds: Double) { age.set(seconds) }

    /// The database was asked out of turn.
    package func asked(isConfirmed: Bool) { questions[isConfirmed].increment() }
}
