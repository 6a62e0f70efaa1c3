import HTTPTypes
import OvationModel
import OvationTestKit
import Synchronization
import Testing

@testable import OvationHTTP
@testable import OvationMedia
@testable import OvationPictures

/// Whole exchanges of WHIP, as RFC 9725 shows them.
@Suite(.timeLimit(.minutes(5)))
struct WHIPExchangeTests {
    @Test func `a restart of ICE that fails leaves the session as it is`() async throws {
        try await RTCWorld.run { world async throws in
            let (path, _) = try await world.publishAndSend()
            let begun = world.desk.state.withLock { $0.resources.values.first?.tag }
            let tag = try #require(begun)
            world.janus.be(.refusesOffers)
            let restart = SDPSample.fragment(candidates: 0, credentials: WHIPTests.credentials)
            func patch(_ ifMatch: String, _ body: String) async throws -> Int {
                let headers: HTTPFields = [.ifMatch: ifMatch]
                return try await world.send(
                    .patch, path, bearer: world.key, type: WHIPTests.fragment, headers: headers, body
                )
                .status
            }
            #expect(try await patch("*", restart) == 406)
            world.janus.be(.well)
            // The picture flows, and the tag of before still holds.
            try await world.picture(is: .live)
            #expect(try await patch(tag, SDPSample.fragment(candidates: 1)) == 204)
            #expect(try await patch("*", restart) == 200)
        }
    }

    @Test func `a client that follows the RFC's own exchange publishes, trickles, restarts and ends`() async throws {
        try await RTCWorld.run { world async throws in
            func send(_ method: HTTPRequest.Method, _ path: String, tag: String? = nil, _ body: String = "")
                async throws -> HTTPProbe.Answer
            {
                var headers: HTTPFields = [:]
                if let tag { headers[.ifMatch] = tag }
                let type = method == .post ? "application/sdp" : method == .patch ? WHIPTests.fragment : nil
                return try await world.send(method, path, bearer: world.key, type: type, headers: headers, body)
            }
            // As in 4.2: no candidate yet, one stream, and a second medium that is bundled with the first alone: it has no port.
            let offer = SDPSample(candidates: 0).text
                .replacing("a=rtcp-mux\r\n", with: "a=rtcp-mux\r\na=rtcp-mux-only\r\na=msid:d46fb922 -\r\n")
                .replacing("m=video 9", with: "m=video 0").replacing("a=mid:1", with: "a=mid:1\r\na=bundle-only")
            let begun = try await send(.post, "/v1/rtc/r1/whip", offer)
            #expect(begun.status == 201, "\(begun.text)")
            // Janus takes a medium without a port for one that is refused.
            let joined = await world.janus.asked("joinandconfigure")
            #expect(joined?.body.contains("m=video 9") == true)
            let path = try #require(begun.headers[.location])
            let tag = try #require(begun.headers[.eTag])
            // As in 4.3.2: its own credentials, candidates of UDP and TCP, the end.
            let own = SDPSample.fragment(candidates: 2, credentials: SDPSample().credentials, isLast: true)
            #expect(try await send(.patch, path, tag: tag, own).status == 204)
            // As in 4.3.3.
            let restart = SDPSample.fragment(candidates: 0, credentials: WHIPTests.credentials)
            let restarted = try await send(.patch, path, tag: "\"*\"", restart)
            #expect(restarted.status == 200)
            #expect(restarted.text.contains("a=ice-pwd:"))
            let next = try #require(restarted.headers[.eTag])
            // What was on its way before the restart is not taken for what came after it.
            #expect(try await send(.patch, path, tag: tag, own).status == 412)
            #expect(try await send(.patch, path, tag: next, SDPSample.fragment(candidates: 1)).status == 204)
            #expect(try await send(.delete, path).status == 200)
        }
    }

    @Test func `OPTIONS says what may be posted, and to other pages that are allowed what they may read`() async throws
    {
        try await RTCWorld.run(origins: ["https://app.example.com"]) { world async throws in
            let plain = try await world.send(.options, "/v1/rtc/r1/whip")
            #expect(plain.status == 200)
            #expect(plain.headers[HTTPField.Name("Accept-Post")!] == "application/sdp")
            let preflight: HTTPFields = [.origin: "https://app.example.com"]
            let asked = try await world.send(.options, "/v1/rtc/r1/whip/x", headers: preflight)
            #expect(asked.headers[.accessControlAllowMethods] == "PATCH, DELETE, OPTIONS")
            #expect(asked.headers[HTTPField.Name("Accept-Patch")!] == WHIPTests.fragment)
            #expect(asked.headers[.accessControlAllowHeaders]?.contains("If-Match") == true)
            let begun = try await world.send(
                .post, "/v1/rtc/r1/whip", bearer: world.key, headers: preflight, SDPSample().text)
            #expect(begun.status == 201)
            #expect(begun.headers[.accessControlExposeHeaders]?.contains("Location") == true)
            let foreign = try await world.send(
                .post, "/v1/rtc/r1/whip", bearer: world.key, headers: [.origin: "https://evil.example"],
                SDPSample().text)
            #expect(foreign.status == 403)
        }
    }

    @Test func `the answer names servers of ICE, with credentials of coturn that end`() async throws {
        try await RTCWorld.run(change: { rtc in
            rtc.iceServers = ["stun:stun.example.com", "turn:turn.example.com?transport=udp"]
            rtc.turnSecret = "north"
            rtc.turnSeconds = 600
        }) { world async throws in
            let links = try await world.publish().headers[values: HTTPField.Name("Link")!]
            #expect(links.count == 2)
            #expect(links.first == #"<stun:stun.example.com>; rel="ice-server""#)
            let name = "\(world.media.clock.now.seconds + 600):ovation"
            #expect(links.last?.contains(#"username="\#(name)"; credential=""#) == true)
            #expect(links.last?.hasSuffix(#"="; credential-type="password""#) == true)
        }
    }
}
