import Foundation
import Logging
import NIOCore
import NIOPosix
import OvationMedia
import OvationMediaSamples
import OvationModel
import OvationStorage
import OvationTestKit
import Synchronization
import Testing

@testable import OvationObservability
@testable import OvationPictures
@testable import OvationSupport

/// Covers that are drawn from running pictures, with a program of the test's own in the place of ffmpeg, and with ffmpeg.
@Suite(.timeLimit(.minutes(5)))
struct CoverDeskTests {
    /// A program that does what a test wants of ffmpeg.
    private struct Program {
        let folder: URL
        var path: String { folder.appendingPathComponent("ffmpeg").path }

        /// - Parameter work: lines of a shell; `$jpeg` is a file with a cover, `$folder` a place for files.
        init(_ work: String) throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-cover-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(SampleCover.jpeg).write(to: folder.appendingPathComponent("cover.jpg"))
            let text = """
                #!/bin/sh
                folder='\(folder.path)'
                jpeg="$folder/cover.jpg"
                \(work)
                """
            try TestProgram.write(text, to: path)
        }

        func file(_ name: String) -> [UInt8]? {
            (try? Data(contentsOf: folder.appendingPathComponent(name))).map { Array($0) }
        }

        func remove() { try? FileManager.default.removeItem(at: folder) }
    }

    /// The pictures of a server on which the live `r1` is on, and the desk that has covers drawn.
    private struct World {
        let clock = ManualClock()
        let log = RecordedLog()
        let registry = PrometheusRegistry()
        let pictures: Pictures
        let desk: CoverDesk
        let picture: LivePicture
        let stream = SampleStream()

        init(hasCover: Bool = false, change: (inout MediaLimits) -> Void = { _ in }) throws {
            var configuration = MediaConfiguration()
            change(&configuration.limits)
            let clock = clock
            pictures = Pictures(
                configuration, secret: "secret", eventLoops: [MultiThreadedEventLoopGroup.singleton.next()],
                clock: ServerClock(wall: { clock.now }, nanoseconds: { clock.nanoseconds }),
                keys: StreamKeysInMemory(), tickets: NoTickets(), metrics: MediaMetrics(factory: registry),
                fetchMetrics: FetchMetrics(factory: registry),
                logger: log.logger, refusedLinesPerSecond: 100
            ) { _ in LiveStart(session: LiveSessionID(unchecked: "s1"), isPublic: true, hasCover: hasCover) }
            // No test measures how fast the machine is.
            guard let desk = CoverDesk(pictures, logger: log.logger, drawMilliseconds: 100_000) else { throw NoDesk() }
            self.desk = desk
            picture = try #require(pictures.picture(of: LiveID(unchecked: "r1")))
        }

        /// A publisher sends the beginning of a stream and a second of it.
        func publish(_ number: UInt64 = 1) async throws {
            picture.connected(PublisherID(number)) { _ in }
            var (publisher, parts) = (MediaPublisher(at: clock.now), [MediaPublisher.Part]())
            try stream.bytes(fragments: 1).withUnsafeBytes { bytes in
                try publisher.receive(bytes, at: clock.now, into: &parts)
            }
            try await picture.take(parts.map(LivePicture.Part.init), from: PublisherID(number))
        }

        /// The cover that the list shows.
        var cover: [UInt8]? {
            pictures.addresses.covers[picture.session].map { Array($0.content.readableBytesView) }
        }

        func count(_ outcome: CoverDesk.Outcome) -> Bool {
            registry.render().contains("ovation_media_covers_drawn_total{outcome=\"\(outcome.rawValue)\"} 1\n")
        }
    }

    /// The server draws no covers.
    private struct NoDesk: Error {}

    private struct NoTickets: PublishTicketSource {
        func issue(for live: LiveID, at now: Timestamp) async throws -> PublishTicket {
            PublishTicket(text: "none", liveID: live, expiresAt: now)
        }

        func redeem(_ text: String, for live: LiveID, at now: Timestamp) async throws -> Bool { false }
    }

    private let draws = #"cat >"$folder/got"; cat "$jpeg""#

    @Test func `a live by an encoder gets a cover from its running picture, and another one each minute`() async throws
    {
        let program = try Program(draws)
        defer { program.remove() }
        let world = try World()
        #expect(await world.desk.round(with: program.path) == nil, "there is no picture")
        try await world.publish()
        world.clock.advance(seconds: 9)
        #expect(await world.desk.round(with: program.path) == nil, "a page may still send one")
        world.clock.advance(seconds: 1)
        #expect(await world.desk.round(with: program.path) == .drawn)
        #expect(world.cover == SampleCover.jpeg)
        #expect(program.file("got") == world.stream.bytes(fragments: 1), "the beginning, and the newest key frame")
        #expect(world.count(.drawn))
        world.clock.advance(seconds: 59)
        #expect(await world.desk.round(with: program.path) == nil)
        world.clock.advance(seconds: 1)
        #expect(await world.desk.round(with: program.path) == .drawn)
        world.picture.stop()
        try await world.picture.home.submit {}.get()
        world.clock.advance(seconds: 60)
        #expect(await world.desk.round(with: program.path) == nil && world.cover == nil)
    }

    @Test func `who has a cover of their own costs nothing`() async throws {
        let program = try Program(draws)
        defer { program.remove() }
        let hosts = try World(hasCover: true)
        try await hosts.publish()
        hosts.clock.advance(seconds: 600)
        #expect(await hosts.desk.round(with: program.path) == nil)
        let sent = try World()
        try await sent.publish()
        let image = try #require(CoverImage(SampleCover.jpeg))
        for _ in 0..<4 {
            #expect(try await sent.picture.take(image) == .taken)
            sent.clock.advance(seconds: 59)
            #expect(await sent.desk.round(with: program.path) == nil)
        }
        #expect(program.file("got") == nil)
    }

    @Test func `covers are drawn by a relay that wants some`() throws {
        for change in [{ $0.coverDrawSeconds = 0 }, { $0.coverBytesMax = 0 }] as [(inout MediaLimits) -> Void] {
            #expect(throws: NoDesk.self) { try World(change: change) }
        }
    }

    @Test(
        arguments: [
            (#"echo "no key frame" >&2; exit 1"#, .failed, "no key frame"),
            ("cat >/dev/null; echo '<svg/>'", .invalid, "no JPEG"),
            ("cat >/dev/null; head -c 100000 /dev/zero; exec sleep 600", .invalid, "media.coverBytesMax"),
            ("exit 0", .failed, "wrote nothing"),
        ] as [(String, CoverDesk.Outcome, String)])
    func `a program that draws none is counted and logged, and asked again later`(
        work: String, outcome: CoverDesk.Outcome, words: String
    ) async throws {
        let program = try Program(work)
        defer { program.remove() }
        let world = try World()
        try await world.publish()
        world.clock.advance(seconds: 10)
        #expect(await world.desk.round(with: program.path) == outcome)
        #expect(world.cover == nil && world.count(outcome))
        let isLogged = world.log.lines.contains { $0.contains("could not be drawn") && $0.contains(words) }
        #expect(isLogged, "\(world.log.lines)")
        world.clock.advance(seconds: 119)
        #expect(await world.desk.round(with: program.path) == nil)
        world.clock.advance(seconds: 1)
        #expect(await world.desk.round(with: program.path) == outcome)
    }

    @Test func `a program that hangs is killed, and what it did not read harms nobody`() async throws {
        let program = try Program(#"echo $$ >"$folder/process"; exec sleep 600"#)
        defer { program.remove() }
        let much = ByteBuffer(repeating: 7, count: 1_000_000)
        do {
            _ = try await CoverDrawing.run(program.path, [much], bytesMax: 1_000, milliseconds: 300)
            Issue.record("it drew")
        } catch CoverDrawing.Failure.slow {}
        // The machine may be so slow that it had not begun.
        let text = String(decoding: program.file("process") ?? [], as: UTF8.self)
        if let process = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) { #expect(kill(process, 0) != 0) }
    }

    @Test func `a cover of a publisher who was replaced meanwhile is none`() async throws {
        let program = try Program(
            #"cat >/dev/null; : >"$folder/begun"; until [ -e "$folder/go" ]; do sleep 0.05; done; cat "$jpeg""#)
        defer { program.remove() }
        let world = try World()
        try await world.publish()
        world.clock.advance(seconds: 10)
        let (desk, path) = (world.desk, program.path)
        let hasEnded = Mutex(false)
        @Sendable func draw() async -> CoverDesk.Outcome? {
            defer { hasEnded.withLock { $0 = true } }
            return await desk.round(with: path)
        }
        async let outcome = draw()
        try await Patience.until("the program") { program.file("begun") != nil || hasEnded.withLock { $0 } }
        #expect(program.file("begun") != nil, "\(world.log.lines)")
        try await world.publish(2)
        try Data().write(to: program.folder.appendingPathComponent("go"))
        let became = await outcome
        #expect(became == .gone)
        #expect(world.cover == nil && world.count(.gone))
    }

    @Test(.enabled(if: FFmpeg(name: "ffmpeg").path != nil, "scripts/install-dependencies test installs ffmpeg"))
    func `ffmpeg draws a small JPEG of a key frame, and nothing of what has none`() async throws {
        let path = try #require(FFmpeg(name: "ffmpeg").path)
        func draw(_ bytes: [UInt8]) async throws -> CoverImage? {
            let drawn = try await CoverDrawing.run(
                path, [ByteBuffer(bytes: bytes)], bytesMax: MediaLimits().coverBytesMax, milliseconds: 60_000)
            return CoverImage(drawn)
        }
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let fixtures = tests.appendingPathComponent("OvationMediaTests/Fixtures")
        for name in ["h264-aac", "chromium-h264-opus", "h265"] {
            let file = try Data(contentsOf: fixtures.appendingPathComponent("\(name).mp4"))
            let image = try #require(try await draw(Array(file)))
            #expect(image.type == "image/jpeg" && max(image.width, image.height) <= 320 && image.width > 100)
        }
        let sound = try Data(contentsOf: fixtures.appendingPathComponent("aac-only.mp4"))
        for bytes in [Array(sound), Array("no MP4 at all".utf8), SampleStream().bytes(fragments: 1)] {
            await #expect(throws: CoverDrawing.Failure.self) { _ = try await draw(bytes) }
        }
    }
}
