package import Metrics

/// Whether a server serves, or stands by for another on the same database.
package struct StandbyMetrics: Sendable {
    private let standby: Meter

    /// Makes the metrics.
    package init(factory: any MetricsFactory) {
        standby = MetricMaker(factory).gauge(
            "ovation_standby", "1 while the server stands by for another on the same database, 0 while it serves.")
    }

    /// Shows what the server does.
    package func show(isStandby: Bool) { standby.set(isStandby ? 1 : 0) }
}
