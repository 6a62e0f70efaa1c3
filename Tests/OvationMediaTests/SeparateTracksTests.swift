import OvationMedia
import OvationMediaSamples
import OvationModel
import Testing

/// Streams in which each track has its own fragments.
@Suite struct SeparateTracksTests {
    private let stream = SampleStream()
    private let picture = SampleStream([.h264()])
    private let sound = SampleStream([.opus()])

    /// What the relay's publisher returns for a stream sent at its own pace: `i`, or the second of each fragment, with `!` for a jump and
    /// `s` for sound alone.
    private func taken(_ pieces: [(bytes: [UInt8], second: Double)]) throws -> [String] {
        var (publisher, parts) = (MediaPublisher(at: noon), [MediaPublisher.Part]())
        for piece in pieces {
            try piece.bytes.withUnsafeBytes { bytes in
                try publisher.receive(bytes, at: .seconds(piece.second), into: &parts)
            }
        }
        return parts.map { part in
            switch part {
            case .initialisation: "i"
            case .fragment(let one):
                "\(one.fragment.span.startMicroseconds / 1_000_000)\(one.jumps ? "!" : "")"
                    + (one.fragment.isSoundOfPicture ? "s" : "")
            }
        }
    }

    private func fragment(_ tracks: SampleStream, _ second: Int) -> [UInt8] {
        tracks.fragment(number: second + 1, startMilliseconds: second * 1_000)
    }

    @Test(arguments: [true, false])
    func `two tracks with their own headers make one fragment, and the time does not run ahead`(isPictureFirst: Bool)
        throws
    {
        var pieces = [(stream.initialisation(), 0.0)]
        for second in 0..<600 {
            let (first, then) = isPictureFirst ? (picture, sound) : (sound, picture)
            pieces.append((fragment(first, second), Double(second + 1)))
            pieces.append((fragment(then, second), Double(second + 1)))
        }
        #expect(try taken(pieces) == ["i"] + (0..<600).map { "\($0)" })
    }

    @Test func `a joined fragment has the bytes of both tracks and the picture's time`() throws {
        let (first, then) = (fragment(sound, 0), fragment(picture, 0))
        let found = Outcome(stream.initialisation() + first + then).fragments
        #expect(found.count == 1)
        let one = try #require(found.first)
        #expect(one.bytes == first + then)
        #expect(one.span.beginsWithKeyFrame && one.span.durationMicroseconds == 1_000_000)
        #expect(one.span.byteCount == one.bytes.count && one.sampleCount == 60)
    }

    @Test func `a fragment waits for the other track, and is returned when only one track comes`() throws {
        var pieces = [(stream.initialisation(), 0.0)]
        for second in 0..<4 { pieces.append((fragment(picture, second), Double(second + 1))) }
        #expect(try taken(pieces) == ["i", "0", "1", "2", "3"])
        // The sound that comes now waits for its picture.
        pieces.append((fragment(sound, 3), 5))
        #expect(try taken(pieces) == ["i", "0", "1", "2", "3"])
        pieces.append((fragment(picture, 4), 5))
        #expect(try taken(pieces) == ["i", "0", "1", "2", "3", "4"])
    }

    @Test func `a new initialisation first returns the fragment that waits`() {
        let bytes = stream.initialisation() + fragment(picture, 0) + stream.initialisation() + fragment(stream, 1)
        let outcome = Outcome(bytes)
        #expect(outcome.initialisations.count == 2)
        #expect(outcome.fragments.map(\.span.startMicroseconds) == [0, 1_000_000])
    }

    @Test func `tracks are not joined beyond a fragment's largest size`() {
        var limits = MediaLimits()
        let (first, then) = (fragment(picture, 0), fragment(sound, 0))
        limits.fragmentBytesMax = first.count + then.count - 1
        let bytes = stream.initialisation() + first + then + fragment(stream, 1)
        let counts = [first.count, then.count, fragment(stream, 1).count]
        #expect(Outcome(bytes, limits: limits).fragments.map(\.bytes.count) == counts)
        #expect(Outcome(bytes).fragments.count == 2)
    }

    @Test func `sound beside a picture adds no time to the pace, unless it runs ahead by itself`() throws {
        let beginning = [(stream.initialisation(), 0.0), (fragment(stream, 0), 1.0)]
        // Frames and packets come one by one, and the sound does not add to the picture's time.
        var pieces = beginning
        for second in 1..<60 {
            pieces.append((fragment(picture, second), Double(second + 1)))
            for part in 0..<2 {
                pieces.append(
                    (
                        sound.fragment(startMilliseconds: second * 1_000 + part * 500, milliseconds: 500),
                        Double(second + 1)
                    ))
            }
        }
        #expect(try taken(pieces).count { !$0.hasSuffix("s") } == 61)
        let flood = beginning + (0..<30).map { _ in (fragment(sound, 1), 1.0) }
        #expect(throws: MediaError(.tooFast)) { try taken(flood) }
    }

    @Test func `an ffmpeg file with a header for each track loops at its own pace`() throws {
        let file = Outcome(try FixtureTests.file("separate-moof.mp4"))
        #expect(file.failure == nil && file.fragments.count == 4)
        var (pace, bytes, now) = (StreamPace(), [UInt8](), Int64(0))
        for pass in 0..<10 {
            if pass > 0 { pace.beginPass() }
            for piece in file.parts.flatMap({ pace.pieces(of: $0, at: now) }) {
                now = piece.dueMicroseconds
                bytes += piece.bytes
            }
        }
        let read = Outcome(bytes)
        #expect(read.failure == nil && read.initialisations.count == 1 && read.fragments.count == 40)
        // Both tracks were shifted, and each box has its own time.
        let starts = read.fragments.map(\.span.startMicroseconds)
        let steps = zip(starts, starts.dropFirst()).map { $1 - $0 }
        // The first step is longer by the sound encoder's delay of 21 ms.
        #expect(steps.allSatisfy { abs($0 - 1_000_000) < 30_000 }, "\(steps)")
    }

    @Test func `a file of single frames with sound is accepted with the picture's duration`() throws {
        var check = StreamCheck()
        _ = check.take(try FixtureTests.file("every-frame-aac.mp4")[...])
        check.finish()
        #expect(check.findings.isAccepted)
        // This is the picture's time, not the sum of both tracks.
        #expect((1_900_000...2_100_000).contains(check.findings.durationMicroseconds))
    }
}
