import OvationMedia
import OvationMediaSamples
import OvationTestKit
import Testing

@Suite struct StreamCheckTests {
    private func check(_ bytes: [UInt8], limits: MediaLimits = MediaLimits(), chunk: Int = .max) -> StreamCheck.Findings
    {
        var check = StreamCheck(limits: limits)
        var rest = bytes[...]
        while !rest.isEmpty, check.take(rest.prefix(chunk)) { rest = rest.dropFirst(chunk) }
        check.finish()
        return check.findings
    }

    @Test func `a file that the relay accepts is described`() throws {
        let findings = check(try FixtureTests.file("h264-aac.mp4"))
        #expect(findings.isAccepted)
        #expect(findings.info?.codecs == "avc1.42C00A,mp4a.40.2")
        #expect(findings.info?.width == 160)
        #expect(findings.fragments == 4 && findings.keyFragments == 4 && findings.initialisations == 1)
        #expect((3_900_000...4_100_000).contains(findings.durationMicroseconds))
        // Sound frames do not end exactly with the second.
        #expect((1_000_000...1_050_000).contains(findings.longestMicroseconds))
        #expect(findings.bitsPerSecond > 0)
        #expect(!findings.isTruncated)
    }

    @Test(arguments: [
        ("plain.mp4", MediaError.Code.notFragmented), ("no-g.mp4", .fragmentTooLong), ("webm.webm", .notMP4),
        ("no-default-base.mp4", .absoluteAddresses),
    ])
    func `a file is refused with the error that the relay gives`(_ name: String, _ code: MediaError.Code) throws {
        let findings = check(try FixtureTests.file(name))
        #expect(!findings.isAccepted)
        #expect(findings.failure?.code == code)
    }

    @Test func `a file with too high a bit rate at its own pace is refused`() {
        var limits = MediaLimits()
        limits.bitRateMax = 4_000
        limits.burstSeconds = 10
        let bytes = SampleStream().bytes(fragments: 20)
        let findings = check(bytes, limits: limits)
        #expect(findings.failure?.code == .bitRateExceeded)
        #expect(findings.fragments > 0 && findings.fragments < 20)
        #expect(check(bytes).isAccepted)
    }

    @Test func `a file cut inside a fragment is accepted up to the cut, and one without a fragment is refused`() {
        let bytes = SampleStream().bytes(fragments: 2)
        let cut = check(Array(bytes.dropLast(5)))
        #expect(cut.isAccepted && cut.isTruncated && cut.fragments == 1)
        #expect(check(SampleStream().initialisation()).failure?.code == .truncated)
        #expect(check([]).failure?.code == .truncated)
    }

    @Test func `a refusal of long fragments names the fix: key frames, or a fixed length for sound alone`() throws {
        let sound = SampleStream([.opus()])
        let voice = check(sound.initialisation() + sound.fragment(startMilliseconds: 0, milliseconds: 5_000)).failure
        #expect(voice == MediaError(.fragmentTooLong, advice: .fragmentDuration))
        #expect(check(try FixtureTests.file("no-g.mp4")).failure == MediaError(.fragmentTooLong, advice: .keyFrames))
    }

    @Test func `a file gets the same verdict in any chunks`() throws {
        var random = SeededGenerator.printed()
        for name in ["h264-aac.mp4", "no-g.mp4", "h264-every-frame.mp4"] {
            let bytes = try FixtureTests.file(name)
            #expect(check(bytes, chunk: random.number(1...5_000)) == check(bytes))
        }
    }
}
