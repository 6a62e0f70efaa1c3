import Metrics

extension ServerMetrics {
    /// What became of a request to another node.
    package enum BrokerOutcome: String, CaseIterable {
        /// It was answered.
        case answered
        /// Nobody listens there: the node is gone, or runs the live no more.
        case nobody
        /// It is not known: no answer came, or the connection was lost.
        case unknown
        /// It was not sent: it was too long, or too much waited.
        case unsent
    }

    /// What is counted of the way between nodes.
    struct Broker: Sendable {
        let requests: LabelledCounters<BrokerOutcome>
        let gaps: Counter
        let askedAgain: Counter

        /// Makes the metrics.
        init(_ make: MetricMaker) {
            requests = make.counters(
                "ovation_broker_requests_total", by: "outcome", BrokerOutcome.allCases,
                "Requests to other servers of the cluster, by outcome.")
            gaps = make.counter(
                "ovation_broker_gaps_total",
                "Gaps in what came over the broker: this server was too slow, or its connection was lost.")
            askedAgain = make.counter(
                "ovation_broker_asked_again_total",
                "Questions of other servers for what they missed of lives that run here.")
        }
    }

    /// A request to another node has its answer, or none.
    package func brokerRequest(_ outcome: BrokerOutcome) { broker.requests[outcome].increment() }

    /// Something that came over the broker was dropped before it was read.
    package func brokerGap() { broker.gaps.increment() }

    /// Another node asked for what it missed of a live.
    package func brokerAskedAgain() { broker.askedAgain.increment() }
}
