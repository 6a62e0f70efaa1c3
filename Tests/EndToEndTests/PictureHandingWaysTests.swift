import OvationBroker
import OvationMedia
import OvationModel
import OvationStorage
import OvationTestKit
import OvationWire
import Testing

@testable import OvationNode
@testable import OvationPictures
@testable import OvationSupport

/// Two servers of one process: what is asked by WHIP, WHEP and a media server of one's own at the one that does not run the live.
@Suite(.timeLimit(.minutes(5)))
struct PictureHandingWaysTests {
    private static let homeRun = NodeRun(slot: 1, incarnation: 1)
    private static let fragment = "application/trickle-ice-sdpfrag"

    /// A description as browsers write it.
    private static func description(_ direction: String) -> String {
        [
            "v=0", "o=- 1 2 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0", "m=video 9 UDP/TLS/RTP/SAVPF 96",
            "c=IN IP4 0.0.0.0", "a=mid:0", "a=\(direction)",
            "a=setup:actpass",
            "a=rtpmap:96 H264/90000", "a=rtcp-mux", "a=ice-ufrag:abcd", "a=ice-pwd:a+password+of+22+letters",
            "a=fingerprint:sha-256 AA:BB:CC",
        ].map { $0 + "\r\n" }.joined()
    }

    /// Runs two servers over one storage. The first is the home of every live.
    private static func run(
        _ home: MediaConfiguration, _ edge: MediaConfiguration, hooksSecret: String? = nil,
        _ body: @escaping @Sendable (_ home: TestServer, _ edge: TestServer) async throws -> Void
    ) async throws {
        let broker = MemoryBrokerServer()
        let storage = try TestServer.emptyStorage()
        let first = try ClusterPlace.inMemory(homeRun, at: broker) { nil }
        let second = try ClusterPlace.inMemory(NodeRun(slot: 2, incarnation: 1), at: broker) { homeRun }
        try await TestServer.run(
            storage: storage, media: home, mediaHooksSecret: hooksSecret, cluster: first
        ) { server in
            try await TestServer.run(
                storage: storage, media: edge, mediaHooksSecret: hooksSecret, cluster: second
            ) { other in
                try await body(server, other)
            }
        }
    }

    private static func configuration(_ janus: JanusTestServer) -> MediaConfiguration {
        var rtc = RTCConfiguration()
        rtc.engine = .janus
        rtc.latency = .low
        rtc.janusURL = janus.url
        rtc.janusSecret = janus.secret
        rtc.forwardsMax = 0
        return MediaConfiguration(rtc: rtc)
    }

    private static func send(
        _ method: String, _ path: String, _ server: TestServer, headers: [String] = [], _ body: String = ""
    ) async throws -> HTTPConnection.Answer {
        let connection = try await HTTPConnection.open(server)
        try await connection.send(
            path, method: method, headers: headers + ["Content-Length: \(body.utf8.count)", "Connection: close"])
        try await connection.raw.send(bytes: Array(body.utf8))
        let answer = await connection.answer()
        await connection.raw.cut()
        return try #require(answer)
    }

    @Test func `WHIP and WHEP are answered at every server, and the media server is the home's`() async throws {
        try await JanusTestServer.run { janus async throws in
            try await JanusTestServer.run { other async throws in
                try await Self.run(Self.configuration(janus), Self.configuration(other)) { home, edge in
                    await janus.asked("events")
                    await other.asked("events")
                    let host = try await Robot.host(home)
                    let url = try await MediaClient.address(forPublishing: "r1", host)
                    let ticket = try #require(url.split(separator: "=").last)
                    let offer = Self.description("sendonly")
                    let nobody = try await Self.send(
                        "POST", "/v1/rtc/r1/whip", edge, headers: ["Content-Type: application/sdp"], offer)
                    #expect(nobody.status == 401)
                    let headers = ["Content-Type: application/sdp", "Authorization: Bearer \(ticket)"]
                    let begun = try await Self.send("POST", "/v1/rtc/r1/whip", edge, headers: headers, offer)
                    #expect(begun.status == 201, "\(begun.text)")
                    #expect(begun.headers["content-type"] == "application/sdp")
                    let session = try #require(begun.headers["location"])
                    #expect(session.hasPrefix("/v1/rtc/r1/whip/"))
                    let handle = await janus.asked("joinandconfigure")?.handle ?? 0
                    #expect(!other.asked.contains { $0.what == "joinandconfigure" })
                    let bearer = ["Authorization: Bearer \(ticket)"]
                    let tag = begun.headers["etag"] ?? ""
                    let trickled = try await Self.send(
                        "PATCH", session, edge,
                        headers: bearer + ["Content-Type: \(Self.fragment)", "If-Match: \(tag)"],
                        "m=video 9 RTP/AVP 0\r\na=mid:0\r\na=candidate:1 1 udp 2122260223 192.0.2.1 40001 typ host\r\n")
                    #expect(trickled.status == 204, "\(trickled.text)")
                    janus.tell("media", of: handle)
                    _ = try await host.hear(.picture)
                    let watched = try await Self.send(
                        "POST", "/v1/rtc/r1/whep", edge, headers: ["Content-Type: application/sdp"],
                        Self.description("recvonly"))
                    #expect(watched.status == 406, "\(watched.text)")
                    let viewer = try #require(watched.headers["location"])
                    #expect(try await Self.send("DELETE", viewer, edge).status == 200)
                    #expect(try await Self.send("DELETE", session, edge, headers: bearer).status == 200)
                    #expect(try await Self.send("DELETE", session, edge, headers: bearer).status == 404)
                    #expect(try await PlainHTTP.metric("ovation_media_handed_on", port: edge.port) == 0)
                    #expect(try await PlainHTTP.metric("ovation_rtc_publishers", port: edge.port) == 0)
                }
            }
        }
    }

    @Test func `a cover is taken at every server from who may publish`() async throws {
        try await Self.run(MediaConfiguration(), MediaConfiguration()) { home, edge in
            let host = try await Robot.host(home)
            let url = try await MediaClient.address(forPublishing: "r1", host)
            let path = url.replacing("/publish?", with: "/cover?")
            let refused = try await Self.send(
                "PUT", path, edge, headers: ["Content-Type: image/jpeg"], "no picture at all")
            #expect(refused.errorCode == ErrorCode.uploadTypeRefused.rawValue, "\(refused.text)")
            let large = try await Self.send("PUT", path, edge, String(repeating: "x", count: 40_000))
            #expect(large.errorCode == ErrorCode.uploadTooLarge.rawValue, "\(large.text)")
        }
    }

    @Test func `a media server asks any server about a publisher, and the home of the live answers`() async throws {
        let secret = "0123456789abcdef"
        var media = MediaConfiguration(mode: .external)
        media.publishURL = try AddressTemplate(
            "rtmp://media.example.com/live/{liveID}?key={streamKey}", for: .publish)
        let configuration = media
        try await Self.run(configuration, configuration, hooksSecret: secret) { home, edge in
            func ask(_ call: String, _ name: String, _ rest: String = "") async throws -> HTTPConnection.Answer {
                try await Self.send(
                    "POST", "/v1/media-hooks/nginx?secret=\(secret)", edge,
                    headers: ["Content-Type: application/x-www-form-urlencoded"],
                    "app=live&addr=203.0.113.9&clientid=7&call=\(call)&name=\(name)&type=live\(rest)")
            }
            let host = try await Robot.host(home)
            let key = try #require(try await host.ask(.publishPicture).url.split(separator: "=").last)
            let keyless = try await ask("publish", "r1")
            #expect(keyless.status == 403)
            #expect(keyless.text.contains("keyMissing"))
            let wrong = try await ask("publish", "r1", "&key=\(String(key.reversed()))")
            #expect(wrong.status == 403, "\(wrong.text)")
            #expect(wrong.text.contains("keyInvalid"))
            let unknown = try await ask("publish", "r1", "&key=\(key)")
            #expect(unknown.status == 200, "\(unknown.text)")
            #expect(try await host.hear(.picture).media.state == .live)
            #expect(try await ask("publish_done", "r1", "&key=\(key)").status == 200)
            while try await host.hear(.picture).media.state != .interrupted {}
            // A publisher whose stream is called by the key itself is sent to the live's name.
            let renamed = try await ask("publish", String(key))
            #expect(renamed.status == 302)
            #expect(renamed.headers["location"] == "r1")
        }
    }
}
