import Metrics

/// Questions of media servers, by what they were answered.
final class MediaHookMetrics: Sendable {
    private let answers: LabelledCounters<String>

    /// Makes the metric.
    init(factory: any MetricsFactory) {
        if let describing = factory as? any MetricDescribing {
            describing.describe(
                MetricDescription(
                    name: "ovation_media_hooks_total", help: "Questions of media servers, by what they were answered."))
        }
        answers = LabelledCounters(
            "ovation_media_hooks_total", label: "outcome",
            keys: ["allowed", "strange", "unreadable"] + MediaServerVerdict.Refusal.allCases.map(\.rawValue),
            factory: factory, value: { $0 })
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

    /// Counts a call that cannot be read.
    func refusedUnreadable() { answers["unreadable"].increment() }
}
