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

    /// Who carries WebRTC.
    public var engine = Engine.none
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

    /// Codecs that Janus carries, and browsers play.
    public static let knownVideoCodecs = ["h264", "vp8", "vp9", "av1"]
}
