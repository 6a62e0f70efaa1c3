package import Metrics
import OvationModel
import OvationObservability

/// Counts calls by command and refusals by code, and measures how long each command takes.
package final class RESTMetrics: Sendable {
    private let calls: LabelledCounters<String>
    private let errors: LabelledCounters<ErrorCode>
    private let durations: [String: Timer]
    /// How many sessions of the console are kept.
    let consoleSessions: Meter
    private let operatorLinesLost: Counter

    /// Makes the metrics of commands.
    package init(factory: any MetricsFactory, commands: [RESTCommand]) {
        let make = MetricMaker(factory)
        let names = commands.map(Self.label)
        calls = make.counters("ovation_rest_calls_total", by: "command", names, "Calls of the REST API, by command.")
        errors = make.counters(
            "ovation_rest_errors_total", by: "code", ErrorCode.all, "Calls that were refused, by error code.")
        consoleSessions = make.gauge("ovation_console_sessions", "Sessions of the console that are kept.")
        operatorLinesLost = make.counter(
            "ovation_operator_lines_lost_total", "Lines of the log of operators that the storage did not keep.")
        let seconds = make.family("ovation_rest_call_seconds", by: ["command"], "How long a call took, by command.")
        durations = Dictionary(uniqueKeysWithValues: names.map { ($0, seconds.seconds([$0])) })
    }

    /// Counts a call that was answered.
    ///
    /// - Parameters:
    ///   - command: nil if there is none at the path.
    ///   - code: nil if it was not refused.
    ///   - duration: how long the answer took.
    func answered(_ command: RESTCommand?, code: ErrorCode?, duration: Duration) {
        if let code { errors[code].increment() }
        let label = command.map(Self.label) ?? "unknown"
        calls[label].increment()
        durations[label]?.record(duration: duration)
    }

    /// Counts a change of which the log of operators has no line.
    func lostOperatorLine() { operatorLinesLost.increment() }

    private static func label(of command: RESTCommand) -> String { "\(command.service.rawValue)/\(command.name)" }
}
