import OvationMedia
import OvationMediaSamples
import Testing

/// Codec strings of RFC 6381.
@Suite struct CodecTests {
    private static func hvcC(profile: UInt8, flags: [UInt8], constraints: [UInt8], level: UInt8) -> [UInt8] {
        [1, profile] + flags + constraints + [level] + BoxWriter.zeros(10)
    }

    private static let pictures: [(String, String, [UInt8], String)] = [
        ("avc1", "avcC", [1, 0x42, 0xC0, 0x1F, 0xFF, 0xE0, 0], "avc1.42C01F"),
        ("avc3", "avcC", [1, 0x64, 0x00, 0x28, 0xFF, 0xE1], "avc3.640028"),
        (
            "hvc1", "hvcC", hvcC(profile: 1, flags: [0x60, 0, 0, 0], constraints: [0x90, 0, 0, 0, 0, 0], level: 93),
            "hvc1.1.6.L93.90"
        ),
        (
            "hev1", "hvcC", hvcC(profile: 0xA2, flags: [0x20, 0, 0, 0], constraints: [0, 0, 0, 0, 0, 0], level: 120),
            "hev1.B2.4.H120"
        ),
        ("av01", "av1C", [0x81, 0x08, 0x0C, 0x00], "av01.0.08M.08"),
        ("av01", "av1C", [0x81, 0x2D, 0xC0, 0x00], "av01.1.13H.10"),
        ("av01", "av1C", [0x81, 0x54, 0x60, 0x00], "av01.2.20M.12"),
        ("vp09", "vpcC", [1, 0, 0, 0, 0, 31, 0x82, 1, 1, 1, 0, 0], "vp09.00.31.08"),
        ("vp09", "vpcC", [1, 0, 0, 0, 2, 10, 0xA2, 1, 1, 1, 0, 0], "vp09.02.10.10"),
    ]

    private static let sounds: [(String, String, [UInt8], String)] = [
        ("mp4a", "esds", SampleTrack.esds(object: 0x40, specific: [0x11, 0x90]), "mp4a.40.2"),
        ("mp4a", "esds", SampleTrack.esds(object: 0x40, specific: [0x2B, 0x92]), "mp4a.40.5"),
        ("mp4a", "esds", SampleTrack.esds(object: 0x40, specific: [0xF9, 0x40]), "mp4a.40.42"),
        ("mp4a", "esds", SampleTrack.esds(object: 0x6B, specific: []), "mp4a.6B"),
        ("Opus", "dOps", BoxWriter.zeros(11), "opus"),
        ("fLaC", "dfLa", BoxWriter.zeros(42), "flac"),
        ("ac-3", "dac3", BoxWriter.zeros(3), "ac-3"),
        ("ec-3", "dec3", BoxWriter.zeros(5), "ec-3"),
    ]

    @Test(arguments: pictures)
    func `a picture's codec string is the one that players expect`(
        _ type: String, _ box: String, _ content: [UInt8], _ codec: String
    ) throws {
        let bytes = SampleStream([.video(type, box, content, width: 1_280, height: 720)]).bytes(fragments: 1)
        let segment = try #require(Outcome(bytes).initialisations.first)
        #expect(segment.info.codecs == codec)
        #expect(segment.tracks.first?.content == .video(width: 1_280, height: 720))
        #expect(segment.info.mimeType == "video/mp4; codecs=\"\(codec)\"")
    }

    @Test(arguments: sounds)
    func `a sound's codec string is the one that players expect`(
        _ type: String, _ box: String, _ content: [UInt8], _ codec: String
    ) throws {
        let bytes = SampleStream([.sound(type, box, content, id: 1)]).bytes(fragments: 1)
        let segment = try #require(Outcome(bytes).initialisations.first)
        #expect(segment.info.codecs == codec)
        #expect(segment.tracks.first?.content == .sound(channels: 2, samplesPerSecond: 48_000))
    }

    @Test func `the picture's codec comes first, even if its track does not`() throws {
        var video = SampleTrack.h264()
        video.id = 5
        for tracks in [[video, .opus()], [.opus(), video]] {
            let segment = try #require(Outcome(SampleStream(tracks).bytes()).initialisations.first)
            #expect(segment.info.codecs == "avc1.42C01F,opus")
            #expect(segment.info.hasSound && segment.info.hasPicture)
        }
    }

    @Test(arguments: pictures + sounds)
    func `a truncated codec description is refused at every length`(
        _ type: String, _ box: String, _ content: [UInt8], _ codec: String
    ) {
        let isPicture = Self.pictures.contains { $0.0 == type }
        for count in content.indices {
            let cut = Array(content.prefix(count))
            let track = isPicture ? SampleTrack.video(type, box, cut) : .sound(type, box, cut, id: 1)
            let outcome = Outcome(SampleStream([track]).bytes(fragments: 0))
            // The bytes after the part that names the codec may be missing.
            #expect(
                outcome.failure?.code == (count == 0 ? .descriptionMissing : .badBox)
                    || outcome.initialisations.first?.info.codecs == codec)
        }
        #expect(content.isEmpty == false)
    }

    @Test func `a codec description of another version is refused`() {
        for (type, box, content) in [
            ("avc1", "avcC", [9, 0x42, 0, 0x1F, 0xFF, 0xE0]), ("av01", "av1C", [0x80, 0, 0, 0]),
            ("vp09", "vpcC", BoxWriter.zeros(12)),
        ] {
            #expect(Outcome(SampleStream([.video(type, box, content)]).bytes()).failure?.code == .badBox)
        }
        let mpeg4 = SampleTrack.sound("mp4a", "esds", SampleTrack.esds(object: 0xA9, specific: []), id: 1)
        #expect(Outcome(SampleStream([mpeg4]).bytes()).failure?.code == .codecUnsupported)
    }

    @Test func `false lengths and flags in sound descriptors are refused`() {
        let right = SampleTrack.esds(object: 0x40, specific: [0x11, 0x90])
        func failure(_ place: Int, _ bytes: [UInt8]) -> MediaError.Code? {
            var content = right
            content.replaceSubrange(place..<(place + bytes.count), with: bytes)
            return Outcome(SampleStream([.sound("mp4a", "esds", content, id: 1)]).bytes(fragments: 0)).failure?.code
        }
        #expect(failure(4, [4]) == .badBox)
        #expect(failure(5, [0x7F]) == .badBox)
        #expect(failure(5, [0xFF, 0xFF, 0xFF, 0xFF]) == .badBox)
        #expect(failure(8, [0x40]) == .badBox)
        #expect(failure(5, [right[5]]) == nil)
    }
}
