import OvationMedia
import OvationMediaSamples
import Testing

/// Everything that can be wrong with a box, and the error for it.
@Suite struct BadStreamTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let code: MediaError.Code
        let bytes: [UInt8]
        var testDescription: String { name }

        init(_ name: String, _ code: MediaError.Code, _ bytes: [UInt8]) {
            (self.name, self.code, self.bytes) = (name, code, bytes)
        }
    }

    private static let stream = SampleStream()
    private static let beginning = stream.initialisation()
    private static let fragment = stream.fragment(startMilliseconds: 0)
    private static let video = SampleTrack.h264()
    private static let second = {
        var track = SampleTrack.h264(); track.id = 2; return track
    }()

    private static func header(_ type: String, _ size: Int) -> [UInt8] { BoxWriter.number32(size) + Array(type.utf8) }

    /// The stream with the bytes of a box replaced, counted from the start of its content.
    private static func patched(_ path: String, at place: Int, _ bytes: [UInt8], in stream: SampleStream = stream)
        -> [UInt8]
    {
        stream.changed(path) { $0.content.replaceSubrange(place..<(place + bytes.count), with: bytes) }
    }

    static let order: [Case] = [
        Case("WebM", .notMP4, [0x1A, 0x45, 0xDF, 0xA3] + BoxWriter.zeros(20)),
        Case("MPEG-TS", .notMP4, [0x47, 0x40, 0x11, 0x10] + BoxWriter.zeros(20)),
        Case("FLV", .notMP4, Array("FLV".utf8) + BoxWriter.zeros(20)),
        Case("text", .notMP4, Array("GET / HTTP/1.1".utf8)),
        Case("a fragment first", .fragmentBeforeMovie, fragment),
        Case("a movie without a file type", .boxOutOfOrder, Array(beginning.dropFirst(28))),
        Case("samples first", .notFragmented, BoxWriter.box("mdat", BoxWriter.zeros(9))),
        Case(
            "samples behind the file type, as in files for download", .notFragmented,
            beginning.prefix(28) + BoxWriter.box("mdat", BoxWriter.zeros(9))),
        Case("two file types", .boxOutOfOrder, beginning.prefix(28) + beginning),
        Case("a movie twice", .boxOutOfOrder, beginning + beginning.dropFirst(28)),
        Case("samples without a header", .boxOutOfOrder, beginning + BoxWriter.box("mdat", BoxWriter.zeros(9))),
        Case("samples twice", .boxOutOfOrder, beginning + fragment + BoxWriter.box("mdat", BoxWriter.zeros(9))),
        Case("a header without samples", .boxOutOfOrder, beginning + BoxTree.read(fragment[...])[0].bytes + fragment),
        Case(
            "a box between header and samples", .boxOutOfOrder,
            beginning + BoxTree.read(fragment[...])[0].bytes + BoxWriter.box("free")),
        Case("a new beginning without a movie", .fragmentBeforeMovie, beginning + beginning.prefix(28) + fragment),
    ]

    static let sizes: [Case] = [
        Case("no length", .openEndedBox, beginning + header("moof", 0)),
        Case(
            "samples without a length", .openEndedBox,
            beginning + BoxTree.read(fragment[...])[0].bytes + header("mdat", 0)),
        Case("shorter than its head", .badBox, beginning + header("moof", 7)),
        Case("a long size shorter than its head", .badBox, beginning + header("moof", 1) + BoxWriter.number64(15)),
        Case("a file type without a brand", .badBox, BoxWriter.box("ftyp", BoxWriter.zeros(4))),
        Case("a file type of megabytes", .initialisationTooLarge, header("ftyp", 3_000_000)),
        Case("a movie of gigabytes", .initialisationTooLarge, beginning.prefix(28) + header("moov", 0x7FFF_FFFF)),
        Case(
            "a movie of exabytes", .initialisationTooLarge,
            beginning.prefix(28) + header("moov", 1) + BoxWriter.number64(.max)),
        Case(
            "a movie of more than a number holds", .initialisationTooLarge,
            beginning.prefix(28) + header("moov", 1) + BoxWriter.number64(-1)),
        Case("a header of megabytes", .boxTooLarge, beginning + header("moof", 1_000_000)),
        Case(
            "samples of gigabytes", .fragmentTooLarge,
            beginning + BoxTree.read(fragment[...])[0].bytes + header("mdat", 0x7FFF_FFFF)),
        Case("a skipped box of gigabytes", .boxTooLarge, beginning + header("free", 0x7FFF_FFFF)),
        Case(
            "a skipped box of more than a number holds", .boxTooLarge,
            beginning + header("uuid", 1) + BoxWriter.number64(-1)),
        Case(
            "a box that is longer than its parent", .badBox,
            stream.bytes(fragments: 1).replacing(type: "mvhd", size: 0xFF_FFFF)),
        Case(
            "a box that ends before its bytes do", .badBox,
            stream.bytes(fragments: 1).replacing(type: "mvhd", size: 104)),
        Case(
            "a box that is shorter than its head, inside", .badBox,
            stream.bytes(fragments: 1).replacing(type: "trak", size: 4)),
        Case(
            "a box without a length, inside", .openEndedBox, stream.bytes(fragments: 1).replacing(type: "mdia", size: 0)
        ),
    ]

    static let movies: [Case] =
        [
            "mvhd", "trak/tkhd", "trak/mdia", "trak/mdia/mdhd", "trak/mdia/hdlr", "trak/mdia/minf",
            "trak/mdia/minf/stbl", "trak/mdia/minf/stbl/stsd",
        ].flatMap { path in
            [
                Case("without \(path)", .badBox, stream.without("moov/\(path)")),
                Case("two \(path)", .badBox, stream.doubled("moov/\(path)")),
            ]
        } + [
            Case(
                "without a description of its codec", .descriptionMissing,
                stream.without("moov/trak/mdia/minf/stbl/stsd/avc1/avcC")),
            Case("two descriptions of its codec", .badBox, stream.doubled("moov/trak/mdia/minf/stbl/stsd/avc1/avcC")),
            Case("without mvex", .notFragmented, stream.without("moov/mvex")),
            Case("two mvex", .badBox, stream.doubled("moov/mvex")),
            Case("without a track", .tracksRefused, stream.without("moov/trak")),
            Case("without defaults of its track", .badBox, stream.without("moov/mvex/trex")),
            Case("defaults twice", .badBox, stream.doubled("moov/mvex/trex")),
            Case("two descriptions", .badBox, patched("moov/trak/mdia/minf/stbl/stsd", at: 4, BoxWriter.number32(2))),
            Case("no description", .badBox, patched("moov/trak/mdia/minf/stbl/stsd", at: 4, BoxWriter.number32(0))),
            Case("two pictures", .tracksRefused, SampleStream([video, second]).bytes(fragments: 0)),
            Case("three tracks", .tracksRefused, SampleStream([video, .opus(), .opus(id: 3)]).bytes(fragments: 0)),
            Case("two tracks of one number", .badBox, SampleStream([video, .opus(id: 1)]).bytes(fragments: 0)),
            Case("subtitles", .tracksRefused, patched("moov/trak/mdia/hdlr", at: 8, Array("text".utf8))),
            Case("track 0", .badBox, patched("moov/trak/tkhd", at: 12, BoxWriter.number32(0))),
            Case("no time scale", .badBox, patched("moov/trak/mdia/mdhd", at: 12, BoxWriter.number32(0))),
            Case(
                "samples in the movie", .notFragmented,
                patched("moov/trak/mdia/minf/stbl/stsz", at: 8, BoxWriter.number32(9))),
            Case("no width", .pictureSizeRefused, SampleStream([.h264(width: 0)]).bytes(fragments: 0)),
            Case("no height", .pictureSizeRefused, SampleStream([.h264(height: 0)]).bytes(fragments: 0)),
            Case("too wide", .pictureSizeRefused, SampleStream([.h264(width: 7_681)]).bytes(fragments: 0)),
            Case("an unknown codec", .codecUnsupported, SampleStream([.video("mp4v", "esds", [])]).bytes(fragments: 0)),
            Case(
                "an unknown sound", .codecUnsupported,
                SampleStream([.sound("samr", "damr", [], id: 1)]).bytes(fragments: 0)),
            Case("encrypted", .encrypted, SampleStream([.video("encv", "avcC", [])]).bytes(fragments: 0)),
            Case(
                "a sound of QuickTime", .badBox,
                patched("moov/trak/mdia/minf/stbl/stsd/Opus", at: 8, [0, 1], in: SampleStream([.opus(id: 1)]))),
            Case(
                "defaults of nine tracks", .tracksRefused,
                stream.changed("moov/mvex") { extends in
                    extends.children = (1...9).map {
                        BoxTree(
                            "trex",
                            content: BoxWriter.zeros(4) + BoxWriter.number32($0) + BoxWriter.number32(1)
                                + BoxWriter.zeros(12))
                    }
                }),
        ]

    static let fragments: [Case] =
        ["tfhd", "mfhd"].map { type in
            Case("without \(type)", .badBox, stream.without(type == "mfhd" ? "moof/mfhd" : "moof/traf/tfhd"))
        } + [
            Case("two mfhd", .badBox, stream.doubled("moof/mfhd")),
            Case("two tfhd", .badBox, stream.doubled("moof/traf/tfhd")),
            Case("two tfdt", .badBox, stream.doubled("moof/traf/tfdt")),
            Case("without tfdt", .decodeTimeMissing, stream.without("moof/traf/tfdt")),
            Case("without tracks", .emptyFragment, stream.without("moof/traf")),
            Case("without samples", .emptyFragment, SampleStream([video]).without("moof/traf/trun")),
            Case(
                "a track twice", .badBox,
                SampleStream([video, .opus()]).changed("moof") { $0.children[2] = $0.children[1] }),
            Case("three tracks", .badBox, stream.doubled("moof/traf")),
            Case("an unknown track", .unknownTrack, patched("moof/traf/tfhd", at: 4, BoxWriter.number32(7))),
            Case("addresses of the file", .absoluteAddresses, patched("moof/traf/tfhd", at: 3, [1])),
            Case("addresses without a base", .absoluteAddresses, patched("moof/traf/tfhd", at: 1, [0])),
            Case("another description", .badBox, patched("moof/traf/tfhd", at: 0, BoxWriter.number32(0x2_0002))),
            Case(
                "more samples than there may be", .tooManySamples,
                patched("moof/traf/trun", at: 4, BoxWriter.number32(10_001))),
            Case(
                "samples that no number holds", .tooManySamples,
                patched("moof/traf/trun", at: 4, BoxWriter.number32(-1))),
            Case("more samples than bytes", .badBox, patched("moof/traf/trun", at: 4, BoxWriter.number32(500))),
            Case(
                "samples before their bytes", .dataOutsideFragment,
                patched("moof/traf/trun", at: 8, BoxWriter.number32(0))),
            Case(
                "samples before the fragment", .dataOutsideFragment,
                patched("moof/traf/trun", at: 8, BoxWriter.number32(-100))),
            Case(
                "samples behind their bytes", .dataOutsideFragment,
                patched("moof/traf/trun", at: 8, BoxWriter.number32(0x7FFF_FFFF))),
            Case(
                "a sample of gigabytes", .dataOutsideFragment, patched("moof/traf/trun", at: 16, BoxWriter.number32(-1))
            ),
            Case(
                "no address", .badBox,
                SampleStream([video], style: .movieDefaults).changed("moof/traf/trun") {
                    $0.content = BoxWriter.number32(0) + BoxWriter.number32(10)
                }),
            Case(
                "frames that last for hours", .fragmentTooLong, patched("moof/traf/tfhd", at: 8, BoxWriter.number32(-1))
            ),
            Case(
                "three seconds", .fragmentTooLong,
                beginning + stream.fragment(startMilliseconds: 0, milliseconds: 3_000)),
            Case("sound for five seconds", .fragmentTooLong, beginning + longSound),
            Case(
                "a time that no player has", .timeOutOfBounds,
                patched("moof/traf/tfdt", at: 4, BoxWriter.number64(-1), in: SampleStream(style: .everySample))),
        ]

    /// One second of picture with five seconds of sound.
    private static var longSound: [UInt8] {
        let whole = SampleStream([video, .opus()]).fragment(startMilliseconds: 0)
        var root = BoxTree("root", children: BoxTree.read(whole[...]))
        _ = root.change(["moof"]) { moof in
            _ = moof.children[2].change(["tfhd"]) {
                $0.content.replaceSubrange(8..<12, with: BoxWriter.number32(960 * 5))
            }
        }
        return root.children.flatMap(\.bytes)
    }

    @Test(arguments: order) func `boxes in the wrong order are refused`(_ one: Case) { check(one) }
    @Test(arguments: sizes) func `wrong sizes are refused before memory is reserved for them`(_ one: Case) {
        check(one)
    }
    @Test(arguments: movies) func `a wrong description of a stream is refused`(_ one: Case) { check(one) }
    @Test(arguments: fragments) func `a wrong fragment is refused`(_ one: Case) { check(one) }

    private func check(_ one: Case) {
        let whole = Outcome(one.bytes)
        #expect(whole.failure?.code == one.code)
        #expect(Outcome(one.bytes, chunk: 3) == whole)
    }

    @Test func `a fragment up to a twentieth longer than two seconds is accepted`() {
        for milliseconds in [2_000, 2_100] {
            let bytes = Self.beginning + Self.stream.fragment(startMilliseconds: 0, milliseconds: milliseconds)
            #expect(Outcome(bytes).failure == nil)
        }
        #expect(
            Outcome(Self.beginning + Self.stream.fragment(startMilliseconds: 0, milliseconds: 2_200)).failure?.code
                == .fragmentTooLong)
    }

    @Test func `each limit refuses a stream that is one over it`() {
        let bytes = Self.stream.bytes(fragments: 1)
        var limits = MediaLimits()
        limits.initialisationBytesMax = Self.beginning.count
        limits.fragmentBytesMax = Self.fragment.count
        limits.fragmentSamplesMax = 60
        limits.pictureSideMax = 160
        #expect(Outcome(bytes, limits: limits).failure == nil)
        func code(_ change: (inout MediaLimits) -> Void) -> MediaError.Code? {
            var changed = limits
            change(&changed)
            return Outcome(bytes, limits: changed).failure?.code
        }
        #expect(code { $0.initialisationBytesMax -= 1 } == .initialisationTooLarge)
        #expect(code { $0.fragmentBytesMax -= 1 } == .fragmentTooLarge)
        #expect(code { $0.fragmentSamplesMax -= 1 } == .tooManySamples)
        #expect(code { $0.pictureSideMax -= 1 } == .pictureSizeRefused)
        #expect(code { $0.fragmentHeaderBytesMax = 10 } == .boxTooLarge)
    }

    @Test func `a movie with thousands of flat or nested boxes is read without looking inside them`() {
        let flat = [BoxTree](repeating: BoxTree("free"), count: 6_000)
        // The boxes are nested thousands deep, and the reader opens none of them.
        var nested: [UInt8] = []
        for _ in 0..<4_000 { nested = BoxWriter.number32(nested.count + 8) + Array("trak".utf8) + nested }
        for extra in [flat, [BoxTree("udta", content: nested)]] {
            let bytes = Self.stream.changed("moov") { $0.children.insert(contentsOf: extra, at: 1) }
            #expect(Outcome(bytes).failure == nil)
        }
        let deepTrack = Self.stream.changed("moov") { $0.children[1] = BoxTree("trak", content: nested) }
        #expect(Outcome(deepTrack).failure == MediaError(.badBox, box: "trak"))
        let tracks = Self.stream.changed("moov") {
            $0.children.insert(contentsOf: [BoxTree](repeating: BoxTree("trak"), count: 3), at: 1)
        }
        #expect(Outcome(tracks).failure == MediaError(.tracksRefused))
    }

    @Test func `every error has a sentence for its message`() {
        for code in MediaError.Code.allCases {
            #expect(code.sentence.hasSuffix("."))
            #expect(MediaError(code).description == code.sentence)
        }
        #expect(MediaError(.badBox, box: "trun").description.hasSuffix("(box \"trun\")"))
        #expect(Outcome(Self.beginning + [0, 0, 0, 0, 0x22, 0x0A, 0xFF, 0x41]).failure?.box == "...A")
    }
}

extension [UInt8] {
    /// The same bytes with another size in the header of the first box of a type.
    fileprivate func replacing(type: String, size: Int) -> [UInt8] {
        var bytes = self
        guard let place = bytes.firstRange(of: Array(type.utf8))?.lowerBound, place >= 4 else { return [] }
        bytes.replaceSubrange((place - 4)..<place, with: BoxWriter.number32(size))
        return bytes
    }
}
