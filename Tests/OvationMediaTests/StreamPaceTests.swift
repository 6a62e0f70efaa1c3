import OvationMedia
import OvationMediaSamples
import Testing

@Suite struct StreamPaceTests {
    /// A sender on a manual clock that sends exactly when the pace says so.
    private struct Sender {
        var pace: StreamPace
        var now: Int64 = 0
        var sent: [StreamPace.Piece] = []

        init(_ repetition: StreamPace.Repetition = .continuing) { pace = StreamPace(repetition: repetition) }

        /// Sends a file, each part when it is due.
        mutating func send(_ parts: [MediaPart]) {
            for part in parts {
                for piece in pace.pieces(of: part, at: now) {
                    now = max(now, piece.dueMicroseconds)
                    sent.append(piece)
                }
            }
        }

        /// The times of sending in milliseconds, with `i` for an initialisation segment.
        var said: [String] {
            sent.map { "\($0.isFragment ? "" : "i")\($0.dueMicroseconds / 1_000)" }
        }

        /// What a relay reads from all that was sent.
        var read: Outcome { Outcome(sent.flatMap(\.bytes)) }

        /// The fragments' start times in the stream, in milliseconds.
        var starts: [Int64] { read.fragments.map { $0.span.startMicroseconds / 1_000 } }
    }

    /// A stream with 64-bit times, as browsers and ffmpeg write them.
    private let stream = SampleStream(style: .everySample)

    private func parts(fragments: Int = 3, milliseconds: Int = 1_000, style: SampleStream.Style = .everySample)
        -> [MediaPart]
    {
        Outcome(SampleStream(style: style).bytes(fragments: fragments, milliseconds: milliseconds)).parts
    }

    @Test func `the first fragment is sent at once, and each next one after the previous one has played`() {
        var sender = Sender()
        sender.now = 5_000_000
        sender.send(parts())
        #expect(sender.said == ["i5000", "5000", "6000", "7000"])
        #expect(sender.pace.endMicroseconds == 8_000_000)
    }

    @Test func `a looped file continues in time and sends its initialisation once`() {
        var sender = Sender()
        for pass in 0..<3 {
            if pass > 0 { sender.pace.beginPass() }
            sender.send(parts())
        }
        #expect(sender.said == ["i0", "0", "1000", "2000", "3000", "4000", "5000", "6000", "7000", "8000"])
        #expect(sender.starts == [0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000])
        #expect(sender.read.failure == nil)
        #expect(sender.read.initialisations.count == 1)
    }

    @Test func `each track is shifted in its own time units`() throws {
        var sender = Sender()
        sender.send(parts())
        sender.pace.beginPass()
        sender.send(parts())
        // The shifted fragment equals one generated for that time, byte by byte except for its number.
        let expected = stream.fragment(number: 1, startMilliseconds: 3_000)
        #expect(sender.sent[4].bytes == expected)
    }

    @Test func `a file in begin-anew mode sends its initialisation with every pass`() {
        var sender = Sender(.beginningAnew)
        sender.send(parts(fragments: 2))
        sender.pace.beginPass()
        sender.send(parts(fragments: 2))
        #expect(sender.said == ["i0", "0", "1000", "i2000", "2000", "3000"])
        #expect(sender.starts == [0, 1_000, 0, 1_000])
    }

    @Test func `a stream whose 32-bit times overflow restarts`() {
        var sender = Sender()
        // Sound with 48,000 units a second fills 32 bits in a little more than a day.
        let bytes =
            SampleStream(style: .defaults).initialisation()
            + SampleStream(style: .defaults).fragment(startMilliseconds: 0)
            + SampleStream(style: .defaults).fragment(number: 2, startMilliseconds: 80_000_000)
        let file = Outcome(bytes).parts
        sender.send(file)
        sender.pace.beginPass()
        sender.send(file)
        #expect(sender.read.initialisations.count == 2)
        #expect(sender.starts == [0, 80_000_000, 80_001_000, 80_000_000])
    }

    @Test func `a gap in the recording is not waited for`() {
        var sender = Sender()
        let bytes =
            stream.initialisation() + stream.fragment(startMilliseconds: 0)
            + stream.fragment(number: 2, startMilliseconds: 600_000)
        sender.send(Outcome(bytes).parts)
        #expect(sender.said == ["i0", "0", "1000"])
    }

    @Test func `single frames are sent one by one`() {
        var sender = Sender()
        sender.send(parts(fragments: 5, milliseconds: 40))
        // One sample of this stream lasts 100 ms, so the file's own times decide, not the lengths.
        #expect(sender.said == ["i0", "0", "40", "80", "120", "160"])
    }

    @Test func `a sender slightly behind catches up, and one far behind continues from there`() {
        var sender = Sender()
        let file = parts(fragments: 4)
        sender.send(Array(file.prefix(2)))
        sender.now = 2_500_000
        sender.send([file[2]])
        #expect(sender.said.last == "1000")
        sender.now = 60_000_000
        sender.send(Array(file[3...]))
        #expect(sender.said.suffix(2) == ["60000", "61000"])
    }

    @Test func `a new connection gets the initialisation and the unsent parts at once`() {
        var sender = Sender()
        let file = parts(fragments: 4)
        sender.send(Array(file.prefix(2)))
        let pending = sender.pace.pieces(of: file[2], at: sender.now)
        #expect(pending.map(\.dueMicroseconds) == [1_000_000])
        let pieces = sender.pace.resume(at: 30_000_000, pending: pending.first)
        #expect(pieces.map(\.isFragment) == [false, true])
        #expect(pieces.map(\.dueMicroseconds) == [30_000_000, 30_000_000])
        #expect(pieces[1].bytes == pending[0].bytes)
        sender.now = 30_000_000
        sender.send([file[3]])
        #expect(sender.sent.last?.dueMicroseconds == 31_000_000)
        var fresh = StreamPace()
        #expect(fresh.resume(at: 0, pending: nil).isEmpty)
    }

    @Test func `a looped ffmpeg file continues without a gap in its picture`() throws {
        let file = Outcome(try FixtureTests.file("h264-aac.mp4")).parts
        var sender = Sender()
        for pass in 0..<50 {
            if pass > 0 { sender.pace.beginPass() }
            sender.send(file)
        }
        let read = sender.read
        #expect(read.failure == nil)
        #expect(read.initialisations.count == 1)
        #expect(read.fragments.count == 200)
        for (before, after) in zip(read.fragments, read.fragments.dropFirst()) {
            #expect(abs(before.span.endMicroseconds - after.span.startMicroseconds) < 1_000)
        }
    }
}
