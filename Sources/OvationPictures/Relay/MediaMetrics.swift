package import Metrics
import OvationMedia
import OvationModel
import OvationObservability

/// What is counted of pictures.
package final class MediaMetrics: Sendable {
    private let publishers: Meter
    private let players: Meter
    private let ringBytes: Meter
    private let receivedBytes: Counter
    private let sentBytes: Counter
    private let fragments: Counter
    private let fragmentsGivenUp: Counter
    private let skips: Counter
    private let refusals: LabelledCounters<ErrorCode>
    private let publishersRefused: LabelledCounters<String>
    private let covers: LabelledCounters<CoverIntake.Outcome>
    private let coversDrawn: LabelledCounters<CoverDesk.Outcome>
    private let coverDrawing: Timer
    private let streamEvents: LabelledCounters<String>
    private let closes: LabelledCounters<CloseCode>

    /// Makes the metrics.
    package init(factory: any MetricsFactory) {
        let make = MetricMaker(factory)
        publishers = make.gauge("ovation_media_publishers", "Publishers of pictures that are connected.")
        players = make.gauge("ovation_media_players", "Players of pictures that are connected by WebSocket.")
        ringBytes = make.gauge(
            "ovation_media_ring_bytes", "Bytes of pictures that are kept for players, of all lives.")
        receivedBytes = make.counter("ovation_media_received_bytes_total", "Bytes that publishers sent.")
        sentBytes = make.counter(
            "ovation_media_sent_bytes_total",
            "Bytes of pictures that were handed to players, over WebSockets and HTTP.")
        fragments = make.counter("ovation_media_fragments_total", "Fragments of pictures that were taken.")
        fragmentsGivenUp = make.counter(
            "ovation_media_fragments_given_up_total",
            "Fragments that were given up before their time, for want of room.")
        skips = make.counter(
            "ovation_media_skips_total",
            "How often a player that read too slowly was moved on to the newest picture.")
        refusals = make.counters(
            "ovation_media_refusals_total", by: "code", Self.refusalCodes,
            "Publishers and players that were refused, by error code.")
        publishersRefused = make.counters(
            "ovation_media_publishers_refused_total", by: "reason", Self.refusedReasons,
            "Publishers that were refused or sent away, by reason.")
        covers = make.counters(
            "ovation_media_covers_total", by: "outcome", CoverIntake.Outcome.allCases,
            "Covers that publishers sent of their pictures, by what became of them.")
        coversDrawn = make.counters(
            "ovation_media_covers_drawn_total", by: "outcome", CoverDesk.Outcome.allCases,
            "Covers that were to be drawn from running pictures, by what became of them.")
        coverDrawing = make.seconds(
            "ovation_media_cover_drawing_seconds", "How long the program ran that drew a cover.")
        streamEvents = make.counters(
            "ovation_media_stream_events_total", by: "reason", Self.eventReasons,
            "What became of publishers on every way, by reason: refused, cut off, ended.")
        closes = make.counters(
            "ovation_media_closes_total", by: "code", Self.closeCodes,
            "WebSockets of pictures that ended, by close code; 1006 had none.")
    }

    private static let refusalCodes: [ErrorCode] = [
        .streamKeyInvalid, .liveNotOn, .mediaNotRelayed, .playSignatureInvalid, .mediaInvalid, .mediaBusy,
        .publisherReplaced, .pictureStopped, .mediaNotThere, .pictureUnreachable, .liveUnreachable, .clusterProofInvalid,
    ]

    private static let refusedReasons =
        MediaError.Code.allCases.map(\.rawValue)
        + [
            ErrorCode.streamKeyInvalid, .liveNotOn, .mediaNotRelayed, .mediaBusy, .publisherReplaced, .pictureStopped,
            .storageUnavailable, .serverShuttingDown, .liveUnreachable, .clusterProofInvalid,
        ].map(\.name)

    private static let eventReasons: [String] = Set(
        refusedReasons + RTCRefusal.reasons + RTCPlaces.End.allCases.map(\.rawValue)
            + MediaServerVerdict.Refusal.allCases.map(\.rawValue) + RTCForwarder.End.reasons
            + [Pictures.finished, Pictures.lost, Pictures.gone]
    ).sorted()

    private static let closeCodes: [CloseCode] = [
        .normal, .lost, .shutdown, .mediaSilent, .mediaSlow, .playAddressOver, .publisherReplaced, .pictureStopped,
        .liveEnded,
        .mediaInvalid, .mediaTooFast,
    ]
}

// MARK: - Counting

extension MediaMetrics {
    /// So many publishers are connected.
    func publishers(_ count: Int) { publishers.set(count) }

    /// So many players are connected by WebSocket.
    func players(_ count: Int) { players.set(count) }

    /// So many bytes are kept.
    func ringBytes(_ count: Int) { ringBytes.set(count) }

    /// A publisher sent bytes.
    func received(bytes: Int) { receivedBytes.increment(by: bytes) }

    /// A player was sent bytes.
    func sent(bytes: Int) { sentBytes.increment(by: bytes) }

    /// Fragments were taken, and others were given up before their time.
    func fragments(taken: Int64, givenUp: Int64) {
        if taken > 0 { fragments.increment(by: taken) }
        if givenUp > 0 { fragmentsGivenUp.increment(by: givenUp) }
    }

    /// A player was moved on.
    func skipped(times: Int64) { skips.increment(by: times) }

    /// A publisher or a player was refused.
    func refused(_ code: ErrorCode) { refusals[code].increment() }

    /// A publisher was refused or sent away, for this reason.
    func refusedPublisher(_ reason: String) { publishersRefused[reason].increment() }

    /// A publisher sent a cover.
    func cover(_ outcome: CoverIntake.Outcome) { covers[outcome].increment() }

    /// A cover was to be drawn.
    func drewCover(_ outcome: CoverDesk.Outcome) { coversDrawn[outcome].increment() }

    /// A program that drew a cover ran for so long.
    func coverDrawing(seconds: Double) { coverDrawing.recordSeconds(seconds) }

    /// Something became of a publisher, for this reason.
    func streamEvent(_ reason: String) { streamEvents[reason].increment() }

    /// A WebSocket ended.
    func closed(_ code: CloseCode) { closes[code].increment() }
}
