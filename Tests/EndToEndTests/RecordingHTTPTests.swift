import Foundation
import OvationBroker
import OvationMedia
import OvationMediaSamples
import OvationModel
import OvationPictures
import OvationStorage
import OvationTestKit
import Synchronization
import Testing

@testable import OvationNode
@testable import OvationServer

/// Recordings of a real server: published, listed, played in parts, and deleted.
@Suite(.timeLimit(.minutes(5)))
struct RecordingHTTPTests {
    private static let service = "ovation_recording_srv"

    /// Runs a server that records every live into a folder of its own.
    private static func run(
        limits: Limits = Limits(), storage: (any Storage)? = nil, cluster: ClusterPlace? = nil,
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
        try await TestServer.run(limits: limits, storage: storage, media: media, cluster: cluster, body)
    }

    /// Publishes three seconds to a live, and ends it.
    ///
    /// - Parameter isHiddenAtLast: Whether its host takes it off the list before the end, when no more of the picture comes.
    private static func record(_ server: TestServer, isHiddenAtLast: Bool = false) async throws {
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
        if isHiddenAtLast { _ = try await host.ask(.update { $0.isPublicVisible = false }) }
        _ = try await host.ask(.end)
    }

    private struct Response<Content: Decodable>: Decodable {
        let content: Content

        enum CodingKeys: String, CodingKey { case content = "Response" }
    }

    private struct Listed: Decodable {
        struct Recording: Decodable {
            let id: String
            let isComplete: Bool
            let end: String
            let milliseconds: Int
            let byteCount: Int

            enum CodingKeys: String, CodingKey {
                case id = "RecordingId"
                case isComplete = "IsComplete"
                case end = "EndReason"
                case milliseconds = "Milliseconds"
                case byteCount = "ByteCount"
            }
        }

        let recordings: [Recording]

        enum CodingKeys: String, CodingKey { case recordings = "RecordingList" }
    }

    private struct Address: Decodable {
        let path: String

        enum CodingKeys: String, CodingKey { case path = "PlayURL" }
    }

    private static func answer<Content: Decodable>(
        _ command: String, _ body: [String: Any], _ backend: RESTCaller, as type: Content.Type = Content.self
    ) async throws -> Content {
        let answer = try await backend.call("\(service)/\(command)", body)
        let json = try JSONSerialization.data(withJSONObject: answer)
        return try JSONDecoder().decode(Response<Content>.self, from: json).content
    }

    /// The recording of the live once it is complete.
    private static func complete(_ backend: RESTCaller) async throws -> Listed.Recording {
        // The thread of the recordings completes it after the live's end.
        while true {
            let listed = try await answer("get_recordings", ["RoomId": "r1"], backend, as: Listed.self)
            if let first = listed.recordings.first, first.isComplete { return first }
        }
    }

    private static func path(of recording: Listed.Recording, _ backend: RESTCaller) async throws -> String {
        try await answer("get_recording_address", ["RecordingId": recording.id], backend, as: Address.self).path
    }

    @Test func `a recording is listed with the end of its live, and played whole and in parts`() async throws {
        try await Self.run { server in
            try await Self.record(server)
            let backend = RESTCaller(server)
            let recording = try await Self.complete(backend)
            #expect(recording.end == "live_ended")
            #expect((2_950...3_100).contains(recording.milliseconds))
            let path = try await Self.path(of: recording, backend)
            let whole = try await HTTPConnection.ask(path, server)
            #expect(whole.status == 200 && whole.headers["content-type"] == "video/mp4")
            #expect(whole.body.count == recording.byteCount)
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
            let id = try await Self.complete(RESTCaller(server)).id
            for path in ["\(id).mp4", "\(id).mp4?t=9999999999.00", "ghost.mp4", "..%2Fovation.mp4?t=1.1"] {
                let answer = try await HTTPConnection.ask("/v1/recordings/\(path)", server)
                #expect([403, 404].contains(answer.status), "\(path): \(answer.text)")
                if !path.contains("..") { #expect(answer.status == 403 && answer.text.contains("110343")) }
            }
        }
    }

    private struct Replays: Decodable {
        struct Replay: Decodable { let url: String }
        let recordings: [Replay]
    }

    /// The recordings that a page finds.
    private static func listed(_ query: String, _ server: TestServer) async throws -> [Replays.Replay] {
        let answer = try await HTTPConnection.ask("/v1/recordings\(query)", server)
        #expect(answer.status == 200)
        return try JSONDecoder().decode(Replays.self, from: Data(answer.body)).recordings
    }

    @Test func `the page of a live that is over finds its recordings, and no other page does`() async throws {
        try await Self.run { server in
            try await Self.record(server)
            _ = try await Self.complete(RESTCaller(server))
            let found = try await Self.listed("?live=r1", server)
            #expect(found.count == 1)
            let path = try #require(found.first?.url)
            #expect(try await HTTPConnection.ask(path, server).status == 200)
            for query in ["", "?live=", "?live=ghost", "?live=%00"] {
                #expect(try await Self.listed(query, server).isEmpty)
            }
        }
    }

    @Test func `a live that is on at another server shows no recordings here, and cannot be recorded from here`()
        async throws
    {
        let isElsewhere = Mutex(false)
        let place = ClusterPlace(
            MemoryBrokerServer().connect(), cluster: try #require(ClusterName("tests")),
            node: NodeRun(slot: 1, incarnation: 1), secret: "the secret of a cluster, long enough"
        ) { _ in isElsewhere.withLock { $0 } ? NodeRun(slot: 2, incarnation: 1) : nil }
        try await Self.run(cluster: place) { server in
            try await Self.record(server)
            let backend = RESTCaller(server)
            _ = try await Self.complete(backend)
            #expect(try await Self.listed("?live=r1", server).count == 1)
            let start = "\(Self.service)/start_recording"
            #expect(try await backend.code(start, ["RoomId": "r1"]) == ErrorCode.roomNotFound.rawValue)
            isElsewhere.withLock { $0 = true }
            #expect(try await Self.listed("?live=r1", server).isEmpty)
            #expect(try await backend.code(start, ["RoomId": "r1"]) == ErrorCode.liveElsewhere.rawValue)
        }
    }

    @Test func `a live that is hidden when no more of its picture comes leaves nothing to see`() async throws {
        try await Self.run { server in
            try await Self.record(server, isHiddenAtLast: true)
            _ = try await Self.complete(RESTCaller(server))
            #expect(try await Self.listed("?live=r1", server).isEmpty)
        }
    }

    @Test func `a recording that was deleted is gone for everybody`() async throws {
        try await Self.run { server in
            try await Self.record(server)
            let backend = RESTCaller(server)
            let recording = try await Self.complete(backend)
            let (id, path) = (recording.id, try await Self.path(of: recording, backend))
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

    /// Publishes a second to a live of a user who never logs in, and ends it, all by the backend.
    private static func record(
        of owner: String, in live: String = "r1", _ server: TestServer, _ backend: RESTCaller
    ) async throws {
        let room: [String: Any] = ["RoomId": live, "RoomType": "Live", "Owner_Account": owner]
        #expect(try await backend.code("im_open_login_svc/account_import", ["UserID": owner]) == 0)
        #expect(try await backend.code("create_room", ["RoomInfo": room]) == 0)
        let key = try #require(try await backend.response("get_stream_key", ["RoomId": live])["StreamKey"] as? String)
        let publisher = try await HTTPConnection.open(server)
        try await publisher.send(
            "/v1/media/\(live)/publish", method: "PUT",
            headers: ["Transfer-Encoding: chunked", "Authorization: Bearer \(key)"])
        let stream = SampleStream()
        try await publisher.send(chunk: stream.initialisation())
        try await publisher.send(chunk: stream.second(0))
        try await publisher.endChunks()
        _ = await publisher.answer()
        #expect(try await backend.code("destroy_room", ["RoomId": live]) == 0)
    }

    @Test func `who is erased leaves no recording of their lives, not even one that was to stay`() async throws {
        try await Self.run { server in
            let backend = RESTCaller(server)
            try await Self.record(of: "ada", server, backend)
            let recording = try await Self.complete(backend)
            let path = try await Self.path(of: recording, backend)
            let keep: [String: Any] = ["RecordingId": recording.id, "IsKept": true]
            #expect(try await backend.code("\(Self.service)/keep_recording", keep) == 0)
            let erased = try await backend.response("ovation_user_srv/erase_user", ["User_Account": "ada"])
            #expect(erased["IsDone"] as? Bool == true, "\(erased)")
            #expect(try await HTTPConnection.ask(path, server).status == 404)
            let listed = try await Self.answer("get_recordings", ["RoomId": "r1"], backend, as: Listed.self)
            #expect(listed.recordings.isEmpty)
        }
    }

    @Test func `an erasure whose calls are all late goes on with each, and ends under its alias`() async throws {
        var limits = Limits()
        limits.erasureCallMilliseconds = 0
        try await Self.run(limits: limits) { server in
            let backend = RESTCaller(server)
            @Sendable func listed(_ live: String) async throws -> [Listed.Recording] {
                try await Self.answer("get_recordings", ["RoomId": live], backend, as: Listed.self).recordings
            }
            for live in ["r1", "r2"] {
                try await Self.record(of: "ada", in: live, server, backend)
                try await Patience.until("the recording of \(live) is complete") {
                    try await listed(live).contains(where: \.isComplete)
                }
            }
            // With a wallet of theirs the alias is taken: another erasure would begin under another one.
            let credit: [String: Any] = ["User_Account": "ada", "Coins": 50, "Reference": "r-ada"]
            #expect(try await backend.code("ovation_wallet_srv/credit", credit) == 0)
            var (left, aliases): ([Int], Set<String>) = ([], [])
            var isDone = false
            while !isDone, left.count < 9 {
                let body: [String: Any] = ["User_Account": "ada", "GivesUpCoins": true]
                let erased = try await backend.response("ovation_user_srv/erase_user", body)
                isDone = try #require(erased["IsDone"] as? Bool)
                aliases.insert(try #require(erased["Alias"] as? String))
                left.append(try await listed("r1").count + listed("r2").count)
            }
            #expect(isDone && left.contains(1) && left.last == 0, "\(left)")
            #expect(aliases.count == 1, "\(aliases)")
        }
    }

    @Test func `a server that cannot delete recordings does not erase who has some, and changes nothing`()
        async throws
    {
        let storage = try TestServer.emptyStorage()
        try await Self.run(storage: storage) { server in
            try await Self.record(of: "ada", server, RESTCaller(server))
            _ = try await Self.complete(RESTCaller(server))
        }
        try await TestServer.run(storage: storage) { server in
            let backend = RESTCaller(server)
            let refused = try await backend.call("ovation_user_srv/erase_user", ["User_Account": "ada"])
            #expect(refused["ErrorCode"] as? Int == ErrorCode.recordingsOff.rawValue)
            #expect((refused["ErrorInfo"] as? String)?.contains("recording.directory") == true)
            #expect(try await storage.openErasures().isEmpty)
            #expect(try await backend.code("ovation_user_srv/erase_user", ["User_Account": "ben"]) == 0)
        }
    }

    @Test func `the place of a player is given back with the end of its answer`() async throws {
        try await Self.run(change: { $0.readersMax = 1 }) { server in
            try await Self.record(server)
            let backend = RESTCaller(server)
            let path = try await Self.path(of: Self.complete(backend), backend)
            // One after another all are served: a place is given back with the end of each answer.
            for _ in 0..<3 { #expect(try await HTTPConnection.ask(path, server, method: "HEAD").status == 200) }
        }
    }

    @Test func `who asks for a recording while it is being deleted is answered with 404, and keeps no place`()
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let change = { (recording: inout RecordingConfiguration) in
            (recording.directory, recording.readersMax) = (folder, 1)
        }
        try await Self.run(change: change) { server in
            try await Self.record(server)
            let backend = RESTCaller(server)
            let path = try await Self.path(of: Self.complete(backend), backend)
            // The player has read the row by the time that the file goes.
            let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains(".mp4") }
            #expect(files.count == 1)
            for file in files { try FileManager.default.removeItem(atPath: "\(folder)/\(file)") }
            for _ in 0..<3 { #expect(try await HTTPConnection.ask(path, server).status == 404) }
        }
    }
}
