import Foundation
import OvationMedia
import OvationMediaSamples
import OvationModel
import OvationPictures
import Testing

@testable import OvationServer

/// Recordings of a real server: published, listed, played in parts, and deleted.
@Suite(.timeLimit(.minutes(5)))
struct RecordingHTTPTests {
    private static let service = "ovation_recording_srv"

    /// Runs a server that records every live into a folder of its own.
    private static func run(
        change: (inout RecordingConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var media = MediaConfiguration()
        media.recording.mode = .all
        media.recording.directory = folder
        media.recording.freeBytesMin = 0
        change(&media.recording)
        try await TestServer.run(media: media, body)
    }

    /// Publishes three seconds to a live, and ends it.
    private static func record(_ server: TestServer) async throws {
        let stream = SampleStream()
        let host = try await Robot.host(server)
        let publisher = try await HTTPConnection.publisher(for: host, server)
        let player = try await MediaClient.player(server)
        try await publisher.send(chunk: stream.initialisation())
        for number in 0..<3 {
            try await publisher.send(chunk: stream.second(number))
            if number == 0 { _ = try await player.binary() }
            _ = try await player.binary()
        }
        try await publisher.endChunks()
        _ = await publisher.answer()
        _ = try await host.ask(.end)
    }

    /// The recordings of the live once they are complete.
    private static func complete(_ backend: RESTCaller) async throws -> [[String: Any]] {
        // The recordings' thread completes them after the live's end; the answer to this command comes after it.
        while true {
            let answer = try await backend.call("\(service)/get_recordings", ["RoomId": "r1"])
            let response = try #require(answer["Response"] as? [String: Any], "\(answer)")
            let list = try #require(response["RecordingList"] as? [[String: Any]])
            if list.allSatisfy({ $0["IsComplete"] as? Bool == true }), !list.isEmpty { return list }
            await Task.yield()
        }
    }

    @Test func `a recording is listed with the end of its live, and played whole and in parts`() async throws {
        try await Self.run { server in
            try await Self.record(server)
            let backend = RESTCaller(server)
            let recording = try #require(try await Self.complete(backend).first)
            #expect(recording["EndReason"] as? String == "live_ended")
            let milliseconds = try #require(recording["Milliseconds"] as? Int)
            #expect((2_950...3_100).contains(milliseconds))
            let id = try #require(recording["RecordingId"] as? String)
            let answer = try await backend.call("\(Self.service)/get_recording_address", ["RecordingId": id])
            let path = try #require((answer["Response"] as? [String: Any])?["PlayURL"] as? String, "\(answer)")

            let whole = try await HTTPConnection.ask(path, server)
            #expect(whole.status == 200 && whole.headers["content-type"] == "video/mp4")
            #expect(whole.body.count == recording["ByteCount"] as? Int)
            var (reader, parts) = (FragmentedMP4Reader(), [MediaPart]())
            try reader.read(whole.body[...], into: &parts)
            #expect(parts.count == 4, "a description and three fragments")
            let part = try await HTTPConnection.ask(path, server, headers: ["Range: bytes=100-199"])
            #expect(part.status == 206 && part.body == Array(whole.body[100..<200]))
            #expect(part.headers["content-range"] == "bytes 100-199/\(whole.body.count)")
            let beyond = try await HTTPConnection.ask(path, server, headers: ["Range: bytes=99999999-"])
            #expect(beyond.status == 416)
            let head = try await HTTPConnection.ask(path, server, method: "HEAD")
            #expect(head.status == 200 && head.headers["content-length"] == "\(whole.body.count)")
            let tag = try #require(whole.headers["etag"])
            #expect(try await HTTPConnection.ask(path, server, headers: ["If-None-Match: \(tag)"]).status == 304)
        }
    }

    @Test func `without a signature that holds nobody learns what there is`() async throws {
        try await Self.run { server in
            try await Self.record(server)
            let id = try #require(try await Self.complete(RESTCaller(server)).first?["RecordingId"] as? String)
            for path in ["\(id).mp4", "\(id).mp4?t=9999999999.00", "ghost.mp4", "..%2Fovation.mp4?t=1.1"] {
                let answer = try await HTTPConnection.ask("/v1/recordings/\(path)", server)
                #expect([403, 404].contains(answer.status), "\(path): \(answer.text)")
                if !path.contains("..") { #expect(answer.status == 403 && answer.text.contains("110343")) }
            }
        }
    }

    @Test func `the page of a live that is over finds its recordings, and no other page does`() async throws {
        try await Self.run { server in
            func listed(_ query: String) async throws -> [[String: Any]] {
                let answer = try await HTTPConnection.ask("/v1/recordings\(query)", server)
                #expect(answer.status == 200)
                let json = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
                return try #require(json?["recordings"] as? [[String: Any]])
            }
            try await Self.record(server)
            _ = try await Self.complete(RESTCaller(server))
            let found = try await listed("?live=r1")
            #expect(found.count == 1)
            let path = try #require(found.first?["url"] as? String)
            #expect(try await HTTPConnection.ask(path, server).status == 200)
            for query in ["", "?live=", "?live=ghost", "?live=%00"] { #expect(try await listed(query).isEmpty) }
        }
    }

    @Test func `a recording that was deleted is gone for everybody`() async throws {
        try await Self.run { server in
            try await Self.record(server)
            let backend = RESTCaller(server)
            let id = try #require(try await Self.complete(backend).first?["RecordingId"] as? String)
            let answer = try await backend.call("\(Self.service)/get_recording_address", ["RecordingId": id])
            let path = try #require((answer["Response"] as? [String: Any])?["PlayURL"] as? String)
            func code(_ command: String, _ body: [String: Any]) async throws -> Int? {
                try await backend.call("\(Self.service)/\(command)", body)["ErrorCode"] as? Int
            }
            #expect(try await code("keep_recording", ["RecordingId": id, "IsKept": true]) == 0)
            #expect(try await code("delete_recording", ["RecordingId": id]) == 0)
            #expect(try await HTTPConnection.ask(path, server).status == 404)
            for command in ["delete_recording", "get_recording_address"] {
                #expect(try await code(command, ["RecordingId": id]) == 110_340)
            }
            #expect(try await code("keep_recording", ["RecordingId": id, "IsKept": true]) == 110_340)
        }
    }

    @Test func `as many players as may are sent recordings, and the next is asked to wait`() async throws {
        try await Self.run(change: { $0.readersMax = 1 }) { server in
            try await Self.record(server)
            let backend = RESTCaller(server)
            let id = try #require(try await Self.complete(backend).first?["RecordingId"] as? String)
            let answer = try await backend.call("\(Self.service)/get_recording_address", ["RecordingId": id])
            let path = try #require((answer["Response"] as? [String: Any])?["PlayURL"] as? String)
            // One after another all are served: a place is given back with the end of each answer.
            for _ in 0..<3 { #expect(try await HTTPConnection.ask(path, server, method: "HEAD").status == 200) }
        }
    }
}
