import Logging
import NIOCore
import NIOPosix
import OvationMedia
import OvationMediaSamples
import OvationModel
import Testing

@testable import OvationServer

@Suite struct PublishAccessTests {
    private let live = LiveID(unchecked: "r1")
    private let keys = StreamKeysInMemory()

    private func makePictures(isOn: Bool = true) -> Pictures {
        Pictures(
            MediaConfiguration(), secret: "secret", eventLoops: [MultiThreadedEventLoopGroup.singleton.next()],
            clock: .system, keys: keys, metrics: MediaMetrics(factory: PrometheusRegistry()),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { _ in isOn ? LiveStart(session: LiveSessionID(unchecked: "s1"), isPublic: true) : nil }
    }

    @Test func `a stream key lets in who publishes its live, until it is made anew`() async {
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

    @Test func `bytes are kept once, as frames, and are the same without their heads`() {
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

    @Test func `a stream of the samples is read by the publisher's side`() throws {
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
