import HTTPTypes
import OvationHTTP
import OvationMedia
import OvationModel

/// Why a request by WHIP or WHEP is refused, as the HTTP answer says it.
struct RTCRefusal: Error {
    /// The status of the answer.
    let status: Int
    /// The number and the sentence.
    let rejection: Rejection
    /// The name of the reason, for the log and the metric: one of a fixed set.
    let reason: String
    var headers: HTTPFields = [:]

    init(_ code: ErrorCode, status: Int, _ message: String? = nil, reason: String? = nil, headers: HTTPFields = [:]) {
        self.status = status
        rejection = Rejection(code, message)
        self.reason = reason ?? code.name
        self.headers = headers
    }

    /// A session description that is not taken.
    init(_ mistake: PublishOffer.Mistake) {
        self.init(.sessionDescriptionRefused, status: mistake.status, mistake.sentence, reason: mistake.rawValue)
    }

    /// Who may not publish or watch.
    init(_ refusal: MediaRefusal) {
        self.init(
            refusal.rejection.code, status: refusal.status, refusal.rejection.message, reason: refusal.reason)
    }

    /// What Janus did not do. Its words are for the log.
    init(_ failure: JanusFailure) {
        // Janus refuses what it cannot negotiate, which is the offer's fault and not its own.
        if case .refused(let code, let why) = failure, Self.janusNegotiation.contains(code) {
            self.init(.sessionDescriptionRefused, status: 406, "The media server refused the offer: \(why)")
        } else {
            self.init(.rtcServerUnavailable, status: 503, headers: [.retryAfter: "2"])
        }
    }

    /// 465 and 424 to 430: of the description.
    private static let janusNegotiation: Set<Int> = [424, 425, 465, 466]

    /// A session whose publisher was sent away.
    init(sentAway end: RTCPlaces.End) {
        switch end {
        case .replaced: self.init(.publisherReplaced, status: 404)
        case .stopped, .keyReset: self.init(.pictureStopped, status: 404)
        case .liveEnded: self.init(.liveNotOn, status: 404, "The live is over.")
        default: self.init(.rtcSessionGone, status: 404)
        }
    }

    /// A request without a bearer where one is needed (RFC 6750).
    static let bearerMissing = RTCRefusal(
        .streamKeyInvalid, status: 401, "Publishing needs the stream key or a ticket: Authorization: Bearer KEY.",
        headers: [.wwwAuthenticate: "Bearer"])

    /// A request of a user in a seat without a ticket.
    static let seatTicketMissing = RTCRefusal(
        .seatTicketInvalid, status: 401, "Sending and taking need the ticket of a seat: Authorization: Bearer TICKET.",
        headers: [.wwwAuthenticate: "Bearer"])

    /// What a user in a seat does not get.
    init(_ refusal: RTCSeats.Refusal, connectionsMax: Int) {
        switch refusal {
        case .notSeated: self.init(.notSeated, status: 403)
        case .notSending: self.init(.seatNotSending, status: 404)
        case .full:
            self.init(
                .rtcFull, status: 503,
                "The server takes at most \(connectionsMax) connections of users in seats (rtc.seatConnectionsMax).")
        }
    }

    static let notConfigured = RTCRefusal(.rtcNotConfigured, status: 501)
    static let gone = RTCRefusal(.rtcSessionGone, status: 404)

    /// Every name of a reason.
    static let reasons: [String] =
        PublishOffer.Mistake.allCases.map(\.rawValue)
        + [
            ErrorCode.sessionDescriptionRefused, .rtcNotConfigured, .rtcSessionGone, .rtcFull, .rtcServerUnavailable,
            .rtcPreconditionRequired, .rtcPreconditionFailed, .rtcContentTypeWrong, .streamKeyInvalid, .liveNotOn,
            .mediaNotRelayed, .mediaBusy, .mediaNotThere, .playSignatureInvalid, .publisherReplaced, .pictureStopped,
            .storageUnavailable, .originRefused, .handshakesTooFrequent, .notSeated, .seatTicketInvalid,
            .seatNotSending, .liveUnreachable, .clusterProofInvalid, .serverShuttingDown,
        ].map(\.name)

    /// The failure that the routes throw.
    func failure(_ more: HTTPFields) -> HTTPFailure {
        var fields = headers
        for field in more { fields.append(field) }
        if rejection.code.isTemporary, fields[.retryAfter] == nil { fields[.retryAfter] = "1" }
        return HTTPFailure(
            status: HTTPResponse.Status(code: status), name: rejection.code.name, message: rejection.message,
            headers: fields, code: rejection.code.rawValue)
    }
}
