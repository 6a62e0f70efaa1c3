import Foundation
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

/// The REST commands about pictures.
@Suite(.timeLimit(.minutes(5)))
struct StreamCommandTests {
    private func call(_ world: MediaNode, _ command: String, _ body: String = #"{"RoomId":"r1"}"#) async throws
        -> [String: Any]
    {
        let probe = HTTPProbe(groups: [
            RESTRoutes(
                node: world.node, origins: OriginPolicy(allowed: []),
                metrics: RESTMetrics(factory: PrometheusRegistry(), commands: RESTCommand.all))
        ])
        let path = "/v4/live_engine_http_srv/\(command)?sdkappid=1400000001&identifier=administrator&usersig=dev"
        let answer = try await probe.send(.post, path, body: RequestBody(buffer: ByteBuffer(string: body))).json
        #expect(!probe.log.lines.contains { $0.contains("StreamKey(hidden)") })
        return answer
    }

    private func response(_ world: MediaNode, _ command: String) async throws -> [String: Any] {
        let answer = try await call(world, command)
        return try #require(answer["Response"] as? [String: Any], "\(answer)")
    }

    private static let addresses: [(MediaConfiguration.Mode, String?)] = [
        (.relay, "/v1/media/r1/publish"), (.external, "rtmp://media.example.com/live/r1?key=KEY"), (.none, nil),
    ]

    @Test(arguments: addresses)
    func `a key comes with the address to publish to`(mode: MediaConfiguration.Mode, address: String?) async throws {
        try await MediaNode.run(mode: mode) { world async throws in
            let told = try await response(world, "get_stream_key")
            let key = try #require(told["StreamKey"] as? String)
            #expect(told["MediaMode"] as? String == mode.rawValue)
            #expect(
                told["PublishURLs"] as? [String]
                    == [address.map { $0.replacing("KEY", with: key) }].compactMap(\.self))
            #expect(try await response(world, "get_stream_key")["StreamKey"] as? String == key)
            let new = try await response(world, "reset_stream_key")["StreamKey"] as? String
            #expect(new != key && new != nil)
            #expect(try await response(world, "get_stream_key")["StreamKey"] as? String == new)
            #expect(!world.log.lines.contains { $0.contains(key) })
        }
    }

    @Test func `an ended live still has its key, and a live that never existed has none`() async throws {
        try await MediaNode.run { world async throws in
            let key = try await response(world, "get_stream_key")["StreamKey"] as? String
            try await world.end("r1")
            #expect(try await response(world, "get_stream_key")["StreamKey"] as? String == key)
            #expect(try await call(world, "stop_stream")["ErrorCode"] as? Int == 100_004)
            for command in ["get_stream_key", "reset_stream_key", "stop_stream"] {
                #expect(try await call(world, command, #"{"RoomId":"never"}"#)["ErrorCode"] as? Int == 100_004)
            }
            #expect(try await world.storage.streamKey(of: Samples.id("never")) == nil)
        }
    }

    @Test func `the picture is in the live's information until stop_stream`() async throws {
        try await MediaNode.run { world async throws in
            func media() async throws -> [String: Any] {
                let room = try await response(world, "get_room_info")["RoomInfo"] as? [String: Any]
                return try #require(room?["Media"] as? [String: Any])
            }
            #expect(try await media()["State"] as? String == "none")
            #expect(try await media()["Since"] as? Int == 0)
            #expect(try await response(world, "stop_stream")["HadPicture"] as? Bool == false)
            world.node.services.pictures.beganElsewhere(world.live, world.node.services.pictures.makePublisherID())
            #expect(try await world.state() == .live)
            #expect(try await media()["State"] as? String == "live")
            #expect(try await media()["Since"] as? Int64 == world.clock.now.seconds)
            #expect(try await response(world, "stop_stream")["HadPicture"] as? Bool == true)
            #expect(try await media()["State"] as? String == "none")
            #expect(try await response(world, "stop_stream")["HadPicture"] as? Bool == false)
        }
    }

    @Test func `a key that cannot be read or stored is reported as a storage failure`() async throws {
        try await MediaNode.run { world async throws in
            world.storage.setDown(true)
            for command in ["get_stream_key", "reset_stream_key"] {
                let code = try await call(world, command)["ErrorCode"] as? Int
                #expect(code == ErrorCode.storageUnavailable.rawValue)
            }
            world.storage.setDown(false)
            #expect(try await call(world, "get_stream_key")["ErrorCode"] as? Int == 0)
        }
    }
}
