import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import OvationMedia
import OvationModel
import OvationSupport
import OvationTestKit
import Synchronization

@testable import OvationHTTP
@testable import OvationNode
@testable import OvationObservability
@testable import OvationPictures

/// A node with the live `r1`, a Janus of the tests' own words, and the routes of WHIP and WHEP.
struct RTCWorld {
    let media: MediaNode
    let janus: JanusTestServer
    let desk: RTCDesk
    let registry: PrometheusRegistry
    /// The stream key of `r1`.
    let key: String
    private let probe: HTTPProbe

    /// Runs a node while `body` runs.
    ///
    /// - Parameters:
    ///   - isOpen: whether to wait for the session with Janus.
    ///   - isSigned: whether watching needs a signed address.
    static func run(
        isOpen: Bool = true, mood: JanusTestServer.Mood = .well, origins: [String] = [], isSigned: Bool = false,
        change: @escaping (inout RTCConfiguration) -> Void = { _ in }, _ body: (RTCWorld) async throws -> Void
    ) async throws {
        try await JanusTestServer.run { janus async throws in
            janus.be(mood)
            var rtc = RTCConfiguration()
            rtc.engine = .janus
            rtc.latency = .low
            rtc.janusURL = janus.url
            rtc.janusSecret = janus.secret
            rtc.forwardsMax = 0
            change(&rtc)
            let configuration = rtc
            let change = { (node: inout NodeConfiguration) in
                node.media.rtc = configuration
                node.media.playAuthorization = isSigned
            }
            try await MediaNode.run(mode: .relay, change: change) { media async throws in
                let registry = PrometheusRegistry()
                let metrics = RTCMetrics(factory: registry)
                let desk = RTCDesk(
                    configuration, access: media.node.pictureAccess, secret: "a secret of the test",
                    group: MultiThreadedEventLoopGroup.singleton, ids: .system, metrics: metrics)
                guard let desk else { preconditionFailure("Janus is configured") }
                let probe = HTTPProbe(groups: [
                    RTCRoutes(
                        media.node.pictureAccess, desk: desk, metrics: metrics,
                        origins: OriginPolicy(allowed: origins))
                ])
                let key = try await media.node.services.streamKeys.key(of: media.live).secret
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await desk.run() }
                    if isOpen { _ = await janus.asked("events") }
                    try await body(
                        RTCWorld(media: media, janus: janus, desk: desk, registry: registry, key: key, probe: probe))
                    group.cancelAll()
                }
            }
        }
    }

    /// Sends a request.
    func send(
        _ method: HTTPRequest.Method, _ path: String, bearer: String? = nil, type: String? = "application/sdp",
        headers: HTTPFields = [:], _ body: String = ""
    ) async throws -> HTTPProbe.Answer {
        var headers = headers
        if let bearer { headers[.authorization] = "Bearer \(bearer)" }
        if let type { headers[.contentType] = type }
        return try await probe.send(
            method, path, headers: headers, body: RequestBody(buffer: ByteBuffer(string: body)))
    }

    /// Publishes, and says where the session is.
    func publish(_ offer: String = SDPSample().text, bearer: String? = nil) async throws -> HTTPProbe.Answer {
        try await send(.post, "/v1/rtc/r1/whip", bearer: bearer ?? key, offer)
    }

    /// Publishes, and lets the picture come. Returns the session's path and its handle at Janus.
    func publishAndSend() async throws -> (path: String, handle: UInt64) {
        let before = janus.asked.count { $0.what == "joinandconfigure" }
        let answer = try await publish()
        let path = answer.headers[.location] ?? "none: \(answer.text)"
        let handle = await janus.asked("joinandconfigure", times: before + 1)?.handle ?? 0
        janus.tell("media", of: handle)
        await reach { $0.places.publisher(of: $1)?.state == .connected }
        return (path, handle)
    }

    /// Waits until the desk is as a condition wants it, for the start of `r1`.
    func reach(_ condition: @escaping @Sendable (RTCDesk.State, LiveSessionID) -> Bool) async {
        let wait = Patience.begin("a state of the desk")
        defer { wait.end() }
        guard let session = media.node.services.pictures.start(of: media.live)?.session else { return }
        while !desk.state.withLock({ condition($0, session) }) { await Task.yield() }
    }

    /// Waits until the picture of `r1` is in a state.
    func picture(is state: PictureStatus.State) async throws {
        let wait = Patience.begin("a picture that is \(state)")
        defer { wait.end() }
        while try await media.state() != state { await Task.yield() }
    }
}

/// A session description as browsers write it, with what a test changes of it.
struct SDPSample {
    var kinds = ["audio", "video"]
    var direction = "sendonly"
    var codecs = ["audio": "opus/48000/2", "video": "H264/90000"]
    var candidates = 1
    var setup = "actpass"
    var isBundled = true
    var isSecured = true
    var fragment = "abcd"
    var mids: [String]?

    /// The name fragment and the password of ICE.
    var credentials: (String, String) { (fragment, "a+password+of+22+letters") }

    var text: String {
        var lines = ["v=0", "o=- 1 2 IN IP4 127.0.0.1", "s=-", "t=0 0"]
        if isBundled { lines.append("a=group:BUNDLE " + kinds.indices.map { "\($0)" }.joined(separator: " ")) }
        for (index, kind) in kinds.enumerated() {
            lines += [
                "m=\(kind) 9 UDP/TLS/RTP/SAVPF 96", "c=IN IP4 0.0.0.0", "a=mid:\(index)", "a=\(direction)",
                "a=setup:\(setup)", "a=rtpmap:96 \(codecs[kind] ?? "H264/90000")", "a=rtcp-mux",
            ]
            if isSecured {
                lines += [
                    "a=ice-ufrag:\(fragment)", "a=ice-pwd:\(credentials.1)",
                    "a=fingerprint:sha-256 AA:BB:CC",
                ]
            }
            if index == 0 { lines += (0..<candidates).map { Self.candidate($0) } }
        }
        return lines.map { $0 + "\r\n" }.joined()
    }

    static func candidate(_ number: Int) -> String {
        "a=candidate:\(number) 1 udp 2122260223 192.0.2.1 \(40_000 + number) typ host"
    }

    /// What a client sends later.
    static func fragment(candidates: Int, credentials: (String, String)? = nil, isLast: Bool = false) -> String {
        var lines: [String] = []
        if let credentials { lines += ["a=ice-ufrag:\(credentials.0)", "a=ice-pwd:\(credentials.1)"] }
        if candidates > 0 || isLast { lines += ["m=audio 9 RTP/AVP 0", "a=mid:0"] }
        lines += (0..<candidates).map { candidate($0) }
        if isLast { lines.append("a=end-of-candidates") }
        return lines.map { $0 + "\r\n" }.joined()
    }
}
