import Metrics
import OvationModel

/// Calls of the REST API by command, refusals by code, and how long each command takes.
final class RESTMetrics: Sendable {
    private let calls: LabelledCounters<String>
    private let errors: LabelledCounters<ErrorCode>
    private let durations: [String: Timer]

    /// Makes the metrics of commands.
    init(factory: any MetricsFactory, commands: [RESTCommand]) {
        if let describing = factory as? any MetricDescribing {
            for description in Self.descriptions { describing.describe(description) }
        }
        let names = commands.map(Self.label)
        calls = LabelledCounters(
            "ovation_rest_calls_total", label: "command", keys: names, factory: factory, value: { $0 })
        errors = LabelledCounters(
            "ovation_rest_errors_total", label: "code", keys: ErrorCode.all, factory: factory,
            value: { String($0.rawValue) })
        durations = Dictionary(
            uniqueKeysWithValues: names.map {
                ($0, Timer(label: "ovation_rest_call_seconds", dimensions: [("command", $0)], factory: factory))
            })
    }

    /// Counts a call that was answered.
    ///
    /// - Parameters:
    ///   - command: which one; nil if the path has none.
    ///   - code: the error; nil if it was not refused.
    ///   - duration: how long the answer took.
    func answered(_ command: RESTCommand?, code: ErrorCode?, duration: Duration) {
        if let code { errors[code].increment() }
        let label = command.map(Self.label) ?? "unknown"
        calls[label].increment()
        durations[label]?.record(duration: duration)
    }

    private static func label(of command: RESTCommand) -> String { "\(command.service.rawValue)/\(command.name)" }

    private static let descriptions = [
        MetricDescription(name: "ovation_rest_calls_total", help: "Calls of the REST API, by command."),
        MetricDescription(name: "ovation_rest_errors_total", help: "Calls that were refused, by error code."),
        MetricDescription(name: "ovation_rest_call_seconds", help: "How long a call took, by command."),
    ]
}
