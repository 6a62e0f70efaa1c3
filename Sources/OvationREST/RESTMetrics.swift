package import Metrics
import OvationModel
import OvationObservability

/// Counts calls by command and refusals by code, and measures how long each command takes.
package final class RESTMetrics: Sendable {
    private let calls: LabelledCounters<String>
    private let errors: LabelledCounters<ErrorCode>
    private let durations: [String: Timer]

    /// Makes the metrics of commands.
    package init(factory: any MetricsFactory, commands: [RESTCommand]) {
        let make = MetricMaker(factory)
        let names = commands.map(Self.label)
        calls = make.counters("ovation_rest_calls_total", by: "command", names, "Calls of the REST API, by command.")
        errors = make.counters(
            "ovation_rest_errors_total", by: "code", ErrorCode.all, "Calls that were refused, by error code.")
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

    private static func label(of command: RESTCommand) -> String { "\(command.service.rawValue)/\(command.name)" }
}
