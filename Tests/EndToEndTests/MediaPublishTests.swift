import Foundation
import NIOCore
import OvationClient
import OvationMedia
import OvationMediaSamples
import OvationModel
import OvationProcess
import OvationWire
import Testing

@testable import ovation

/// Recordings are published to a real server, by the command and by the publisher that it uses.
@Suite(.timeLimit(.minutes(5)))
struct MediaPublishTests {
    private static let live = LiveID(unchecked: "r1")

    /// A recording that is short enough to be published at its own pace.
    private static func recording(fragments: Int = 4) -> [UInt8] {
        SampleStream(style: .everySample).bytes(fragments: fragments, milliseconds: 200)
    }

    /// The owner of a live, logged in with the client library.
    private static func owner(_ url: String, _ user: String = "host") async throws -> OvationClient {
        let client = OvationClient(
            configuration: ClientConfiguration(serverURL: url), orderJournal: InMemoryOrderJournal())
        _ = try await client.logIn(sdkAppID: 1_400_000_001, userID: UserID(unchecked: user), userSig: "dev")
        return client
    }

    private static func publisher(
        _ url: String, _ owner: OvationClient, _ recording: [UInt8], loops: StreamPace.Repetition? = nil,
        told: @escaping @Sendable (FilePublisher.Event, FilePublisher.Progress) -> Void = { _, _ in }
    ) throws -> FilePublisher {
        let endpoint = try #require(TransportEndpoint(serverURL: url))
        return FilePublisher(
            source: .bytes(recording), repetition: loops,
            open: {
                let publishing = try await owner.publishMedia(in: live)
                return try await MediaPublishConnection.open(
                    to: endpoint, live: live, proof: .address(publishing.url), tls: nil)
            }, told: told)
    }

    /// Publishes while `meanwhile` runs, then stops.
    private static func run(
        _ publisher: FilePublisher, _ meanwhile: @Sendable () async throws -> Void
    ) async throws -> FilePublisher.Progress {
        try await withThrowingTaskGroup(of: FilePublisher.Progress.self) { group in
            group.addTask { try await publisher.run() }
            try await meanwhile()
            group.cancelAll()
            return try #require(try await group.next())
        }
    }

    /// The field that the tests read from `media check --json`.
    private struct Report: Decodable { let accepted: Bool }

    /// The server after its restart.
    private actor Again {
        private(set) var server: ServerProcess?
        func set(_ server: ServerProcess) { self.server = server }
    }

    @Test func `a recording reaches a player byte by byte, and the live has no picture after it`() async throws {
        try await TestServer.run { server in
            let owner = try await Self.owner(server.url)
            _ = try await owner.createRoom(Self.live, settings: RoomSettings())
            let viewer = try await Robot.viewer(server)
            let player = try await MediaClient.player(server)
            let recording = Self.recording()
            let progress = try await Self.publisher(server.url, owner, recording).run()
            #expect(progress.isFinished && progress.connections == 1)
            #expect(progress.fragments == 4 && progress.bytes == recording.count)
            #expect(progress.microseconds == 800_000)
            #expect(try await player.binaries(5).flatMap { $0 } == recording)
            var states: [RoomMedia.State] = []
            while states.last != RoomMedia.State.none { states.append(try await viewer.hear(.picture).media.state) }
            #expect(states == [.live, .none])
            await owner.logOut()
        }
    }

    @Test func `the owner reads what became of publishers, with the key and the address for an encoder`() async throws {
        try await TestServer.run { server in
            let owner = try await Self.owner(server.url)
            _ = try await owner.createRoom(Self.live, settings: RoomSettings())
            let before = try await owner.encoderSetup(in: Self.live)
            #expect(before.events.isEmpty && before.ways.map(\.kind) == ["http"])
            #expect(before.ways.first?.server == "/v1/media/r1/publish")
            let key = try #require(before.ways.first?.key)
            #expect(StreamKey(key) != nil)
            let viewer = try await Robot.viewer(server)
            let progress = try await Self.publisher(server.url, owner, Self.recording()).run()
            #expect(progress.isFinished)
            while try await viewer.hear(.picture).media.state != .none { continue }
            let events = try await owner.encoderSetup(in: Self.live).events
            #expect(events.map(\.outcome) == ["ended"] && events.map(\.reason) == ["finished"])
            #expect(events.first?.way == "relay" && events.first?.count == 1)
            await owner.logOut()
        }
    }

    @Test func `a repeated recording keeps its timestamps continuous until it is cancelled`() async throws {
        try await TestServer.run { server in
            let owner = try await Self.owner(server.url)
            _ = try await owner.createRoom(Self.live, settings: RoomSettings())
            let publisher = try Self.publisher(server.url, owner, Self.recording(fragments: 1), loops: .continuing)
            let progress = try await Self.run(publisher) {
                let player = try await MediaClient.player(server)
                var (reader, parts) = (FragmentedMP4Reader(), [MediaPart]())
                for bytes in try await player.binaries(4) { try reader.read(bytes[...], into: &parts) }
                let starts = parts.compactMap { part -> Int64? in
                    if case .fragment(let fragment) = part { fragment.span.startMicroseconds } else { nil }
                }
                #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 == 200_000 }, "\(starts)")
            }
            #expect(!progress.isFinished && progress.fragments >= 3)
            await owner.logOut()
        }
    }

    @Test func `a publisher that was replaced by another ends and does not come back`() async throws {
        try await TestServer.run { server in
            let owner = try await Self.owner(server.url)
            _ = try await owner.createRoom(Self.live, settings: RoomSettings())
            let endless = try Self.publisher(server.url, owner, Self.recording(), loops: .beginningAnew)
            async let first = endless.run()
            _ = try await MediaClient.player(server).binaries(2)
            let second = try await Self.publisher(server.url, owner, Self.recording()).run()
            #expect(second.isFinished)
            do {
                _ = try await first
                Issue.record("the first publisher was not ended")
            } catch let problem as PublishProblem {
                #expect(problem.exitCode == 1)
                guard case .ended(let end, _) = problem else {
                    Issue.record("\(problem)")
                    return
                }
                #expect(end.code.rawValue == 3_506)
            }
            await owner.logOut()
        }
    }

    @Test func `the command says why it was refused, and what to do`() async throws {
        try await TestServer.run { server in
            let folder = try ServerProcess.temporaryFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appending(path: "clip.mp4").path
            try Data(Self.recording()).write(to: URL(fileURLWithPath: file))
            let arguments = ["media", "publish", file, "--live", "r1", "--server", "http://127.0.0.1:\(server.port)"]
            let environment = ["OVATION_STREAM_KEY": "wrong"]
            let off = try await CommandProcess.run(arguments, environment: environment)
            #expect(off.status == 1 && !off.error.contains("publishing"), "\(off)")
            let host = try await Robot.host(server)
            let wrong = try await CommandProcess.run(arguments, environment: environment)
            #expect(wrong.status == 1 && wrong.error.contains("OVATION_STREAM_KEY"), "\(wrong)")
            let nobody = try await CommandProcess.run(
                ["media", "publish", file, "--live", "r1", "--server", "http://127.0.0.1:1"], environment: environment)
            #expect(nobody.status == 69 && nobody.error.contains("Is the server running"), "\(nobody)")
            try Data("RIFF0000WAVE".utf8).write(to: URL(fileURLWithPath: file))
            let kind = try await CommandProcess.run(arguments, environment: environment)
            #expect(kind.status == 65 && kind.error.contains("ffmpeg -i"), "\(kind)")
            let check = try await CommandProcess.run(["media", "check", file, "--json"])
            let report = try JSONDecoder().decode(Report.self, from: Data(check.output.utf8))
            #expect(check.status == 65 && !report.accepted, "\(check)")
            _ = host
        }
    }

    @Test func `publishing resumes by itself after the server was killed and started again`() async throws {
        let folder = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try await ServerProcess.start(data: folder)
        let owner = try await Self.owner(server.url)
        _ = try await owner.createRoom(Self.live, settings: RoomSettings())
        let (connections, continuation) = AsyncStream.makeStream(of: Int.self)
        let publisher = try Self.publisher(server.url, owner, Self.recording(), loops: .continuing) { event, progress in
            if case .connected = event { continuation.yield(progress.connections) }
        }
        let again = Again()
        _ = try await Self.run(publisher) {
            var iterator = connections.makeAsyncIterator()
            #expect(await iterator.next() == 1)
            _ = try await MediaClient.player(server).binaries(2)
            await server.kill()
            await again.set(try await ServerProcess.start(data: folder, port: server.port))
            #expect(await iterator.next() == 2)
            _ = try await MediaClient.player(server).binaries(3)
        }
        await owner.logOut()
        _ = await again.server?.terminate()
    }

    @Test func `the demo's lives show their films`() async throws {
        let folder = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let serving = try await ServingProcess.start(
            [
                ServerProcess.binary().path, "serve", "--dev", "--port", "0", "--data", folder.path, "--log-level",
                "warning",
            ], error: .nothing)
        let viewer = try await Robot.logIn("viewer", serving)
        for cast in DemoRooms.casts where !cast.isVoice {
            // The server creates the lives a moment after it starts to listen, and closes a client that asks as fast as it can.
            while try await viewer.code(.info, in: "\(cast.liveID)") != 0 {
                try await Task.sleep(for: .milliseconds(50))
            }
            let player = try await MediaClient.player(of: "\(cast.liveID)", serving)
            let film = try #require(DemoPicture.film(cast.scene))
            let shown = try await player.binaries(2)
            #expect(shown[0] == Array(film.prefix(shown[0].count)))
            #expect(film.count > shown[1].count && shown[1].count > 1_000)
        }
        serving.process.signal(SIGTERM)
        #expect(await serving.process.end() == 0)
    }
}
