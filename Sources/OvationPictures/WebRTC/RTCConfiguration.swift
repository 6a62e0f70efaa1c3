import OvationMedia

/// How WebRTC is carried: by Janus, or by nobody.
public struct RTCConfiguration: Sendable, Equatable {
    /// Who carries WebRTC.
    public enum Engine: String, Sendable, CaseIterable {
        /// Nobody: WHIP and WHEP are answered with 501.
        case none
        /// Janus, over its HTTP API.
        case janus
    }

    /// How far behind the camera viewers are.
    public enum Latency: String, Sendable, CaseIterable {
        /// Seconds: by the relay.
        case normal
        /// Half a second, by WHEP, where a place is left.
        case low
    }

    /// Who carries what users in seats say and show.
    public enum SeatCarrier: String, Sendable, CaseIterable {
        /// Each page sends to each other page.
        case mesh
        /// Janus, where it is the engine.
        case janus
    }

    /// Who carries WebRTC.
    public var engine = Engine.none
    /// Who carries what users in seats say and show.
    public var seats = SeatCarrier.janus
    /// Whether viewers are offered WHEP.
    public var latency = Latency.normal
    /// Where Janus listens: `http://127.0.0.1:8088/janus`.
    public var janusURL: String?
    /// What Janus is shown in each request (`api_secret`).
    public var janusSecret: String?
    /// Publishers at a time, of all lives.
    public var publishersMax = 100
    /// Viewers at a time, of all lives.
    public var viewersMax = 100
    /// Connections of users in seats at a time, of all lives: one for each who sends, and one for each whom each takes.
    public var seatConnectionsMax = 1_000
    /// Bits a second of what one user in a seat sends; 0 for no limit.
    public var seatBitRateMax = 600_000
    /// How long a ticket of a user in a seat holds.
    public var seatTicketSeconds = 3_600
    /// How long Janus may take for an answer.
    public var answerMilliseconds = 5_000
    /// Requests to Janus at a time; others are refused.
    public var requestsMax = 200
    /// How long a publisher or viewer may take until the picture flows.
    public var connectSeconds = 15
    /// Bytes of a session description.
    public var sdpBytesMax = 64 * 1_024
    /// Candidates of a session description, and of a publisher or viewer in all.
    public var candidatesMax = 100
    /// Codecs of pictures that are taken.
    public var videoCodecs = ["h264"]
    /// Servers that clients use for ICE: `stun:…`, `turn:…`.
    public var iceServers: [String] = []
    /// The secret that coturn has as `static-auth-secret`; nil where its users are no business of ours.
    public var turnSecret: String?
    /// How long credentials of coturn hold.
    public var turnSeconds = 86_400

    /// Pictures by WHIP that are handed on to the relay at a time, each by a process of ffmpeg; 0 for none.
    public var forwardsMax = 20
    /// The program that hands them on: a name to look for in `PATH`, or a path.
    public var ffmpegPath = "ffmpeg"
    /// This machine's address at which Janus reaches ffmpeg.
    public var forwardHost = "127.0.0.1"
    /// The first of the UDP ports at which ffmpeg listens: eight for each picture.
    public var forwardPortMin = 21_000
    /// The shortest pause before ffmpeg is started again. Tests have a shorter one.
    var forwardPauseMilliseconds = RestartPause.pauseMilliseconds.lowerBound

    /// Makes a configuration without WebRTC.
    public init() {}

    /// What offers are checked against.
    var offerRules: PublishOffer.Rules {
        PublishOffer.Rules(videoCodecs: Set(videoCodecs), candidatesMax: candidatesMax)
    }

    /// Whether users in seats send to Janus and take each other from there.
    public var carriesSeats: Bool { engine == .janus && seats == .janus }

    /// What offers of users in seats are checked against. Every browser has both codecs, and what they send goes to browsers alone.
    var seatRules: PublishOffer.Rules {
        PublishOffer.Rules(videoCodecs: Set(Self.seatVideoCodecs), candidatesMax: candidatesMax)
    }

    /// Codecs of pictures from seats, the preferred one first.
    static let seatVideoCodecs = ["vp8", "h264"]

    /// Codecs that Janus carries, and browsers play.
    public static let knownVideoCodecs = ["h264", "vp8", "vp9", "av1"]
}
