import HTTPTypes
import Hummingbird
import NIOCore
import OvationMedia
import OvationModel
import OvationTestKit
import Testing

@testable import OvationHTTP
@testable import OvationNode
@testable import OvationObservability
@testable import OvationPictures
@testable import OvationREST

/// What became of publishers, as the host and the app's backend read it.
@Suite(.timeLimit(.minutes(5)))
struct StreamEventTests {
    private func hook(_ call: String, _ name: String, key: String = "") throws -> MediaServerHook {
        let form = "call=\(call)&addr=203.0.113.7&clientid=7&app=live&name=\(name)" + (key.isEmpty ? "" : "&key=\(key)")
        return try #require(MediaServerHook(nginxForm: Array(form.utf8)))
    }

    private func told(_ world: MediaNode, _ live: String = "r1") -> [String] {
        world.node.services.pictures.events(of: Samples.id(live)).map {
            "\($0.way.rawValue) \($0.outcome.rawValue) \($0.reason)" + ($0.count > 1 ? " x\($0.count)" : "")
        }
    }

    @Test func `a publisher of nginx leaves events when it is refused, stopped and gone`() async throws {
        try await MediaNode.run { world async throws in
            let door = MediaServerDoor(world.node.pictureAccess)
            let key = try await world.node.services.streamKeys.key(of: world.live).secret
            for guess in ["guess1", "guess2"] {
                #expect(await door.verdict(on: try hook("publish", "r1", key: guess), from: .nginx).isAllowed == false)
            }
            #expect(told(world) == ["nginx refused keyInvalid x2"])
            #expect(await door.verdict(on: try hook("publish", "r1", key: key), from: .nginx).isAllowed)
            _ = await door.verdict(on: try hook("publish_done", "r1", key: key), from: .nginx)
            #expect(await door.verdict(on: try hook("publish", "r1", key: key), from: .nginx).isAllowed)
            world.node.services.pictures.stop(world.live)
            #expect(try await world.state() == PictureStatus.State.none)
            _ = await door.verdict(on: try hook("publish_done", "r1", key: key), from: .nginx)
            #expect(told(world) == ["nginx cut pictureStopped", "nginx ended gone", "nginx refused keyInvalid x2"])
            #expect(world.log.lines.contains { $0.contains("a publisher is gone") && $0.contains("nginx") })

            try await world.end("r1")
            #expect(await door.verdict(on: try hook("publish", "r1", key: key), from: .nginx).isAllowed == false)
            #expect(told(world).first == "nginx refused liveNotOn", "who has the key reads it though the live is off")
            let count = told(world).count
            _ = await door.verdict(on: try hook("publish", "r1", key: "guess"), from: .nginx)
            _ = await door.verdict(on: try hook("publish", "never", key: "guess"), from: .nginx)
            #expect(
                told(world).count == count && told(world, "never").isEmpty,
                "strangers leave nothing at lives that are off")
            #expect(!told(world).contains { $0.contains(key) })
        }
    }

    @Test func `a publisher by WHIP leaves one event for each refusal and each end`() async throws {
        try await RTCWorld.run { world async throws in
            let broken = SDPSample(codecs: ["audio": "opus/48000/2", "video": "VP8/90000"])
            #expect(try await world.publish(broken.text).status == 406)
            #expect(told(world.media) == ["whip refused codecNotAllowed"])
            #expect(try await world.publish(bearer: "another").status == 403)
            #expect(told(world.media).first == "whip refused streamKeyInvalid")

            let (path, _) = try await world.publishAndSend()
            #expect(try await world.send(.delete, path, bearer: world.key).status == 200)
            #expect(told(world.media).first == "whip ended deleted")
            #expect(try await world.send(.delete, path, bearer: world.key).status == 404)
            #expect(told(world.media).count == 3, "a request for a session that is gone is no event")

            _ = try await world.publishAndSend()
            world.media.node.services.pictures.keyWasReset(of: world.media.live)
            await world.reach { state, _ in state.places.count(.publisher) == 0 }
            #expect(told(world.media).first == "whip cut keyReset")
        }
    }

    @Test func `Janus's refusal is one event, not two`() async throws {
        try await RTCWorld.run(mood: .refusesOffers) { world async throws in
            #expect(try await world.publish().status == 406)
            #expect(told(world.media) == ["whip refused sessionDescriptionRefused"])
        }
    }

    @Test func `get_stream_events lists them with time, reason and sentence`() async throws {
        try await MediaNode.run(mode: .relay) { world async throws in
            world.node.services.pictures.refused(
                publisherOf: world.live, MediaRefusal(MediaError(.keyFramesTooFar)))
            let probe = HTTPProbe(groups: [
                RESTRoutes(
                    node: world.node, origins: OriginPolicy(allowed: []),
                    metrics: RESTMetrics(factory: PrometheusRegistry(), commands: RESTCommand.all))
            ])
            func ask(_ live: String) async throws -> [String: Any] {
                let path =
                    "/v4/live_engine_http_srv/get_stream_events"
                    + "?sdkappid=1400000001&identifier=administrator&usersig=dev"
                let body = RequestBody(buffer: ByteBuffer(string: #"{"RoomId":"\#(live)"}"#))
                return try await probe.send(.post, path, body: body).json
            }
            let response = try #require(try await ask("r1")["Response"] as? [String: Any])
            let events = try #require(response["StreamEvents"] as? [[String: Any]])
            let event = try #require(events.first)
            #expect(events.count == 1)
            #expect(event["StreamWay"] as? String == "relay" && event["Outcome"] as? String == "cut")
            #expect(event["StreamReason"] as? String == "keyFramesTooFar")
            #expect(event["EventErrorCode"] as? Int == ErrorCode.mediaInvalid.rawValue)
            #expect(event["Time"] as? Int64 == world.clock.now.seconds && event["Times"] as? Int == 1)
            #expect((event["Advice"] as? String)?.contains("-g 30") == true)
            #expect(try await ask("never")["ErrorCode"] as? Int == ErrorCode.roomNotFound.rawValue)
        }
    }

    @Test func `the metric counts each event by its reason`() async throws {
        let registry = PrometheusRegistry()
        let metrics = MediaMetrics(factory: registry)
        metrics.streamEvent("keyFramesTooFar")
        metrics.streamEvent(Pictures.lost)
        let text = registry.render()
        for line in [
            #"ovation_media_stream_events_total{reason="keyFramesTooFar"} 1"#,
            #"ovation_media_stream_events_total{reason="lost"} 1"#,
            #"ovation_media_stream_events_total{reason="keyInvalid"} 0"#,
        ] {
            #expect(text.contains(line), "\(line)")
        }
    }
}
