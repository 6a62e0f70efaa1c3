import Logging
import NIOCore
import NIOPosix
import OvationMedia
import OvationMediaSamples
import OvationModel
import OvationStorage
import OvationTestKit
import Testing

@testable import OvationObservability
@testable import OvationPictures
@testable import OvationSupport

@Suite struct PublishAccessTests {
    private let live = LiveID(unchecked: "r1")
    private let keys = StreamKeysInMemory()

    /// A server whose tickets nobody asks for.
    private struct NoTickets: PublishTicketSource {
        func issue(for live: LiveID, at now: Timestamp) async throws -> PublishTicket {
            PublishTicket(text: "none", liveID: live, expiresAt: now)
        }

        func redeem(_ text: String, for live: LiveID, at now: Timestamp) async throws -> Bool { false }
    }

    private func makePictures(
        isOn: Bool = true, clock: ServerClock = .system, metrics: PrometheusRegistry = PrometheusRegistry(),
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) -> Pictures {
        Pictures(
            MediaConfiguration(), secret: "secret", eventLoops: [MultiThreadedEventLoopGroup.singleton.next()],
            clock: clock, keys: keys, tickets: NoTickets(), metrics: MediaMetrics(factory: metrics),
            fetchMetrics: FetchMetrics(factory: metrics), logger: logger, refusedLinesPerSecond: 3
        ) { _ in isOn ? LiveStart(session: LiveSessionID(unchecked: "s1"), isPublic: true) : nil }
    }

    @Test func `a stream key admits the publisher of its own live until it is reset`() async {
        let pictures = makePictures()
        let key = keys.key(of: live)
        func refusal(of live: LiveID, _ key: StreamKey) async -> ErrorCode? {
            await pictures.refusal(ofPublishing: live, ticket: nil, key: key.secret)?.rejection.code
        }
        #expect(await refusal(of: live, key) == nil)
        #expect(await refusal(of: LiveID(unchecked: "r2"), key) == .streamKeyInvalid)
        let new = keys.reset(live)
        #expect(await refusal(of: live, key) == .streamKeyInvalid)
        #expect(await refusal(of: live, new) == nil)
        let off = makePictures(isOn: false)
        #expect(await off.refusal(ofPublishing: live, ticket: nil, key: new.secret)?.rejection.code == .liveNotOn)
    }

    @Test func `the log and the metric give the reason for each refused publisher, at a limited rate`() async throws {
        let (clock, log, metrics) = (ManualClock(), RecordedLog(), PrometheusRegistry())
        let pictures = makePictures(
            clock: ServerClock(wall: { clock.now }, nanoseconds: { clock.nanoseconds }), metrics: metrics,
            logger: log.logger)
        let odd = LiveID(unchecked: #"a "live"\ {here}"#)
        _ = await pictures.refusal(ofPublishing: odd, ticket: nil, key: "a-secret-key")
        pictures.refused(publisherOf: live, MediaRefusal(MediaError(.keyFramesTooFar)))
        pictures.refused(publisherOf: live, MediaRefusal(MediaError(.badBox, box: "moof")))
        for _ in 0..<5 { pictures.refused(publisherOf: live, MediaRefusal(MediaError(.tooFast))) }
        #expect(log.lines.count == 4)
        let first = try #require(log.lines.first)
        #expect(first.contains("a publisher was refused") && first.contains("streamKeyInvalid"))
        #expect(first.contains(#"a \"live\"\\ {here}"#) && !first.contains("a-secret-key"), "\(first)")
        #expect(log.lines[1].contains("keyFramesTooFar") && log.lines[1].contains("-g 30 gives one a second"))
        #expect(log.lines[2].contains(#"(box \"moof\")"#), "\(log.lines[2])")
        for _ in 0..<9 { _ = await pictures.refusal(ofPublishing: live, ticket: nil, key: "a-guess") }
        #expect(log.lines.count == 6, "wrong keys have their own limit on log lines")
        clock.advance(seconds: 1)
        pictures.refused(publisherOf: live, MediaRefusal(MediaError(.silent, advice: .fragmentDuration)))
        let last = try #require(log.lines.last)
        #expect(last.contains("-frag_duration 1000000") && last.contains("lines.left.out"), "\(last)")
        let text = metrics.render()
        for (reason, count) in [
            ("streamKeyInvalid", 10), ("keyFramesTooFar", 1), ("badBox", 1), ("tooFast", 5), ("silent", 1),
            ("codecUnsupported", 0),
        ] {
            #expect(
                text.contains("ovation_media_publishers_refused_total{reason=\"\(reason)\"} \(count)\n"), "\(reason)")
        }
    }

    @Test func `the log says once that a stream's codecs do not play everywhere`() async throws {
        let (clock, log) = (ManualClock(), RecordedLog())
        let pictures = makePictures(
            clock: ServerClock(wall: { clock.now }, nanoseconds: { clock.nanoseconds }), logger: log.logger)
        let home = MultiThreadedEventLoopGroup.singleton.next()
        let picture = LivePicture(live, LiveSessionID(unchecked: "s1"), home: home, of: pictures)
        func begin(_ track: SampleTrack) async throws {
            var (publisher, parts) = (MediaPublisher(at: clock.now), [MediaPublisher.Part]())
            try SampleStream([track]).initialisation().withUnsafeBytes { bytes in
                try publisher.receive(bytes, at: clock.now, into: &parts)
            }
            try await picture.take(parts.map(LivePicture.Part.init), from: PublisherID(1))
        }
        try await begin(.h264())
        #expect(log.lines.isEmpty)
        let deep = SampleTrack.video("avc1", "avcC", [1, 0xF4, 0x00, 0x1F, 0xFF, 0xE0, 0])
        for _ in 0..<3 { try await begin(deep) }
        #expect(log.lines.count == 1)
        let line = try #require(log.lines.first)
        #expect(line.contains("does not play everywhere") && line.contains("avc1.F4001F") && line.contains("yuv420p"))
    }

    @Test func `bytes are stored once as frames, and read back without the frames' headers`() {
        for count in [0, 1, 125, 126, 65_535, 65_536, 200_000] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            let payload = MediaPayload(bytes)
            #expect(payload.content.flatMap { Array($0.readableBytesView) } == bytes)
            var (rest, frames) = (payload.frames, 0)
            while rest.readableBytes > 0 {
                let frame = rest.readMediaFrames(bytesMax: 1)
                #expect(frame.readableBytes <= MediaPayload.frameBytesMax)
                frames += 1
            }
            #expect(frames == max((count + 65_534) / 65_535, 1))
            let slices = ByteBuffer.slices(of: payload.content, in: 0..<min(count, 70_000))
            #expect(slices.flatMap { Array($0.readableBytesView) } == Array(bytes.prefix(70_000)))
        }
    }

    @Test func `the publisher's side reads a sample stream`() throws {
        var publisher = MediaPublisher(at: Timestamp(milliseconds: 0))
        var parts: [MediaPublisher.Part] = []
        try SampleStream().bytes(fragments: 2).withUnsafeBytes { bytes in
            try publisher.receive(bytes, at: Timestamp(milliseconds: 0), into: &parts)
        }
        let sizes = parts.map { part in
            switch LivePicture.Part(part) {
            case .initialisation(let payload, let byteCount, _): payload.byteCount == byteCount
            case .fragment(let payload, let span, _): payload.byteCount == span.byteCount
            }
        }
        #expect(sizes == [true, true, true])
    }
}
