import HTTPTypes
import OvationModel
import OvationStorage
import OvationTestKit
import Synchronization
import Testing

@testable import OvationHTTP
@testable import OvationMedia
@testable import OvationNode
@testable import OvationObservability
@testable import OvationPictures

/// WHIP as RFC 9725 has it, against a Janus of the tests' own words.
@Suite(.timeLimit(.minutes(5)))
struct WHIPTests {
    static let fragment = "application/trickle-ice-sdpfrag"

    /// A row of the table: what is sent, and the status that RFC 9725 or RFC 9110 wants.
    struct Row: Sendable, CustomTestStringConvertible {
        let section: String
        let what: String
        let status: Int
        var method = HTTPRequest.Method.post
        var offer = SDPSample()
        var body: String?
        var type: String? = "application/sdp"
        var isKeyShown = true
        var key: String?
        var live = "r1"
        var name: String?
        var testDescription: String { "\(section): \(what)" }
    }

    static let rows: [Row] = [
        Row(section: "4.2", what: "an offer makes a session", status: 201),
        Row(section: "4.2", what: "GET of the endpoint is kept for later", status: 405, method: .get),
        Row(section: "4.2", what: "HEAD of the endpoint is kept for later", status: 405, method: .head),
        Row(section: "4.2", what: "PUT to the endpoint is kept for later", status: 405, method: .put),
        Row(section: "4.2", what: "PATCH of the endpoint is none", status: 405, method: .patch),
        Row(section: "4.2", what: "DELETE of the endpoint is none", status: 405, method: .delete),
        Row(section: "4.2", what: "another type of body", status: 415, type: "application/json"),
        Row(section: "4.2", what: "no type of body", status: 415, type: nil),
        Row(section: "4.2", what: "a type with a parameter", status: 201, type: "application/sdp; charset=utf-8"),
        Row(section: "4.2", what: "a body that is empty", status: 400, body: ""),
        Row(section: "4.2", what: "a body that is no description", status: 400, body: "hello\r\n"),
        Row(section: "4.2", what: "a line without a type", status: 400, body: "v=0\r\nnothing\r\n"),
        Row(
            section: "4.2", what: "a description of 1 MB", status: 413,
            body: "v=0\r\n" + String(repeating: "a=x:0123456789\r\n", count: 65_536)),
        Row(
            section: "4.2", what: "5,000 lines", status: 413,
            body: "v=0\r\n" + String(repeating: "a=x\r\n", count: 5_000)),
        Row(
            section: "4.2", what: "sendrecv is a publisher too", status: 201,
            offer: SDPSample(direction: "sendrecv")),
        Row(section: "4.2", what: "recvonly sends nothing", status: 406, offer: SDPSample(direction: "recvonly")),
        Row(section: "4.2", what: "inactive sends nothing", status: 406, offer: SDPSample(direction: "inactive")),
        Row(section: "4.3", what: "an offer without candidates", status: 201, offer: SDPSample(candidates: 0)),
        Row(section: "4.3", what: "an offer with 1,000 candidates", status: 400, offer: SDPSample(candidates: 1_000)),
        Row(section: "4.3", what: "an offer without ICE and DTLS", status: 400, offer: SDPSample(isSecured: false)),
        Row(section: "4.4.1", what: "media that are not bundled", status: 406, offer: SDPSample(isBundled: false)),
        Row(section: "4.4.2", what: "sound alone", status: 201, offer: SDPSample(kinds: ["audio"])),
        Row(section: "4.4.2", what: "a picture alone", status: 201, offer: SDPSample(kinds: ["video"])),
        Row(section: "4.4.2", what: "neither sound nor picture", status: 406, offer: SDPSample(kinds: [])),
        Row(section: "4.4.2", what: "two pictures", status: 406, offer: SDPSample(kinds: ["video", "video"])),
        Row(
            section: "4.4.2", what: "a channel of data", status: 406, offer: SDPSample(kinds: ["audio", "application"])),
        Row(
            section: "4.4.3", what: "a codec that is not allowed fails the whole offer", status: 406,
            offer: SDPSample(codecs: ["audio": "opus/48000/2", "video": "VP8/90000"])),
        Row(
            section: "4.4.3", what: "a sound that is not allowed fails the whole offer", status: 406,
            offer: SDPSample(codecs: ["audio": "PCMU/8000", "video": "H264/90000"])),
        Row(
            section: "4.4.5", what: "setup passive, as ffmpeg sends it", status: 201, offer: SDPSample(setup: "passive")
        ),
        Row(section: "4.4.5", what: "setup active", status: 201, offer: SDPSample(setup: "active")),
        Row(
            section: "4.4.5", what: "a setup that holds the connection", status: 422,
            offer: SDPSample(setup: "holdconn")),
        Row(section: "4.7", what: "no bearer", status: 401, isKeyShown: false),
        Row(section: "4.7", what: "an empty bearer", status: 401, key: ""),
        Row(section: "4.7", what: "another key", status: 403, key: "another"),
        Row(section: "4.7", what: "a key with signs that none has", status: 403, key: "a key of \"quotes\""),
        Row(section: "4.7", what: "the key of another live", status: 403, live: "r2"),
        Row(section: "4.7", what: "a live's id that is none", status: 404, live: String(repeating: "x", count: 100)),
    ]

    @Test(arguments: rows) func `the endpoint answers as the RFC has it`(row: Row) async throws {
        try await RTCWorld.run { world async throws in
            let answer = try await world.send(
                row.method, "/v1/rtc/\(row.live)/whip", bearer: row.isKeyShown ? row.key ?? world.key : nil,
                type: row.type, row.body ?? row.offer.text)
            #expect(answer.status == row.status, "\(answer.text)")
            if row.status == 201 {
                let location = try #require(answer.headers[.location])
                #expect(location.hasPrefix("/v1/rtc/r1/whip/"))
                #expect(answer.headers[.eTag]?.wholeMatch(of: /"[a-z0-9]+"/) != nil)
                #expect(answer.headers[.contentType] == "application/sdp")
                #expect(answer.text.hasPrefix("v=0\r\n") && answer.text.contains("a=recvonly"))
                // The candidates of the server are all there: none comes later.
                #expect(answer.text.contains("a=candidate:"))
                #expect(answer.text.count(of: "a=rtcp-mux\r\na=rtcp-mux-only\r\n") == 2)
            } else {
                #expect(answer.headers[.location] == nil)
                // What is refused before Janus is asked costs Janus nothing.
                #expect(!world.janus.asked.contains { $0.what == "attach" })
            }
            if row.status == 401 { #expect(answer.headers[.wwwAuthenticate] == "Bearer") }
            if row.status == 405 { #expect(answer.headers[.allow] == "OPTIONS, POST") }
            if row.status == 415 { #expect(answer.headers[HTTPField.Name("Accept-Post")!] == "application/sdp") }
        }
    }

    /// A row about a session: what is sent after it began.
    struct Later: Sendable, CustomTestStringConvertible {
        let section: String
        let what: String
        let status: Int
        var method = HTTPRequest.Method.patch
        var body = ""
        var type = WHIPTests.fragment
        /// `tag` stands for the session's.
        var ifMatch: String? = "tag"
        var bearer: String? = "key"
        var path = ""
        var testDescription: String { "\(section): \(what)" }
    }

    static let credentials = ("ysXw", "vw5LmwG4y/e6dPP/zAP9Gp5k")

    static let later: [Later] = [
        Later(section: "4.2", what: "GET of a session is kept for later", status: 405, method: .get),
        Later(section: "4.2", what: "POST to a session is kept for later", status: 405, method: .post),
        Later(section: "4.2", what: "PUT to a session is kept for later", status: 405, method: .put),
        Later(section: "4.2", what: "DELETE ends it", status: 200, method: .delete),
        Later(section: "4.2", what: "DELETE needs no tag", status: 200, method: .delete, ifMatch: nil),
        Later(section: "4.3.1", what: "DELETE looks at no tag", status: 200, method: .delete, ifMatch: "\"another\""),
        Later(section: "4.2", what: "DELETE of another session", status: 404, method: .delete, path: "x"),
        Later(
            section: "4.3.2", what: "candidates that come later", status: 204,
            body: SDPSample.fragment(candidates: 2, isLast: true)),
        Later(
            section: "4.3.2", what: "the end of candidates alone", status: 204,
            body: SDPSample.fragment(candidates: 0, isLast: true)),
        Later(
            section: "4.3.1", what: "no If-Match", status: 428, body: SDPSample.fragment(candidates: 1), ifMatch: nil),
        Later(
            section: "4.3.1", what: "another tag", status: 412, body: SDPSample.fragment(candidates: 1),
            ifMatch: "\"another\""),
        Later(
            section: "4.3.1", what: "the tag among others", status: 204, body: SDPSample.fragment(candidates: 1),
            ifMatch: "\"another\" , tag"),
        Later(
            section: "4.3.1", what: "the tag, said to be weak", status: 412, body: SDPSample.fragment(candidates: 1),
            ifMatch: "W/tag"),
        Later(
            section: "4.3.2", what: "the credentials that the session has are no restart", status: 204,
            body: SDPSample.fragment(candidates: 1, credentials: SDPSample().credentials)),
        Later(
            section: "4.3.2", what: "a candidate that Janus cannot use", status: 204,
            body:
                "m=audio 9 RTP/AVP 0\r\na=mid:0\r\na=candidate:9 1 tcp 1518280447 192.0.2.1 9 typ host tcptype active\r\n"
        ),
        Later(
            section: "4.3.3", what: "a restart of ICE", status: 200,
            body: SDPSample.fragment(candidates: 1, credentials: credentials), ifMatch: "*"),
        Later(
            section: "4.3.3", what: "a restart as the RFC's example writes it", status: 200,
            body: SDPSample.fragment(candidates: 0, credentials: credentials), ifMatch: "\"*\""),
        Later(section: "4.3.1", what: "a fragment of nothing", status: 400, body: "a=mid:0\r\n"),
        Later(section: "4.3.1", what: "a name without a password", status: 400, body: "a=ice-ufrag:abcd\r\n"),
        Later(
            section: "4.3.1", what: "a candidate of 1 KB", status: 400,
            body: "a=candidate:" + String(repeating: "x 1 ", count: 256)),
        Later(
            section: "4.3.1", what: "1,000 candidates", status: 400, body: SDPSample.fragment(candidates: 1_000)),
        Later(section: "4.3.1", what: "another type", status: 415, body: "{}", type: "application/json"),
        Later(
            section: "4.3.1", what: "a description is no fragment", status: 415, body: "v=0", type: "application/sdp"),
        Later(
            section: "4.7", what: "a stolen Location without the bearer", status: 401, method: .delete, bearer: nil),
        Later(
            section: "4.7", what: "a stolen Location with a bearer of one's own", status: 403, method: .delete,
            bearer: "another"),
        Later(
            section: "4.7", what: "candidates for another's session", status: 403,
            body: SDPSample.fragment(candidates: 1), bearer: "another"),
    ]

    @Test(arguments: later) func `a session answers as the RFC has it`(row: Later) async throws {
        try await RTCWorld.run { world async throws in
            let begun = try await world.publish()
            let path = try #require(begun.headers[.location])
            let tag = try #require(begun.headers[.eTag])
            var headers: HTTPFields = [:]
            if let ifMatch = row.ifMatch { headers[.ifMatch] = ifMatch.replacing(/\btag$/, with: tag) }
            let answer = try await world.send(
                row.method, path + row.path, bearer: row.bearer == "key" ? world.key : row.bearer, type: row.type,
                headers: headers, row.body)
            #expect(answer.status == row.status, "\(answer.text)")
            switch (row.method, row.status) {
            case (.patch, 204):
                #expect(answer.body.isEmpty && answer.headers[.eTag] == nil)
                await world.janus.asked("trickle")
            case (.patch, 200):
                #expect(answer.headers[.contentType] == Self.fragment)
                #expect(answer.headers[.eTag] != tag && answer.headers[.eTag] != nil)
                #expect(answer.text.contains("a=ice-ufrag:jan") && answer.text.contains("a=candidate:"))
                let asked = await world.janus.asked("configure")
                #expect(asked?.body.contains("a=ice-ufrag:ysXw") == true)
                #expect(asked?.body.contains("a=ice-ufrag:abcd") == false)
                // The tag of before holds no more.
                headers[.ifMatch] = tag
                let stale = try await world.send(
                    .patch, path, bearer: world.key, type: Self.fragment, headers: headers,
                    SDPSample.fragment(candidates: 1))
                #expect(stale.status == 412)
            case (.delete, 200):
                await world.janus.asked("detach")
                let again = try await world.send(.delete, path, bearer: world.key)
                #expect(again.status == 404)
            case (.patch, 415):
                #expect(answer.headers[HTTPField.Name("Accept-Patch")!] == Self.fragment)
                fallthrough
            default:
                // Whatever was tried, the publisher is still there.
                #expect(world.desk.state.withLock { $0.places.count(.publisher) } == 1)
            }
        }
    }

    @Test func `a picture is live with its first packets, and none after DELETE`() async throws {
        try await RTCWorld.run { world async throws in
            let (path, _) = try await world.publishAndSend()
            try await world.picture(is: .live)
            #expect(world.janus.rooms.count == 1)
            #expect(try await world.send(.delete, path, bearer: world.key).status == 200)
            try await world.picture(is: .none)
            await world.janus.asked("detach")
        }
    }

    @Test func `who never sends a packet is ended in time, and the picture was never live`() async throws {
        try await RTCWorld.run { world async throws in
            let path = try #require(try await world.publish().headers[.location])
            #expect(try await world.media.state() == nil)
            world.media.clock.advance(seconds: 15)
            world.desk.tick()
            await world.janus.asked("detach")
            #expect(try await world.send(.delete, path, bearer: world.key).status == 404)
            #expect(world.registry.render().contains(#"ovation_rtc_ends_total{reason="silent"} 1"#))
        }
    }

    @Test func `who posts twice has one session, and the later one takes over with its picture`() async throws {
        try await RTCWorld.run { world async throws in
            let first = try await world.publishAndSend()
            // On its way, the second disturbs nobody.
            let second = try #require(try await world.publish().headers[.location])
            #expect(world.desk.state.withLock { $0.places.count(.publisher) } == 2)
            // A third replaces the second, who has no picture yet.
            _ = try await world.publish()
            #expect(world.desk.state.withLock { $0.places.count(.publisher) } == 2)
            #expect(try await world.send(.delete, second, bearer: world.key).status == 404)
            let third = await world.janus.asked("joinandconfigure", times: 3)
            world.janus.tell("media", of: try #require(third?.handle))
            await world.reach { state, _ in state.places.count(.publisher) == 1 }
            #expect(try await world.send(.delete, first.path, bearer: world.key).status == 404)
            try await world.picture(is: .live)
        }
    }

    @Test func `a new stream key, a stop and the end of the live unpublish at once`() async throws {
        for how in ["key", "stop", "end"] {
            try await RTCWorld.run { world async throws in
                let (path, handle) = try await world.publishAndSend()
                try await world.picture(is: .live)
                switch how {
                case "key":
                    _ = try await world.media.node.services.streamKeys.reset(world.media.live)
                    world.media.node.services.pictures.keyWasReset(of: world.media.live)
                case "stop": world.media.node.services.pictures.stop(world.media.live)
                default: try await world.media.end("r1")
                }
                let gone = await world.janus.asked("detach")
                #expect(gone?.handle == handle)
                #expect(try await world.send(.delete, path, bearer: world.key).status == 404)
                if how == "end" { await world.janus.asked("destroy") }
            }
        }
    }

    @Test func `a ticket lets in once, and a mistake in the offer does not cost it`() async throws {
        try await RTCWorld.run { world async throws in
            let ticket = try await world.media.node.services.pictures.issueTicket(for: world.media.live).text
            #expect(try await world.publish("v=1\r\n", bearer: ticket).status == 400)
            let begun = try await world.publish(bearer: ticket)
            #expect(begun.status == 201)
            #expect(try await world.publish(bearer: ticket).status == 403)
            // The session still belongs to who has the ticket.
            let path = try #require(begun.headers[.location])
            #expect(try await world.send(.delete, path, bearer: world.key).status == 403)
            #expect(try await world.send(.delete, path, bearer: ticket).status == 200)
        }
    }

    @Test func `a publisher beyond the limit is refused with 110313, and told to come again`() async throws {
        try await RTCWorld.run(change: { $0.publishersMax = 1 }) { world async throws in
            try await world.media.open("r2")
            let other = try await world.media.node.services.streamKeys.key(of: Samples.id("r2")).secret
            #expect(try await world.publish().status == 201)
            let refused = try await world.send(.post, "/v1/rtc/r2/whip", bearer: other, SDPSample().text)
            #expect(refused.status == 503)
            #expect(try refused.failure("code") == "110313")
            #expect(refused.headers[.retryAfter] != nil)
            // The same live may publish anew, since that takes no further place.
            #expect(try await world.publish().status == 201)
        }
    }

    @Test func `without Janus both answer 501, and say what to install`() async throws {
        try await MediaNode.run(mode: .relay) { media async throws in
            let probe = HTTPProbe(groups: [
                RTCRoutes(
                    media.node.pictureAccess, desk: nil, metrics: RTCMetrics(factory: PrometheusRegistry()),
                    origins: OriginPolicy(allowed: []))
            ])
            for name in ["whip", "whep"] {
                let answer = try await probe.send(.post, "/v1/rtc/r1/\(name)")
                #expect(answer.status == 501)
                #expect(answer.text.contains("apt install janus") && answer.text.contains("rtc.engine"))
            }
        }
    }
}

extension String {
    /// How often another text stands in this one.
    fileprivate func count(of other: String) -> Int { ranges(of: other).count }
}
