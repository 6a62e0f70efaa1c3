import Foundation
import OvationMedia
import OvationTestKit
import Testing

/// Streams from other encoders; [how they were made](Fixtures/README.md).
@Suite struct FixtureTests {
    struct Right: CustomTestStringConvertible, Sendable {
        let name: String
        let codecs: String
        let fragments: Int
        let keys: Int
        let seconds: ClosedRange<Double>
        var testDescription: String { name }
    }

    static func file(_ name: String) throws -> [UInt8] {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: nil, subdirectory: "Fixtures"))
        return Array(try Data(contentsOf: url))
    }

    private static let right: [Right] = [
        Right(name: "h264-aac.mp4", codecs: "avc1.42C00A,mp4a.40.2", fragments: 4, keys: 4, seconds: 3.9...4.1),
        Right(name: "h264-opus-bframes.mp4", codecs: "avc1.64000A,opus", fragments: 3, keys: 3, seconds: 2.9...3.1),
        Right(name: "h264-every-frame.mp4", codecs: "avc1.42C00A", fragments: 20, keys: 2, seconds: 1.9...2.1),
        Right(name: "separate-moof.mp4", codecs: "avc1.42C00A,mp4a.40.2", fragments: 4, keys: 4, seconds: 3.9...4.1),
        Right(name: "aac-only.mp4", codecs: "mp4a.40.2", fragments: 5, keys: 5, seconds: 3.9...4.1),
        Right(name: "h265.mp4", codecs: "hvc1.1.6.L30.90", fragments: 2, keys: 2, seconds: 1.9...2.1),
        Right(name: "vp9.mp4", codecs: "vp09.00.10.08", fragments: 2, keys: 2, seconds: 1.9...2.1),
        Right(name: "av1.mp4", codecs: "av01.0.00M.08", fragments: 2, keys: 2, seconds: 1.9...2.1),
        Right(name: "chromium-h264-opus.mp4", codecs: "avc1.42C015,opus", fragments: 4, keys: 4, seconds: 2.0...3.7),
        Right(name: "chromium-av1.mp4", codecs: "av01.0.00M.08", fragments: 3, keys: 3, seconds: 1.5...2.7),
        Right(name: "chromium-voice.mp4", codecs: "opus", fragments: 9, keys: 9, seconds: 2.0...2.7),
        Right(name: "flac.mp4", codecs: "flac", fragments: 2, keys: 2, seconds: 1.9...2.1),
    ]

    @Test(arguments: right) func `streams from ffmpeg and from a browser are read`(_ file: Right) throws {
        let bytes = try Self.file(file.name)
        let outcome = Outcome(bytes)
        #expect(outcome.failure == nil)
        #expect(outcome.initialisations.map(\.info.codecs) == [file.codecs])
        let fragments = outcome.fragments
        #expect(fragments.count == file.fragments)
        #expect(fragments.count { $0.span.beginsWithKeyFrame } == file.keys)
        #expect(fragments.first?.span.beginsWithKeyFrame == true)
        let seconds = Double(fragments.reduce(0) { $0 + $1.span.durationMicroseconds }) / 1_000_000
        #expect(file.seconds.contains(seconds))
        for (before, after) in zip(fragments, fragments.dropFirst()) {
            #expect(abs(before.span.endMicroseconds - after.span.startMicroseconds) < 150_000)
        }
    }

    @Test(arguments: right) func `a recorded stream reads the same in any chunks`(_ file: Right) throws {
        var random = SeededGenerator.printed()
        let bytes = try Self.file(file.name)
        let whole = Outcome(bytes)
        for _ in 0..<3 { #expect(Outcome(bytes, chunk: random.number(1...5_000)) == whole) }
    }

    @Test(arguments: [
        ("plain.mp4", MediaError.Code.notFragmented), ("no-empty-moov.mp4", .notFragmented),
        ("no-default-base.mp4", .absoluteAddresses), ("av1-undescribed.mp4", .descriptionMissing),
        ("no-g.mp4", .fragmentTooLong), ("webm.webm", .notMP4),
    ])
    func `a stream made without a needed ffmpeg option is refused with the option's name`(
        _ name: String, _ code: MediaError.Code
    )
        throws
    {
        let outcome = Outcome(try Self.file(name))
        #expect(outcome.failure?.code == code)
        #expect(outcome.fragments.isEmpty)
    }
}
