/// What is sent to Janus. Fields that are nil are left out.
struct JanusRequest: Encodable, Sendable {
    /// What VideoRoom is asked.
    struct Body: Encodable, Sendable {
        /// A stream that a viewer takes (`feed`), or that is sent to a port.
        struct Stream: Encodable, Sendable {
            var feed: UInt64?
            var mid: String?
            var port: Int?
            var pt: Int?
            /// Of a stream that is taken: whether it is sent.
            var send: Bool?
        }

        var request: String
        var room: UInt64?
        var ptype: String?
        var id: UInt64?
        var pin: String?
        var secret: String?
        var description: String?
        var isPrivate: Bool?
        var permanent: Bool?
        var publishers: Int?
        var bitrate: Int?
        var bitrateCap: Bool?
        var audiocodec: String?
        var videocodec: String?
        var notifyJoining: Bool?
        var streams: [Stream]?
        var adminKey: String?
        /// How often publishers are asked for a key frame, in seconds.
        var firFreq: Int?
        var publisherID: UInt64?
        var streamID: UInt64?
        var host: String?
        var hostFamily: String?
        /// The medium of a publisher that is closed or opened.
        var mid: String?
        var mute: Bool?

        init(_ request: String) { self.request = request }

        private enum CodingKeys: String, CodingKey {
            case request, room, ptype, id, pin, secret, description, permanent, publishers, bitrate, audiocodec,
                videocodec
            case streams, host, mid, mute
            case adminKey = "admin_key"
            case firFreq = "fir_freq"
            case publisherID = "publisher_id"
            case streamID = "stream_id"
            case hostFamily = "host_family"
            case isPrivate = "is_private"
            case bitrateCap = "bitrate_cap"
            case notifyJoining = "notify_joining"
        }
    }

    /// A session description.
    struct Description: Codable, Sendable {
        let type: String
        let sdp: String
    }

    /// A candidate, or the word that no more come.
    struct Candidate: Encodable, Sendable {
        var candidate: String?
        var sdpMid: String?
        var completed: Bool?
    }

    var janus: String
    var transaction: String
    var apisecret: String?
    var plugin: String?
    var body: Body?
    var jsep: Description?
    var candidates: [Candidate]?
    var candidate: Candidate?

    init(_ janus: String, transaction: String) {
        self.janus = janus
        self.transaction = transaction
    }
}

/// What Janus answers and tells. It takes what it knows, whatever else is there.
struct JanusMessage: Decodable, Sendable {
    /// A number that Janus gave out.
    struct Numbered: Decodable, Sendable {
        let id: UInt64
    }

    /// Why Janus refuses.
    struct Failure: Decodable, Sendable {
        let code: Int
        let reason: String?
    }

    /// What VideoRoom says.
    struct PluginData: Decodable, Sendable {
        struct Content: Decodable, Sendable {
            let videoroom: String?
            let errorCode: Int?
            let error: String?
            let list: [Room]?
            let forwarders: [Forwarder]?

            private enum CodingKeys: String, CodingKey {
                case videoroom, error, list, forwarders
                case errorCode = "error_code"
            }
        }
        let data: Content?
    }

    /// A stream that is sent to a port.
    struct Forwarder: Decodable, Sendable {
        let id: UInt64

        private enum CodingKeys: String, CodingKey { case id = "stream_id" }
    }

    /// A room of a list.
    struct Room: Decodable, Sendable {
        let room: UInt64
        let description: String?
        let participants: Int?

        private enum CodingKeys: String, CodingKey {
            case room, description
            case participants = "num_participants"
        }
    }

    let janus: String
    let transaction: String?
    let sender: UInt64?
    let data: Numbered?
    let error: Failure?
    let plugindata: PluginData?
    let jsep: JanusRequest.Description?
    /// Of `media`: which kind.
    let type: String?
    /// Of `media`: whether packets come.
    let receiving: Bool?
    /// Of `hangup`: why.
    let reason: String?
}

/// What Janus says of itself.
struct JanusInfo: Decodable, Sendable {
    /// A plugin.
    struct Plugin: Decodable, Sendable {
        let name: String?
    }

    let janus: String?
    /// 1102 for 1.1.2.
    let version: Int?
    let versionText: String?
    let plugins: [String: Plugin]?

    private enum CodingKeys: String, CodingKey {
        case janus, version, plugins
        case versionText = "version_string"
    }

    /// VideoRoom, by its name.
    static let videoRoom = "janus.plugin.videoroom"
    /// The oldest version whose rooms carry several streams in one connection.
    static let versionMin = 1_000
}

/// Why Janus did not do what it was asked. The names are labels of the metric.
enum JanusFailure: Error, Sendable, Equatable {
    /// It cannot be reached.
    case unreachable(String)
    /// It did not answer in time.
    case late
    /// It answered what nobody can read.
    case nonsense
    /// It refused, with its number and its words.
    case refused(Int, String)
    /// It has another secret.
    case unauthorized
    /// It is too old, or lacks VideoRoom.
    case unfit(String)
    /// As many requests are under way as may be.
    case busy
    /// There is no session with it at the moment.
    case away

    /// The label of the metric.
    var label: String {
        switch self {
        case .unreachable: "unreachable"
        case .late: "late"
        case .nonsense: "nonsense"
        case .refused: "refused"
        case .unauthorized: "unauthorized"
        case .unfit: "unfit"
        case .busy: "busy"
        case .away: "away"
        }
    }

    /// All labels.
    static let labels = ["unreachable", "late", "nonsense", "refused", "unauthorized", "unfit", "busy", "away"]

    /// A sentence for operators: what happened, and what to do.
    var sentence: String {
        switch self {
        case .unreachable(let why):
            "Janus cannot be reached (\(why)). Look whether it runs, and whether rtc.janusURL is right."
        case .late: "Janus did not answer in time. Look at its load and its log."
        case .nonsense: "What answers at rtc.janusURL is not Janus. The address ends with Janus's base_path, /janus."
        case .refused(let code, let why): "Janus refused with \(code): \(why)"
        case .unauthorized: "Janus has another secret. Let rtc.janusSecret be api_secret of janus.jcfg."
        case .unfit(let why): why
        case .busy: "Too many requests to Janus are under way."
        case .away: "There is no session with Janus at the moment. The log says why."
        }
    }
}
