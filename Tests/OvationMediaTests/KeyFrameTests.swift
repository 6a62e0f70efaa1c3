import OvationMedia
import OvationMediaSamples
import OvationModel
import Testing

/// Whether a player can begin at the places that a stream marks.
@Suite struct KeyFrameTests {
    @Test(arguments: ["intra-refresh.mp4", "open-gop.mp4"])
    func `key frames that need earlier pictures are refused with the setting to change`(_ name: String) throws {
        let outcome = Outcome(try FixtureTests.file(name))
        #expect(outcome.failure?.code == .keyFrameMissing)
        let sentence = try #require(outcome.failure).description
        #expect(sentence.contains("IDR") && sentence.contains("intra-refresh") && sentence.contains("open-gop"))
        // The very first picture stands alone.
        #expect(outcome.fragments.count == 1)
    }

    @Test func `a stream without key frames is refused, one joined inside a group is not`() throws {
        let stream = SampleStream()
        func send(_ keys: [Bool]) throws -> Int64 {
            var (publisher, parts) = (MediaPublisher(at: noon), [MediaPublisher.Part]())
            func receive(_ bytes: [UInt8], at second: Double) throws {
                try bytes.withUnsafeBytes { try publisher.receive($0, at: .seconds(second), into: &parts) }
            }
            try receive(stream.initialisation(), at: 0)
            for (second, isKey) in keys.enumerated() {
                try receive(stream.fragment(startMilliseconds: second * 1_000, isKey: isKey), at: Double(second + 1))
            }
            return publisher.fragmentCount
        }
        #expect(try send([false, false, true]) == 1)
        #expect(throws: MediaError(.keyFrameMissing)) { try send([false, false, false]) }
    }

    @Test func `open HEVC groups are accepted and marked as not standing alone`() throws {
        let outcome = Outcome(try FixtureTests.file("h265.mp4"))
        #expect(outcome.failure == nil)
        #expect(outcome.fragments.map(\.span.beginsWithKeyFrame) == [true, true])
        var ring = FragmentRing<String>(at: noon)
        let info = try #require(outcome.initialisations.first).info
        ring.begin("init", byteCount: 100, info: info)
        for (index, fragment) in outcome.fragments.enumerated() {
            ring.append("\(index)", span: fragment.span, jumps: false, at: .seconds(Double(index + 1)))
        }
        ring.end()
        var playlist = HLSPlaylist()
        let written = playlist.bytes(of: ring)
        let text = String(decoding: try #require(written), as: UTF8.self)
        #expect(text.contains(".m4s"))
        #expect(outcome.fragments.allSatisfy(\.span.standsAlone) == text.contains("#EXT-X-INDEPENDENT-SEGMENTS"))
        #expect(outcome.fragments.last?.span.standsAlone == false)
    }

    @Test func `unreadable samples are judged by their header alone`() {
        for size in [1, 4, 5, 40] {
            var track = SampleTrack.h264()
            track.sampleBytes = size
            #expect(Outcome(SampleStream([track]).bytes()).failure == nil)
        }
    }

    @Test(arguments: [
        ("h264-444.mp4", "yuv420p"), ("h265.mp4", "H.264 plays everywhere"), ("flac.mp4", "AAC plays everywhere"),
    ])
    func `a codec that some players lack gets a note`(_ name: String, _ words: String) throws {
        let info = try #require(Outcome(try FixtureTests.file(name)).initialisations.first).info
        #expect(info.notes.count == 1 && info.notes[0].contains(words), "\(info.notes)")
    }

    @Test func `a codec that every player has gets no note`() throws {
        let info = try #require(Outcome(try FixtureTests.file("h264-aac.mp4")).initialisations.first).info
        #expect(info.notes.isEmpty)
    }
}
