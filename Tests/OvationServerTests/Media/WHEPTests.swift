import HTTPTypes
import OvationMedia
import OvationModel
import OvationTestKit
import Synchronization
import Testing

@testable import OvationNode
@testable import OvationObservability
@testable import OvationPictures

/// WHEP: a viewer's offer is answered with Janus's, which the viewer answers.
@Suite(.timeLimit(.minutes(5)))
struct WHEPTests {
    private func watch(_ world: RTCWorld, query: String = "", live: String = "r1") async throws -> HTTPProbe.Answer {
        try await world.send(.post, "/v1/rtc/\(live)/whep\(query)", SDPSample(direction: "recvonly").text)
    }

    private func answer(_ world: RTCWorld, _ path: String) async throws -> HTTPProbe.Answer {
        try await world.send(.patch, path, SDPSample(direction: "recvonly").text)
    }

    @Test func `a viewer is offered what Janus has, answers once, and ends`() async throws {
        try await RTCWorld.run { world async throws in
            _ = try await world.publishAndSend()
            let offered = try await watch(world)
            #expect(offered.status == 406)
            #expect(offered.headers[.contentType] == "application/sdp")
            #expect(offered.text.contains("a=sendonly"))
            let path = try #require(offered.headers[.location])
            #expect(path.hasPrefix("/v1/rtc/r1/whep/"))
            #expect(try await answer(world, path).status == 204)
            let started = await world.janus.asked("start")
            #expect(started?.body.contains(#""type":"answer""#) == true)
            #expect(try await answer(world, path).status == 409)
            let more = try await world.send(
                .patch, path, type: "application/trickle-ice-sdpfrag",
                headers: [.ifMatch: offered.headers[.eTag] ?? ""], SDPSample.fragment(candidates: 1))
            #expect(more.status == 204)
            #expect(try await world.send(.delete, path).status == 200)
            #expect(try await answer(world, path).status == 404)
        }
    }

    @Test func `a live that no one publishes by WebRTC sends its viewers to the relay`() async throws {
        try await RTCWorld.run { world async throws in
            let refused = try await watch(world)
            #expect(refused.status == 404)
            #expect(try refused.failure("code") == "110308")
            // A publisher whose picture has not come yet is none.
            #expect(try await world.publish().status == 201)
            #expect(try await watch(world).status == 404)
            #expect(try await watch(world, live: "unknown").status == 409)
        }
    }

    @Test func `viewers beyond rtc.viewersMax read a clear refusal, and a place that is free is taken`() async throws {
        try await RTCWorld.run(change: { $0.viewersMax = 1 }) { world async throws in
            _ = try await world.publishAndSend()
            let first = try #require(try await watch(world).headers[.location])
            let refused = try await watch(world)
            #expect(refused.status == 503)
            #expect(try refused.failure("code") == "110313")
            #expect(try refused.failure("message")?.contains("rtc.viewersMax") == true)
            #expect(try await world.send(.delete, first).status == 200)
            #expect(try await watch(world).status == 406)
        }
    }

    @Test func `a viewer who never answers gives the place back`() async throws {
        try await RTCWorld.run(change: { $0.viewersMax = 1 }) { world async throws in
            _ = try await world.publishAndSend()
            let path = try #require(try await watch(world).headers[.location])
            world.media.clock.advance(seconds: 15)
            world.desk.tick()
            #expect(try await answer(world, path).status == 404)
            #expect(try await watch(world).status == 406)
        }
    }

    @Test func `viewers go with the publisher whom they watch`() async throws {
        try await RTCWorld.run { world async throws in
            let (path, _) = try await world.publishAndSend()
            _ = try await watch(world)
            #expect(try await world.send(.delete, path, bearer: world.key).status == 200)
            await world.janus.asked("detach", times: 2)
            #expect(world.desk.state.withLock { $0.places.count(.viewer) } == 0)
            #expect(world.registry.render().contains(#"ovation_rtc_ends_total{reason="publisherGone"} 1"#))
        }
    }

    @Test func `where addresses are signed, WHEP needs the signature, and a removal ends who watches`() async throws {
        try await RTCWorld.run(isSigned: true) { world async throws in
            _ = try await world.publishAndSend()
            let services = world.media.node.services
            let info = try #require(services.directory.info(of: world.media.live))
            let now = world.media.clock.now
            let viewer: UserID = Samples.id("viewer")
            let addressed = services.pictures.addresses.addressed(
                RoomMedia(state: .live, since: now), of: info, for: viewer, at: now)
            let path = try #require(addressed.whep)
            #expect(path.hasPrefix("/v1/rtc/r1/whep?t="))
            let unsigned = try await watch(world)
            #expect(unsigned.status == 403)
            #expect(try unsigned.failure("code") == "110303")
            let offer = SDPSample(direction: "recvonly").text
            #expect(try await world.send(.post, path, offer).status == 406)
            #expect(world.desk.state.withLock { $0.places.count(.viewer) } == 1)
            services.pictures.addresses.gate.remove(viewer, from: info.sessionID, at: now)
            #expect(world.desk.state.withLock { $0.places.count(.viewer) } == 0)
            #expect(try await world.send(.post, path, offer).status == 403)
        }
    }

    @Test func `clients are given an address of WHEP while the picture comes by WebRTC, and no longer`() async throws {
        try await RTCWorld.run { world async throws in
            let services = world.media.node.services
            let info = try #require(services.directory.info(of: world.media.live))
            let now = world.media.clock.now
            func whep() -> String? {
                services.pictures.addresses.addressed(RoomMedia(state: .live, since: now), of: info, for: nil, at: now)
                    .whep
            }
            #expect(whep() == nil)
            let (path, _) = try await world.publishAndSend()
            #expect(whep() == "/v1/rtc/r1/whep")
            _ = try await world.send(.delete, path, bearer: world.key)
            #expect(whep() == nil)
        }
    }

    @Test func `with media.latency normal nobody is offered WHEP, and WHIP works`() async throws {
        try await RTCWorld.run(change: { $0.latency = .normal }) { world async throws in
            _ = try await world.publishAndSend()
            let refused = try await watch(world)
            #expect(refused.status == 501)
            #expect(try refused.failure("message")?.contains("media.latency") == true)
        }
    }
}
