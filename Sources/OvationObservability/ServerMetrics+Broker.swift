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

    /// From where it is known which node runs a live that does not run here.
    package enum HomeAnswer: String, CaseIterable {
        /// It was read a moment ago.
        case remembered
        /// It was read a moment ago that the id is on nowhere.
        case nowhere
        /// The storage is asked.
        case read
    }

    /// What is counted of the way between nodes.
    struct Broker: Sendable {
        let requests: LabelledCounters<BrokerOutcome>
        let gaps: Counter
        let askedAgain: Counter
        let callsEnded: Counter
        let homeQuestions: LabelledCounters<HomeAnswer>

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
            callsEnded = make.counter(
                "ovation_home_calls_ended_total",
                "Calls to the homes of lives that ended without an answer, because their home was gone.")
            homeQuestions = make.counters(
                "ovation_home_questions_total", by: "answer", HomeAnswer.allCases,
                "Questions which server runs a live that does not run here, by from where that was known.")
        }
    }

    /// A request to another node has its answer, or none.
    package func brokerRequest(_ outcome: BrokerOutcome) { broker.requests[outcome].increment() }

    /// Somebody asked which node runs a live that does not run here.
    package func homeQuestion(_ answer: HomeAnswer) { broker.homeQuestions[answer].increment() }

    /// Something that came over the broker was dropped before it was read.
    package func brokerGap() { broker.gaps.increment() }

    /// Another node asked for what it missed of a live.
    package func brokerAskedAgain() { broker.askedAgain.increment() }

    /// Calls to the home of a live have ended without an answer, because it is gone.
    package func homeCallsEnded(_ count: Int) { if count > 0 { broker.callsEnded.increment(by: Int64(count)) } }
}
