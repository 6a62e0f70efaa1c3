import OvationMedia
import OvationMediaSamples
import Testing

/// The sound of a stream, for players that nobody looks at.
@Suite struct SoundOfStreamTests {
    private let limits = MediaLimits()

    private func cut(_ segment: [UInt8]) throws -> SoundOfStream {
        try #require(try SoundOfStream(initialisation: segment, limits: limits))
    }

    @Test(arguments: SampleStream.Style.allCases)
    func `the sound of a fragment is the fragment of a stream that has the sound alone`(style: SampleStream.Style)
        throws
    {
        let (both, alone) = (SampleStream(style: style), SampleStream([.opus()], style: style))
        let sound = try cut(both.initialisation())
        #expect(sound.info.codecs == "opus")
        #expect(!sound.info.hasPicture)
        for second in 0..<3 {
            let whole = both.fragment(number: second + 1, startMilliseconds: second * 1_000)
            let wanted = alone.fragment(number: second + 1, startMilliseconds: second * 1_000)
            let own = try sound.fragment(whole)
            #expect(own == wanted)
        }
    }

    @Test func `the order of the tracks, and headers of their own, make no difference`() throws {
        let sound = try cut(SampleStream([.opus(), .h264()]).initialisation())
        let (picture, alone) = (SampleStream([.h264()]), SampleStream([.opus()]))
        let wanted = alone.fragment(startMilliseconds: 0)
        let reversed = try sound.fragment(SampleStream([.opus(), .h264()]).fragment(startMilliseconds: 0))
        #expect(reversed == wanted)
        let separate = try sound.fragment(picture.fragment(startMilliseconds: 0) + wanted)
        #expect(separate == wanted)
        let none = try sound.fragment(picture.fragment(startMilliseconds: 0))
        #expect(none.isEmpty)
    }

    @Test(arguments: ["h264-aac.mp4", "h264-opus-bframes.mp4", "separate-moof.mp4", "chromium-h264-opus.mp4"])
    func `what is cut out of an encoder's stream is a stream that plays as long`(name: String) throws {
        let whole = Outcome(try FixtureTests.file(name))
        let sound = try cut(try #require(whole.initialisations.first).bytes)
        var bytes = sound.bytes
        for fragment in whole.fragments { bytes += try sound.fragment(fragment.bytes) }
        let own = Outcome(bytes)
        #expect(own.failure == nil)
        #expect(own.initialisations.map(\.info) == [sound.info])
        #expect(own.fragments.allSatisfy { $0.span.beginsWithKeyFrame })
        let (last, lastOfWhole) = (try #require(own.fragments.last), try #require(whole.fragments.last))
        #expect(abs(last.span.endMicroseconds - lastOfWhole.span.endMicroseconds) < 300_000)
        #expect(bytes.count < whole.parts.count * 100_000)
    }

    @Test func `a stream of one track alone stays as it is`() throws {
        for tracks in [[SampleTrack.h264()], [.opus(id: 1)]] {
            let sound = try SoundOfStream(initialisation: SampleStream(tracks).initialisation(), limits: limits)
            #expect(sound == nil)
        }
    }

    @Test func `runs that tell the same bytes many times are refused, and so is what is no fragment`() throws {
        let stream = SampleStream([.opus(), .h264()])
        let sound = try cut(stream.initialisation())
        let swollen = stream.changed("moof/traf") { track in
            let runs = track.children.filter { $0.type == "trun" }
            for _ in 0..<40 { track.children += runs }
        }
        let fragment = Array(swollen.dropFirst(stream.initialisation().count))
        #expect(throws: MediaError.self) { try sound.fragment(fragment) }
        #expect(throws: MediaError.self) { try sound.fragment(Array(fragment.dropLast())) }
        #expect(throws: MediaError.self) {
            try SoundOfStream(initialisation: stream.fragment(startMilliseconds: 0), limits: limits)
        }
    }
}
