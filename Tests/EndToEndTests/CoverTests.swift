import Foundation
import OvationMediaSamples
import OvationModel
import OvationWire
import Testing

@testable import OvationServer

/// Covers of running pictures, from a publisher's socket to the list.
@Suite(.timeLimit(.minutes(5)))
struct CoverTests {
    /// A JPEG as far as the server looks into it.
    private static let jpeg: [UInt8] = [
        0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 90, 0, 160, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 2, 9, 9, 9, 9, 0xFF, 0xD9,
    ]

    /// Publishes a second, and sends a text beside it. Returns when the server has taken both.
    private static func publish(_ text: String, _ host: Robot, _ server: TestServer) async throws -> MediaClient {
        let stream = SampleStream()
        let player = try await MediaClient.player(server)
        let publisher = try await MediaClient.publisher(for: host, server)
        try await publisher.send(stream.initialisation())
        try await publisher.send(stream.second(0))
        _ = try await player.binary()
        _ = try await player.binary()
        try await publisher.raw.send(Array(text.utf8), opcode: 0x1)
        return publisher
    }

    private static func cover(_ viewer: Robot) async throws -> String? {
        try await viewer.ask(.info).info.media?.cover
    }

    @Test func `a publisher's cover is in the live's information and answered with its type`() async throws {
        let clock = StoppedClock()
        try await TestServer.run(clock: clock.server) { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            let text = #"{"cover":"\#(Data(Self.jpeg).base64EncodedString())"}"#
            let publisher = try await Self.publish(text, host, server)
            try await publisher.ping()
            let path = try #require(try await Self.cover(viewer))
            #expect(path.hasPrefix("/v1/media/r1/cover?v="))
            let answer = try await HTTPConnection.ask(path, server)
            #expect(answer.status == 200 && answer.body == Self.jpeg)
            #expect(answer.headers["content-type"] == "image/jpeg")
            #expect(answer.headers["x-content-type-options"] == "nosniff")
            #expect(answer.headers["cache-control"] == "public, max-age=10")
            // With the picture, its cover goes. The end is told some time after the last change.
            try await publisher.finish()
            while try await HTTPConnection.ask(path, server).status == 200 { clock.advance(milliseconds: 10) }
            #expect(try await Self.cover(viewer) == nil)
        }
    }

    @Test func `what is no cover changes nothing, and the picture goes on`() async throws {
        try await TestServer.run(clock: StoppedClock().server) { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            let svg = Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8).base64EncodedString()
            let publisher = try await Self.publish(#"{"cover":"\#(svg)"}"#, host, server)
            try await publisher.ping()
            #expect(try await Self.cover(viewer) == nil)
            #expect(try await HTTPConnection.ask("/v1/media/r1/cover", server).status == 404)
            #expect(try await viewer.ask(.info).info.media?.state == .live)
        }
    }

    @Test func `a text that is too long for a cover ends the publisher`() async throws {
        try await TestServer.run(clock: StoppedClock().server) { server in
            let host = try await Robot.host(server)
            let publisher = try await Self.publish(String(repeating: "x", count: 50_000), host, server)
            #expect(await publisher.close()?.code == 1003)
        }
    }

    /// Puts a cover beside the stream. Returns the status and the number of the error.
    private static func put(
        _ cover: [UInt8], _ server: TestServer, query: String = "", headers: [String] = []
    ) async throws -> (status: Int, text: String) {
        let connection = try await HTTPConnection.open(server)
        try await connection.send(
            "/v1/media/r1/cover" + query, method: "PUT", headers: headers + ["Content-Length: \(cover.count)"])
        try await connection.raw.send(bytes: cover)
        let answer = try #require(await connection.answer())
        await connection.raw.cut()
        return (answer.status, answer.text)
    }

    @Test func `who may publish puts a cover beside the stream, at the rate of the others`() async throws {
        let clock = StoppedClock()
        try await TestServer.run(clock: clock.server) { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            let key = try #require(
                try await RESTCaller(server).response("get_stream_key", ["RoomId": "r1"])["StreamKey"] as? String)
            let bearer = ["Authorization: Bearer \(key)"]
            let without = try await Self.put(Self.jpeg, server, headers: bearer)
            #expect(without.status == 404 && without.text.contains("110308"), "\(without)")
            // An encoder publishes, and sends no cover itself.
            let stream = SampleStream()
            let player = try await MediaClient.player(server)
            let publisher = try await MediaClient.publisher(for: host, server)
            try await publisher.send(stream.initialisation())
            try await publisher.send(stream.second(0))
            _ = try await player.binary()
            _ = try await player.binary()
            #expect(try await Self.put(Self.jpeg, server, headers: bearer).status == 204)
            let path = try #require(try await Self.cover(viewer))
            #expect(try await HTTPConnection.ask(path, server).body == Self.jpeg)
            let early = try await Self.put(Self.jpeg, server, headers: bearer)
            #expect(early.status == 429 && early.text.contains("110359"), "\(early)")
            clock.advance(milliseconds: 10_000)
            // A ticket lets one in.
            let address = try await MediaClient.address(forPublishing: "r1", host)
            let ticket = String(try #require(address.split(separator: "?").last))
            #expect(try await Self.put(Self.jpeg, server, query: "?" + ticket).status == 204)
            #expect(try await Self.cover(viewer) != path)
            #expect(try await Self.put(Self.jpeg, server, query: "?" + ticket).status == 403)
        }
    }

    @Test func `what is no cover, or from somebody else, changes nothing`() async throws {
        try await TestServer.run(clock: StoppedClock().server) { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            let key = try #require(
                try await RESTCaller(server).response("get_stream_key", ["RoomId": "r1"])["StreamKey"] as? String)
            let publisher = try await Self.publish("no cover", host, server)
            try await publisher.ping()
            let bearer = ["Authorization: Bearer \(key)"]
            #expect(try await Self.put(Self.jpeg, server).status == 403)
            #expect(try await Self.put(Self.jpeg, server, headers: ["Authorization: Bearer another"]).status == 403)
            let other = try await Self.put(Array("<svg/>".utf8), server, headers: bearer)
            #expect(other.status == 415 && other.text.contains("110353"), "\(other)")
            let large = try await Self.put([UInt8](repeating: 0xFF, count: 33_000), server, headers: bearer)
            #expect(large.status == 413 && large.text.contains("110352"), "\(large)")
            #expect(try await Self.cover(viewer) == nil)
        }
    }
}
