import OvationMedia
import OvationMediaSamples
import OvationTestKit
import Testing

@Suite struct FragmentedMP4ReaderTests {
    @Test func `a reader returns the initialisation, then each fragment with its last byte`() throws {
        let stream = SampleStream()
        let (beginning, first) = (stream.initialisation(), stream.fragment(startMilliseconds: 0))
        var reader = FragmentedMP4Reader()
        var parts: [MediaPart] = []
        try reader.read(beginning.dropLast(), into: &parts)
        #expect(parts.isEmpty)
        #expect(reader.keptBytes == beginning.count - 1)
        try reader.read(beginning.suffix(1), into: &parts)
        #expect(parts.count == 1)
        #expect(reader.keptBytes == 0)
        try reader.read(first.dropLast(), into: &parts)
        #expect(parts.count == 1)
        try reader.read(first.suffix(1), into: &parts)
        #expect(parts.count == 2)
        try reader.finish()
    }

    @Test func `a reader returns the received bytes without boxes that players do not need`() {
        let stream = SampleStream()
        let extra = BoxWriter.box("styp", BoxWriter.zeros(12)) + BoxWriter.box("sidx", BoxWriter.zeros(40))
        let fragment = stream.fragment(startMilliseconds: 0)
        let outcome = Outcome(
            stream.initialisation() + extra + fragment + BoxWriter.box("free") + fragment
                + BoxWriter.box("mfra", BoxWriter.zeros(99)))
        #expect(outcome.failure == nil)
        #expect(outcome.initialisations.map(\.bytes) == [stream.initialisation()])
        #expect(outcome.fragments.map(\.bytes) == [fragment, fragment])
    }

    @Test(arguments: SampleStream.Style.allCases)
    func `times, key frames and samples are read in every form that a fragment can give them`(
        _ style: SampleStream.Style
    ) throws {
        let stream = SampleStream([.h264(width: 640, height: 360), .opus()], style: style)
        let bytes =
            stream.initialisation() + stream.fragment(startMilliseconds: 61_000)
            + stream.fragment(number: 2, startMilliseconds: 62_000, milliseconds: 500, isKey: false)
        let outcome = Outcome(bytes)
        #expect(outcome.failure == nil)
        let fragments = outcome.fragments
        try #require(fragments.count == 2)
        #expect(fragments.map(\.span.startMicroseconds) == [61_000_000, 62_000_000])
        #expect(fragments.map(\.span.durationMicroseconds) == [1_000_000, 500_000])
        #expect(fragments.map(\.span.beginsWithKeyFrame) == [true, false])
        #expect(fragments.map(\.sampleCount) == [60, 30])
        #expect(fragments[0].span.endMicroseconds == fragments[1].span.startMicroseconds)
    }

    @Test func `a sound-only stream can begin anywhere and takes its time from the sound`() throws {
        let outcome = Outcome(SampleStream([.aac(id: 1)]).bytes(fragments: 2))
        #expect(outcome.initialisations.first?.info.mimeType == "audio/mp4; codecs=\"mp4a.40.2\"")
        #expect(outcome.initialisations.first?.info.hasPicture == false)
        #expect(outcome.fragments.map(\.span.beginsWithKeyFrame) == [true, true])
        #expect(outcome.fragments.map(\.span.startMicroseconds) == [0, 1_000_000])
    }

    @Test func `a sound-only fragment of a stream with a picture is no place to begin`() {
        let both = SampleStream()
        let sound = SampleStream([.opus()])
        let outcome = Outcome(
            both.initialisation() + both.fragment(startMilliseconds: 0) + sound.fragment(startMilliseconds: 1_000))
        #expect(outcome.failure == nil)
        #expect(outcome.fragments.map(\.span.beginsWithKeyFrame) == [true, false])
    }

    @Test func `a restarted stream returns its new initialisation`() {
        let (first, second) = (SampleStream(), SampleStream([.h264(width: 320, height: 240)]))
        let outcome = Outcome(first.bytes(fragments: 2) + second.bytes(fragments: 1) + second.bytes(fragments: 1))
        #expect(outcome.failure == nil)
        #expect(outcome.initialisations.map(\.info.width) == [160, 320, 320])
        #expect(outcome.fragments.count == 4)
    }

    @Test func `a 64-bit box size is read like a 32-bit one`() throws {
        let stream = SampleStream()
        let fragment = stream.fragment(startMilliseconds: 0)
        let tree = BoxTree.read(fragment[...])
        let content = try #require(tree.last?.content)
        var moved = BoxTree("root", children: tree)
        // The samples start eight bytes later.
        for track in 0..<2 {
            let index = try #require(moved.children[0].children[track + 1].children.firstIndex { $0.type == "trun" })
            let offset = moved.children[0].children[track + 1].children[index].content[8..<12].reduce(0) {
                $0 << 8 | Int($1)
            }
            moved.children[0].children[track + 1].children[index].content.replaceSubrange(
                8..<12, with: BoxWriter.number32(offset + 8))
        }
        let long = BoxWriter.number32(1) + Array("mdat".utf8) + BoxWriter.number64(content.count + 16) + content
        let outcome = Outcome(stream.initialisation() + moved.children[0].bytes + long)
        #expect(outcome.failure == nil)
        #expect(outcome.fragments.count == 1)
    }

    @Test func `a stream cut into any chunks gives the same parts and the same error`() {
        var random = SeededGenerator.printed()
        let right = SampleStream().bytes(fragments: 3)
        let wrong = right + BoxWriter.box("mdat", BoxWriter.zeros(8)) + right
        for bytes in [right, wrong] {
            let whole = Outcome(bytes)
            #expect(Outcome(bytes, chunk: 1) == whole)
            for _ in 0..<20 { #expect(Outcome(bytes, chunk: random.number(2...600)) == whole) }
        }
        #expect(Outcome(wrong).fragments.count == 3)
        #expect(Outcome(wrong).failure?.code == .boxOutOfOrder)
    }

    @Test func `a failed reader stays failed and keeps nothing`() {
        var reader = FragmentedMP4Reader()
        var parts: [MediaPart] = []
        let bytes = SampleStream().initialisation()
        #expect(throws: MediaError(.notMP4)) { try reader.read([0x1A, 0x45, 0xDF, 0xA3, 1, 2, 3, 4], into: &parts) }
        #expect(throws: MediaError(.notMP4)) { try reader.read(bytes[...], into: &parts) }
        #expect(throws: MediaError(.notMP4)) { try reader.finish() }
        #expect(reader.keptBytes == 0)
        #expect(parts.isEmpty)
    }

    @Test func `a stream that ends inside a fragment fails at its end`() throws {
        let bytes = SampleStream().bytes(fragments: 1)
        let header = SampleStream().fragment(startMilliseconds: 0).count
        for count in [3, 30, bytes.count - header + 9, bytes.count - 1] {
            var reader = FragmentedMP4Reader()
            var parts: [MediaPart] = []
            try reader.read(bytes.prefix(count), into: &parts)
            #expect(throws: MediaError(.truncated)) { try reader.finish() }
        }
    }
}
