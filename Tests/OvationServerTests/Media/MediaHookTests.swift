import HTTPTypes
import Hummingbird
import NIOCore
import OvationMedia
import OvationModel
import OvationTestKit
import Testing

@testable import OvationNode
@testable import OvationObservability
@testable import OvationPictures

/// Media servers' HTTP hooks, with the bodies that they really send, and the answers to them.
@Suite(.timeLimit(.minutes(5)))
struct MediaHookTests {
    private func probe(_ world: MediaNode) -> HTTPProbe {
        HTTPProbe(groups: [
            MediaHookRoutes(world.node.pictureAccess, metrics: MediaHookMetrics(factory: PrometheusRegistry()))
        ])
    }

    private func ask(
        _ probe: HTTPProbe, _ server: String, _ body: String, secret: String? = MediaNode.secret
    ) async throws -> HTTPProbe.Answer {
        let query = secret.map { "?secret=\($0)" } ?? ""
        return try await probe.send(
            .post, "/v1/media-hooks/\(server)\(query)", body: RequestBody(buffer: ByteBuffer(string: body)))
    }

    /// The body of a hook of nginx 1.22 with its RTMP module 1.2.2.
    private func nginx(
        _ call: String, _ name: String, _ rest: String = "", client: Int = 7, address: String = "203.0.113.9"
    ) -> String {
        "app=live&flashver=FMLE/3.0%20(compatible%3B%20Lavf59.27&swfurl=&tcurl=rtmp://127.0.0.1:1935/live&pageurl="
            + "&addr=\(address)&clientid=\(client)&call=\(call)&name=\(name)&type=live\(rest)"
    }

    /// The body of a hook of SRS 5.
    private func srs(_ action: String, _ stream: String, _ parameters: String, client: String = "341w361a") -> String {
        #"{"server_id":"vid-0xk989d","service_id":"382k0g5w","action":"\#(action)","client_id":"\#(client)","#
            + #""ip":"203.0.113.9","vhost":"__defaultVhost__","app":"live","tcUrl":"rtmp://127.0.0.1/live?vhost=v","#
            + #""stream":"\#(stream)","param":"\#(parameters)","stream_url":"/live/\#(stream)","stream_id":"vid-1"}"#
    }

    /// The body that MediaMTX sends to `authHTTPAddress`.
    private func mediaMTX(_ action: String, _ path: String, _ query: String = "", password: String = "") -> String {
        #"{"user":"","password":"\#(password)","token":"","ip":"203.0.113.9","action":"\#(action)","path":"\#(path)","#
            + #""protocol":"rtmp","id":"8c1e5a3e-0d5f-4b0c-9a5f-7f1f0d9c2b11","query":"\#(query)"}"#
    }

    @Test func `nginx admits a publisher with the key, and the picture lasts until the publisher is gone`() async throws
    {
        try await MediaNode.run { world async throws in
            let probe = probe(world)
            let key = try await world.node.services.streamKeys.key(of: world.live).secret
            #expect(try await world.state() == nil)
            let wrong = try await ask(probe, "nginx", nginx("publish", "r1", "&key=another"))
            #expect(wrong.status == 403)
            #expect(try wrong.failure("name") == "keyInvalid")
            #expect(try await ask(probe, "nginx", nginx("publish", "r2", "&key=\(key)")).status == 403)
            #expect(try await world.state() == nil)
            #expect(try await ask(probe, "nginx", nginx("publish", "r1", "&key=\(key)")).status == 200)
            #expect(try await world.state() == .live)
            // The end of another connection's attempt does not end the picture.
            #expect(try await ask(probe, "nginx", nginx("publish_done", "r1", client: 8)).status == 200)
            #expect(try await world.state() == .live)
            #expect(try await ask(probe, "nginx", nginx("publish_done", "r1", "&key=\(key)")).status == 200)
            #expect(try await world.state() == .interrupted)
            world.clock.advance(seconds: 5)
            #expect(try await ask(probe, "nginx", nginx("publish", "r1", "&key=\(key)", client: 9)).status == 200)
            #expect(try await world.state() == .live)
        }
    }

    @Test func `the backend hears in order that a picture started, was interrupted, came back and stopped`()
        async throws
    {
        try await MediaNode.run { world async throws in
            let probe = probe(world)
            let key = try await world.node.services.streamKeys.key(of: world.live).secret
            for call in ["publish", "publish_done", "publish"] {
                #expect(try await ask(probe, "nginx", nginx(call, "r1", "&key=\(key)")).status == 200)
                // Changes within a second are reported as one, so the clock waits until the picture knows of this one.
                #expect(try await world.state() == (call == "publish" ? .live : .interrupted))
                world.clock.advance(seconds: 2)
            }
            world.node.services.pictures.stop(world.live)
            #expect(try await world.state() == PictureStatus.State.none)
            let told = await world.told.bodies(4)
            let names = ["Begin", "Interrupt", "Begin", "Stop"]
            for (body, name) in zip(told, names) {
                #expect(body.contains(#""CallbackCommand":"Live.CallbackAfterStream\#(name)""#), "\(body)")
                #expect(body.contains(#""RoomId":"r1""#) && body.contains(#""Since":"#), "\(body)")
            }
            #expect(told.count == 4)
        }
    }

    @Test func `nginx renames a stream that is named by its key to the live's id`() async throws {
        try await MediaNode.run { world async throws in
            let probe = probe(world)
            let key = try await world.node.services.streamKeys.key(of: world.live).secret
            let answer = try await ask(probe, "nginx", nginx("publish", key))
            #expect(answer.status == 302)
            #expect(answer.headers[.location] == "r1")
            #expect(try await world.state() == .live)
            // nginx still calls the stream by its key.
            #expect(try await ask(probe, "nginx", nginx("publish_done", key)).status == 200)
            #expect(try await world.state() == .interrupted)

            try await world.open("r 1/..")
            let other = try await world.node.services.streamKeys.key(of: Samples.id("r 1/..")).secret
            let unfit = try await ask(probe, "nginx", nginx("publish", other, client: 8))
            #expect(unfit.status == 403)
            #expect(try unfit.failure("name") == "nameUnfit")
            #expect(try await world.state("r 1/..") == nil)
            let escaped = try await ask(probe, "nginx", nginx("publish", "r%25201%252F..", "&key=\(other)", client: 8))
            #expect(escaped.status == 200)
            #expect(try await world.state("r 1/..") == .live)
        }
    }

    @Test func `a live that is not on accepts no publisher, and a live that ended has no picture`() async throws {
        try await MediaNode.run { world async throws in
            let probe = probe(world)
            let key = try await world.node.services.streamKeys.key(of: world.live).secret
            #expect(try await ask(probe, "nginx", nginx("publish", "r1", "&key=\(key)")).status == 200)
            try await world.end("r1")
            #expect(try await world.state() == PictureStatus.State.none)
            #expect(try await ask(probe, "nginx", nginx("update_publish", "r1", "&key=\(key)")).status == 403)
            let refused = try await ask(probe, "nginx", nginx("publish", "r1", "&key=\(key)", client: 8))
            #expect(refused.status == 403)
            #expect(try refused.failure("name") == "liveNotOn")
            #expect(try await ask(probe, "nginx", nginx("publish_done", "r1")).status == 200)
        }
    }

    @Test func `nginx disconnects a publisher whose picture was stopped or whose key was reset`() async throws {
        try await MediaNode.run { world async throws in
            let probe = probe(world)
            let key = try await world.node.services.streamKeys.key(of: world.live).secret
            func update() async throws -> Int {
                try await ask(probe, "nginx", nginx("update_publish", "r1", "&key=\(key)")).status
            }
            #expect(try await ask(probe, "nginx", nginx("publish", "r1", "&key=\(key)")).status == 200)
            #expect(try await update() == 200)
            world.node.services.pictures.stop(world.live)
            #expect(try await world.state() == PictureStatus.State.none)
            #expect(try await update() == 403)
            #expect(try await ask(probe, "nginx", nginx("publish_done", "r1")).status == 200)
            // The key still admits a publisher.
            #expect(try await ask(probe, "nginx", nginx("publish", "r1", "&key=\(key)")).status == 200)
            _ = try await world.node.services.streamKeys.reset(world.live)
            world.storage.setDown(true)
            #expect(try await update() == 200, "nobody can tell whether the key is good")
            world.storage.setDown(false)
            #expect(try await update() == 403)
        }
    }

    @Test func `a restarted server learns of the publishers from the updates of nginx and SRS`() async throws {
        try await MediaNode.run { world async throws in
            let probe = probe(world)
            let key = try await world.node.services.streamKeys.key(of: world.live).secret
            #expect(try await ask(probe, "nginx", nginx("update_publish", "r1", "&key=another")).status == 403)
            #expect(try await world.state() == nil)
            #expect(try await ask(probe, "nginx", nginx("update_publish", "r1", "&key=\(key)")).status == 200)
            #expect(try await world.state() == .live)
            #expect(try await ask(probe, "nginx", nginx("publish_done", "r1")).status == 200)
            #expect(try await world.state() == .interrupted)
            #expect(try await ask(probe, "srs", srs("on_hls", "r1", "?key=\(key)")).text == "0")
            #expect(try await world.state() == .live)
        }
    }

    @Test func `SRS gets the body 0 as a yes and the status 403 as a no`() async throws {
        try await MediaNode.run { world async throws in
            let probe = probe(world)
            let key = try await world.node.services.streamKeys.key(of: world.live).secret
            let good = try await ask(probe, "srs", srs("on_publish", "r1", "?key=\(key)"))
            #expect(good.status == 200 && good.text == "0")
            #expect(try await world.state() == .live)
            #expect(try await ask(probe, "srs", srs("on_publish", "r1", "?key=x", client: "b")).status == 403)
            for action in ["on_connect", "on_close", "on_stop", "on_dvr"] {
                #expect(try await ask(probe, "srs", srs(action, "r1", "")).text == "0")
            }
            #expect(try await ask(probe, "srs", srs("on_play", "r1", "")).text == "0")
            #expect(try await ask(probe, "srs", srs("on_play", "nowhere", "")).status == 403)
            #expect(try await ask(probe, "srs", srs("on_unpublish", "r1", "")).text == "0")
            #expect(try await world.state() == .interrupted)
            // Older versions send their ids as numbers.
            let old = #"{"action":"on_publish","client_id":1985,"ip":"::1","stream":"r1","param":"?key=\#(key)"}"#
            #expect(try await ask(probe, "srs", old).text == "0")
        }
    }

    @Test func `MediaMTX is asked for a password with 401, and its picture starts when it reports so`() async throws {
        try await MediaNode.run { world async throws in
            let probe = probe(world)
            let key = try await world.node.services.streamKeys.key(of: world.live).secret
            #expect(try await ask(probe, "mediamtx", mediaMTX("publish", "r1")).status == 401)
            #expect(try await ask(probe, "mediamtx", mediaMTX("publish", "r1", "key=x")).status == 403)
            #expect(try await ask(probe, "mediamtx", "action=ready&path=r1&id=1").status == 401)
            #expect(try await ask(probe, "mediamtx", mediaMTX("publish", "r1", password: key)).status == 200)
            #expect(try await world.state() == nil)
            #expect(try await ask(probe, "mediamtx", "action=ready&path=r1&id=another").status == 200)
            #expect(try await world.state() == .live)
            #expect(try await ask(probe, "mediamtx", "action=notReady&path=r1&id=another").status == 200)
            #expect(try await world.state() == .interrupted)
            #expect(try await ask(probe, "mediamtx", mediaMTX("read", "r1")).status == 200)
            #expect(try await ask(probe, "mediamtx", mediaMTX("read", "r2")).status == 403)
            for action in ["api", "metrics", "pprof", ""] {
                #expect(try await ask(probe, "mediamtx", mediaMTX(action, "r1")).status == 403, "\(action)")
            }
        }
    }

    @Test func `a caller without the secret learns nothing and causes a few log lines at most`() async throws {
        try await MediaNode.run { world async throws in
            let probe = probe(world)
            let key = try await world.node.services.streamKeys.key(of: world.live).secret
            for secret in [nil, "", "0", MediaNode.secret + "0", "0123456789abcdeg"] {
                let answer = try await ask(probe, "nginx", nginx("publish", "r1", "&key=\(key)"), secret: secret)
                #expect(answer.status == 403)
                #expect(try answer.failure("name") == "hookSecretInvalid")
            }
            for _ in 0..<100 { _ = try await ask(probe, "nginx", "", secret: nil) }
            #expect(try await world.state() == nil)
            let lines = probe.log.lines.filter { $0.contains("without the secret") }
            #expect((1...5).contains(lines.count), "\(lines.count)")
            #expect(!(probe.log.lines + world.log.lines).contains { $0.contains(MediaNode.secret) || $0.contains(key) })
        }
    }

    @Test(arguments: [MediaConfiguration.Mode.relay, .none])
    func `a server that is not configured for media servers has no hooks`(mode: MediaConfiguration.Mode) async throws {
        try await MediaNode.run(mode: mode) { world async throws in
            let answer = try await ask(probe(world), "nginx", nginx("publish", "r1"))
            #expect(answer.status == 409)
            #expect(try answer.failure("name") == "mediaNotExternal")
        }
    }

    @Test(arguments: [
        ("nginx", ""), ("nginx", "call=publish"), ("nginx", "name=%zz"), ("srs", ""), ("srs", "[]"), ("srs", "{"),
        ("srs", #"{"action":"on_publish"}"#), ("srs", #"{"stream":{"a":1}}"#), ("srs", "call=publish&name=r1"),
        ("mediamtx", ""), ("mediamtx", "{"), ("mediamtx", #"{"path":""}"#), ("mediamtx", "path="),
        ("mediamtx", #"{"path":["r1"]}"#), ("srs", String(repeating: "[", count: 10_000)),
    ])
    func `a body that is not a hook's is refused`(server: String, body: String) async throws {
        try await MediaNode.run { world async throws in
            let answer = try await ask(probe(world), server, body)
            #expect(answer.status == 400)
            #expect(try answer.failure("name") == "hookInvalid")
        }
    }

    @Test func `a large body is refused, and an unknown media server has no hooks`() async throws {
        try await MediaNode.run { world async throws in
            let probe = probe(world)
            let large = "name=r1&call=publish&x=" + String(repeating: "a", count: 20_000)
            #expect(try await ask(probe, "nginx", large).status == 413)
            #expect(try await ask(probe, "wowza", "name=r1").status == 404)
            #expect(try await probe.send(.get, "/v1/media-hooks/nginx?secret=\(MediaNode.secret)").status == 405)
        }
    }

    @Test func `an address that tries key after key is throttled, and no other address is`() async throws {
        try await MediaNode.run { world async throws in
            let probe = probe(world)
            let key = try await world.node.services.streamKeys.key(of: world.live).secret
            var statuses: [Int] = []
            for number in 0..<50 {
                let guess = nginx("publish", "r1", "&key=guess\(number)", client: number + 10)
                statuses.append(try await ask(probe, "nginx", guess).status)
            }
            #expect(statuses.filter { $0 == 403 }.count == 20)
            #expect(statuses.suffix(30).allSatisfy { $0 == 503 })
            let other = nginx("publish", "r1", "&key=\(key)", client: 100, address: "198.51.100.4")
            #expect(try await ask(probe, "nginx", other).status == 200)
            world.clock.advance(seconds: 1)
            let again = nginx("publish", "r1", "&key=\(key)", client: 101)
            #expect(try await ask(probe, "nginx", again).status == 200)
        }
    }
}
