import Logging
package import OvationMedia
package import OvationModel
import OvationObservability
import OvationSupport
import Synchronization

// What became of publishers, for the log, the metric, REST and the studio.

extension Pictures {
    /// What became of the last publishers of a live, newest first. It is kept in memory, of the lives that had some lately.
    package func events(of live: LiveID) -> [StreamEvent] { eventLog.withLock { $0.events(of: live) } }

    /// Counts what became of a publisher, and keeps it for the host and the app's backend.
    ///
    /// Of a live that is not on, nothing is kept that a stranger did: anybody can make up the name of one.
    func note(_ event: StreamEvent, of live: LiveID) {
        metrics.streamEvent(event.reason)
        if event.isStranger, start(of: live) == nil { return }
        eventLog.withLock { $0.note(event, of: live) }
    }

    /// The connection of a publisher is over, and the server did not end it: a line in the log, and an event.
    ///
    /// - Parameter isFinished: whether the publisher said that it is done.
    func gone(publisherOf live: LiveID, isFinished: Bool, way: StreamEvent.Way = .relay) {
        let end: StreamEvent =
            isFinished
            ? StreamEvent(
                at: clock.wall(), way: way, outcome: .ended, reason: Self.finished,
                message: "The publisher ended its stream.")
            : StreamEvent(
                at: clock.wall(), way: way, outcome: .cut, reason: Self.lost,
                message: "The connection of the publisher broke off. Look at its network.")
        note(end, of: live)
        logLine("a publisher is gone", of: live, [LogKeys.mediaReason: "\(end.reason)"])
    }

    /// The reason of a publisher that said that it is done.
    static let finished = "finished"
    /// The reason of a publisher whose connection broke off.
    static let lost = "lost"
    /// The reason of a publisher of which a media server says no more than that it is gone.
    static let gone = "gone"
}

extension StreamEvent {
    /// A publisher of the relay that was refused, or sent away in the middle of its stream.
    ///
    /// - Parameter isBeforeStream: whether its stream had not begun.
    init(_ refusal: MediaRefusal, way: Way = .relay, isBeforeStream: Bool, at now: Timestamp) {
        let code = refusal.rejection.code
        // Only who showed a key or a ticket learns whether the live is on.
        let isStranger =
            isBeforeStream
            && [.streamKeyInvalid, .mediaBusy, .mediaNotRelayed, .storageUnavailable].contains(code)
        self.init(
            at: now, way: way, outcome: isBeforeStream ? .refused : .cut, reason: refusal.reason, code: code,
            message: refusal.rejection.message, isStranger: isStranger)
    }

    /// A publisher by WHIP that was refused.
    init(_ refusal: RTCRefusal, at now: Timestamp) {
        let code = refusal.rejection.code
        self.init(
            at: now, way: .whip, outcome: .refused, reason: refusal.reason, code: code,
            message: refusal.rejection.message,
            isStranger: ![.liveNotOn, .rtcFull, .rtcServerUnavailable].contains(code))
    }

    /// A publisher by WHIP that was let in, and is gone.
    init(_ end: RTCPlaces.End, at now: Timestamp) {
        self.init(
            at: now, way: .whip, outcome: end == .deleted ? .ended : .cut, reason: end.rawValue, message: end.sentence)
    }

    /// A publisher of a media server that was refused.
    init(_ refusal: MediaServerVerdict.Refusal, of server: MediaServer, isStranger: Bool, at now: Timestamp) {
        self.init(
            at: now, way: Way(server), outcome: .refused, reason: refusal.rawValue, message: refusal.sentence,
            isStranger: isStranger)
    }
}

extension StreamEvent.Way {
    /// The way of the publishers of a media server.
    init(_ server: MediaServer) {
        self =
            switch server {
            case .nginx: .nginx
            case .srs: .srs
            case .mediamtx: .mediamtx
            }
    }
}

extension RTCPlaces.End {
    /// What happened to a publisher, and what to do about it.
    var sentence: String {
        switch self {
        case .deleted: "The publisher ended its session."
        case .replaced: "A newer publisher of this live took over."
        case .stopped: "The picture of this live was stopped."
        case .keyReset: "The stream key was made anew. Give the publisher the new one."
        case .liveEnded: "The live is over."
        case .silent:
            "No picture came within rtc.connectSeconds. Let UDP through to the ports of Janus, and look at the encoder's codec."
        case .lost: "The connection of the publisher broke off. Look at its network."
        case .serverLost: "Janus is away, or was started again. The publisher has to publish again."
        case .publisherGone: "The publisher is gone."
        case .removed: "The user was removed from the live."
        case .refused: "Janus refused the session."
        }
    }
}
