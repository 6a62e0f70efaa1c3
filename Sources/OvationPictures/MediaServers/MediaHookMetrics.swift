package import Metrics
import OvationObservability

/// Questions of media servers, by what they were answered.
package final class MediaHookMetrics: Sendable {
    private let answers: LabelledCounters<String>

    /// Makes the metric.
    package init(factory: any MetricsFactory) {
        answers = MetricMaker(factory).counters(
            "ovation_media_hooks_total", by: "outcome",
            ["allowed", "strange", "unreadable", "notHandedOn"] + MediaServerVerdict.Refusal.allCases.map(\.rawValue),
            "Questions of media servers, by what they were answered.")
    }

    /// Counts a question that was answered.
    func answered(_ verdict: MediaServerVerdict) {
        if case .refused(let refusal) = verdict {
            answers[refusal.rawValue].increment()
        } else {
            answers["allowed"].increment()
        }
    }

    /// Counts a call without the secret.
    func refusedStranger() { answers["strange"].increment() }

    /// Counts a question whose live is at another server that could not be asked.
    func notHandedOn() { answers["notHandedOn"].increment() }

    /// Counts a call that cannot be read.
    func refusedUnreadable() { answers["unreadable"].increment() }
}
