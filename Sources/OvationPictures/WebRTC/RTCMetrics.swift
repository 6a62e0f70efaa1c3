package import Metrics
import OvationMedia
import OvationModel
import OvationObservability

/// What is counted of pictures by WebRTC.
package final class RTCMetrics: Sendable {
    private let publishers: Meter
    private let viewers: Meter
    private let janusUp: Meter
    private let janusRequests: LabelledCounters<String>
    private let refusals: LabelledCounters<String>
    private let ends: LabelledCounters<RTCPlaces.End>
    private let seatSenders: Meter
    private let seatTakers: Meter
    private let seatEnds: LabelledCounters<RTCSeats.End>
    private let seatModerations: LabelledCounters<String>
    private let forwards: Meter
    private let forwardEnds: LabelledCounters<String>

    /// Makes the metrics.
    package init(factory: any MetricsFactory) {
        let make = MetricMaker(factory)
        publishers = make.gauge("ovation_rtc_publishers", "Publishers by WHIP, those on their way included.")
        viewers = make.gauge("ovation_rtc_viewers", "Viewers by WHEP, those on their way included.")
        janusUp = make.gauge("ovation_rtc_janus_up", "1 while there is a session with Janus, else 0.")
        janusRequests = make.counters(
            "ovation_rtc_janus_requests_total", by: "outcome", ["answered"] + JanusFailure.labels,
            "Requests to Janus, by what came of them.")
        refusals = make.counters(
            "ovation_rtc_refusals_total", by: "reason", RTCRefusal.reasons,
            "Requests by WHIP and WHEP that were refused, by reason.")
        ends = make.counters(
            "ovation_rtc_ends_total", by: "reason", RTCPlaces.End.allCases,
            "Publishers and viewers by WebRTC that ended, by reason.")
        seatSenders = make.gauge(
            "ovation_rtc_seat_senders", "Users in seats who send through Janus, those on their way included.")
        seatTakers = make.gauge(
            "ovation_rtc_seat_takers", "Connections on which users in seats take each other from Janus.")
        seatEnds = make.counters(
            "ovation_rtc_seat_ends_total", by: "reason", RTCSeats.End.allCases,
            "Connections of users in seats with Janus that ended, by reason.")
        seatModerations = make.counters(
            "ovation_rtc_seat_moderations_total", by: "change", ["closed", "opened"],
            "Microphones and cameras of users in seats that were closed and opened at Janus.")
        forwards = make.gauge("ovation_rtc_forwards", "Pictures by WHIP that are handed on to the relay.")
        forwardEnds = make.counters(
            "ovation_rtc_forward_ends_total", by: "reason", RTCForwarder.End.reasons,
            "How often a picture by WHIP was not handed on to the relay, or no longer, by reason.")
    }

    func janusIsUp(_ isUp: Bool) { janusUp.set(isUp ? 1 : 0) }
    func janusAnswered(_ outcome: String) { janusRequests[outcome].increment() }
    func refused(_ reason: String) { refusals[reason].increment() }
    func forwards(_ count: Int) { forwards.set(count) }
    func forwardEnded(_ reason: String) { forwardEnds[reason].increment() }
    func ended(_ why: RTCPlaces.End) { ends[why].increment() }
    func seatEnded(_ why: RTCSeats.End) { seatEnds[why].increment() }
    func seatModerated(isClosed: Bool) { seatModerations[isClosed ? "closed" : "opened"].increment() }

    func seats(_ seats: RTCSeats) {
        seatSenders.set(seats.count(.sender))
        seatTakers.set(seats.count(.taker))
    }

    func places(_ places: RTCPlaces) {
        publishers.set(places.count(.publisher))
        viewers.set(places.count(.viewer))
    }
}
