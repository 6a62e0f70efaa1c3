import Hummingbird
import NIOCore
import OvationMedia
import OvationModel
import OvationTestKit
import OvationWire
import Testing

@testable import OvationHTTP
@testable import OvationNode
@testable import OvationObservability
@testable import OvationPictures

/// Pictures that nginx takes by RTMP and a program beside it hands to the relay.
@Suite(.timeLimit(.minutes(5)))
struct RTMPDoorTests {
    private func run(_ body: (MediaNode, MediaServerDoor, String) async throws -> Void) async throws {
        try await MediaNode.run(mode: .relay, change: { $0.media.rtmpURL = "rtmp://live.example.com/live" }) {
            world async throws in
            let key = try await world.node.services.streamKeys.key(of: world.live).secret
            try await body(world, MediaServerDoor(world.node.pictureAccess), key)
        }
    }

    private func hook(_ call: String, _ name: String, key: String = "", client: Int = 7) throws -> MediaServerHook {
        let form = "call=\(call)&addr=203.0.113.7&clientid=\(client)&name=\(name)" + (key.isEmpty ? "" : "&key=\(key)")
        return try #require(MediaServerHook(nginxForm: Array(form.utf8)))
    }

    /// The ticket of a path that the program is given.
    private func ticket(_ verdict: MediaServerVerdict) throws -> String {
        guard case .push(let path) = verdict else { throw Rejection(.internalError, "\(verdict)") }
        #expect(path.hasPrefix("/v1/media/r1/publish?ticket=") && path.hasSuffix("&via=nginx"), "\(path)")
        return try #require(MediaQuery(ofTarget: path)["ticket"])
    }

    @Test func `who was let in at nginx is handed to the relay with a ticket, which lets in once`() async throws {
        try await run { world, door, key async throws in
            let before = await door.verdict(on: try hook("push", "r1"), from: .nginx)
            #expect(before == .refused(.notPublished))
            #expect(await door.verdict(on: try hook("publish", "r1", key: key), from: .nginx) == .allowed)
            #expect(try await world.state() == nil, "the picture begins with the relay's stream, and not here")
            let ticket = try ticket(await door.verdict(on: try hook("push", "r1"), from: .nginx))
            let pictures = world.node.services.pictures
            #expect(await pictures.refusal(ofPublishing: world.live, ticket: ticket, key: nil) == nil)
            #expect(await pictures.refusal(ofPublishing: world.live, ticket: ticket, key: nil) != nil)
            // A push that is started again has another ticket.
            _ = try self.ticket(await door.verdict(on: try hook("push", "r1"), from: .nginx))
            _ = await door.verdict(on: try hook("publish_done", "r1", key: key), from: .nginx)
            #expect(await door.verdict(on: try hook("push", "r1"), from: .nginx) == .refused(.notPublished))
        }
    }

    @Test func `whom the relay sent away, nginx sends away too, and takes when they come back`() async throws {
        try await run { world, door, key async throws in
            #expect(await door.verdict(on: try hook("publish", "r1", key: key), from: .nginx).isAllowed)
            #expect(await door.verdict(on: try hook("update_publish", "r1", key: key), from: .nginx).isAllowed)
            world.node.services.pictures.pushes.sentAway(world.live)
            #expect(await door.verdict(on: try hook("push", "r1"), from: .nginx) == .refused(.notPublished))
            let update = await door.verdict(on: try hook("update_publish", "r1", key: key), from: .nginx)
            #expect(update == .refused(.pictureStopped))
            _ = await door.verdict(on: try hook("publish_done", "r1", key: key), from: .nginx)
            #expect(await door.verdict(on: try hook("publish", "r1", key: key, client: 8), from: .nginx).isAllowed)
            _ = try ticket(await door.verdict(on: try hook("push", "r1"), from: .nginx))
        }
    }

    @Test func `a server that was started again learns of publishers, and hands them on`() async throws {
        try await run { _, door, key async throws in
            #expect(await door.verdict(on: try hook("update_publish", "r1", key: key), from: .nginx).isAllowed)
            _ = try ticket(await door.verdict(on: try hook("push", "r1"), from: .nginx))
        }
    }

    @Test func `an id that cannot stand in an address of RTMP is refused, and the host reads so`() async throws {
        try await run { world, door, _ async throws in
            try await world.open("r 1/..")
            let key = try await world.node.services.streamKeys.key(of: Samples.id("r 1/..")).secret
            let verdict = await door.verdict(on: try hook("publish", "r%25201%252F..", key: key), from: .nginx)
            #expect(verdict == .refused(.nameUnfit))
            #expect(world.node.services.pictures.events(of: Samples.id("r 1/..")).first?.reason == "nameUnfit")
        }
    }

    @Test func `the owner is told the address and the key as encoders want them`() async throws {
        try await run { world, _, key async throws in
            let setup = world.node.services.pictures.encoderSetup(of: world.live, try #require(StreamKey(key)))
            #expect(setup.ways.first?.kind == "rtmp")
            #expect(setup.ways.first?.server == "rtmp://live.example.com/live")
            #expect(setup.ways.first?.key == "r1?key=\(key)")
        }
    }

    @Test func `nobody but nginx is answered, and nothing is handed on where a media server has the pictures`()
        async throws
    {
        try await run { world, door, key async throws in
            for server in [MediaServer.srs, .mediamtx] {
                #expect(await door.verdict(on: try hook("push", "r1"), from: server) == .refused(.notAboutPictures))
                let routes = HTTPProbe(groups: [
                    MediaHookRoutes(
                        world.node.pictureAccess, metrics: MediaHookMetrics(factory: PrometheusRegistry()))
                ])
                let path = "/v1/media-hooks/\(server.rawValue)?secret=\(MediaNode.secret)"
                #expect(try await routes.send(.post, path, body: .init(buffer: .init(string: "{}"))).status == 409)
            }
        }
        try await MediaNode.run(mode: .external) { world async throws in
            let door = MediaServerDoor(world.node.pictureAccess)
            let key = try await world.node.services.streamKeys.key(of: world.live).secret
            #expect(await door.verdict(on: try hook("publish", "r1", key: key), from: .nginx).isAllowed)
            #expect(await door.verdict(on: try hook("push", "r1"), from: .nginx) == .refused(.notAboutPictures))
        }
    }

    @Test func `an address of a media server is split as encoders want it`() {
        let split = EncoderSetup.Way(external: "rtmp://media.example.com/live/r1?key=abc")
        #expect(split.server == "rtmp://media.example.com/live" && split.key == "r1?key=abc" && split.kind == "rtmp")
        let whole = EncoderSetup.Way(external: "srt://media.example.com:9000?streamid=r1")
        #expect(whole.server == "srt://media.example.com:9000?streamid=r1" && whole.key.isEmpty && whole.kind == "srt")
    }
}
