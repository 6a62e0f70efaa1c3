import Dispatch
import OvationMedia
import OvationMediaSamples
import OvationModel
import OvationStorage
import OvationTestKit
import Testing

@testable import OvationPictures

/// Recordings of pictures: what is in them, and what ends them.
@Suite(.timeLimit(.minutes(5)))
struct RecordingDeskTests {
    private let sample = SampleStream()

    @Test func `a live is recorded to its end, and the app's backend is told`() async throws {
        try await RecordingWorld.run { world async throws in
            try await world.publish(sample.bytes(fragments: 3))
            let begun = try #require(try await world.recordings().first)
            #expect(begun.end == nil && begun.isPublic && begun.codecs == "avc1.42C01F,opus")
            world.media.clock.advance(seconds: 3)
            try await world.end()
            let recording = try #require(try await world.recordings().first)
            #expect(recording.end == .liveEnded)
            #expect(recording.endedAt == world.media.clock.now)
            #expect((2_990...3_050).contains(recording.durationMilliseconds))
            #expect(try world.fragments(of: recording).count == 3)
            let body = try #require(await world.media.told.bodies(1).first)
            #expect(body.contains("Live.CallbackAfterRecord") && body.contains(recording.id.rawValue))
            #expect(body.contains(#""EndReason":"live_ended""#))
        }
    }

    @Test func `a recording whose live goes on at another server is complete, and says so`() async throws {
        try await RecordingWorld.run { world async throws in
            try await world.publish(sample.bytes(fragments: 2))
            world.desk.moved(try world.session())
            try await world.end()
            let recordings = try await world.recordings()
            #expect(recordings.map(\.end) == [.moved])
            #expect(try world.fragments(of: try #require(recordings.first)).count == 2)
        }
    }

    @Test func `a publisher that comes back goes on in the same file, and with another size in the next one`()
        async throws
    {
        try await RecordingWorld.run { world async throws in
            try await world.publish(sample.bytes(fragments: 2))
            try await world.publish(sample.bytes(fragments: 2))
            world.media.clock.advance(seconds: RecordingPace.secondsMin)
            try await world.publish(SampleStream([.h264(width: 1_280), .opus()]).bytes(fragments: 1))
            try await world.end()
            let recordings = try await world.recordings()
            #expect(recordings.map(\.end) == [.streamChanged, .liveEnded])
            #expect(recordings.map(\.width) == [160, 1_280])
            #expect((3_990...4_100).contains(recordings[0].durationMilliseconds))
            #expect(try world.fragments(of: recordings[0]).count == 4)
            #expect(try world.fragments(of: recordings[1]).count == 1)
        }
    }

    @Test func `a disk that fills while three lives record ends the recordings, and another begins when there is room`()
        async throws
    {
        try await RecordingWorld.run { world async throws in
            for live in ["r2", "r3"] { try await world.media.open(live) }
            let lives = ["r1", "r2", "r3"]
            for live in lives { try await world.publish(sample.bytes(fragments: 2), to: live) }
            world.disk.free = 1_000
            for live in lives { try await world.publish(sample.bytes(fragments: 2), to: live) }
            let ended = try await world.recordings()
            #expect(ended.map(\.end) == [.disk, .disk, .disk])
            for recording in ended { #expect(try world.fragments(of: recording).count == 2) }
            // The lives go on, and nothing begins before its time.
            for live in lives { _ = try world.session(live) }
            world.disk.free = 1 << 40
            try await world.publish(sample.bytes(fragments: 1))
            #expect(try await world.recordings().count == 3)
            world.media.clock.advance(seconds: RecordingDesk.pauseSeconds)
            try await world.publish(sample.bytes(fragments: 1))
            #expect(try await world.recordings().count == 4)
        }
    }

    @Test func `what a disk that is too slow cannot take is left out, and the rest is whole`() async throws {
        let fragment = sample.fragment(startMilliseconds: 0).count
        try await RecordingWorld.run {
            $0.waitingBytesMax = fragment * 2
        } _: { world async throws in
            let gate = DispatchSemaphore(value: 0)
            try await world.publish(sample.bytes(fragments: 1))
            world.desk.enqueue { gate.wait() }
            // Nothing here waits for the disk.
            try world.hand(sample.bytes(fragments: 6))
            gate.signal()
            try await world.settle()
            try await world.publish(sample.bytes(fragments: 1))
            try await world.end()
            let recording = try #require(try await world.recordings().first)
            let fragments = try world.fragments(of: recording)
            #expect(fragments.count == 4, "one, two that had room, and one")
            let starts = fragments.map(\.span.startMicroseconds)
            #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 })
            #expect((3_990...4_150).contains(recording.durationMilliseconds))
        }
    }

    @Test func `a recording that is full is followed by another one, and nothing is missing between them`() async throws
    {
        try await RecordingWorld.run {
            $0.bytesMax = 56_000
        } _: { world async throws in
            try await world.publish(sample.bytes(fragments: 12))
            try await world.end()
            let recordings = try await world.recordings()
            #expect(recordings.count > 1)
            #expect(recordings.dropLast().allSatisfy { $0.end == .full && $0.byteCount <= 56_100 })
            let fragments = try recordings.reduce(0) { try $0 + world.fragments(of: $1).count }
            #expect(fragments == 12)
        }
    }

    @Test func `a picture that stays away ends its recording`() async throws {
        try await RecordingWorld.run { world async throws in
            try await world.publish(sample.bytes(fragments: 1))
            world.media.clock.advance(seconds: 299)
            await world.desk.round()
            #expect(try await world.recordings().map(\.end) == [nil])
            world.media.clock.advance(seconds: 1)
            await world.desk.round()
            try await world.settle()
            #expect(try await world.recordings().map(\.end) == [.pictureEnded])
        }
    }

    @Test func `lives that nobody asked for are not recorded, and those that were are until they are stopped`()
        async throws
    {
        try await RecordingWorld.run {
            $0.mode = .asked
        } _: { world async throws in
            try await world.publish(sample.bytes(fragments: 1))
            #expect(try await world.recordings().isEmpty)
            world.desk.begin(try world.session())
            try await world.publish(sample.bytes(fragments: 2))
            #expect(try await world.desk.stop(try world.session()))
            #expect(try await !world.desk.stop(try world.session()))
            try await world.publish(sample.bytes(fragments: 1))
            let recordings = try await world.recordings()
            #expect(recordings.map(\.end) == [.stopped])
            #expect(try world.fragments(of: recordings[0]).count == 2)
        }
    }

    @Test func `what waits for the disk when a live that was asked for ends is recorded`() async throws {
        try await RecordingWorld.run {
            $0.mode = .asked
        } _: { world async throws in
            world.desk.begin(try world.session())
            try await world.publish(sample.bytes(fragments: 1))
            let gate = DispatchSemaphore(value: 0)
            world.desk.enqueue { gate.wait() }
            try world.hand(sample.bytes(fragments: 2))
            world.desk.forget(try world.session())
            gate.signal()
            try await world.settle()
            let recording = try #require(try await world.recordings().first)
            #expect(recording.end == .liveEnded)
            #expect(try world.fragments(of: recording).count == 3)
            // A start that is over is asked for no more.
            try await world.publish(sample.bytes(fragments: 1))
            #expect(try await world.recordings().count == 1)
        }
    }

    @Test func `a recording during which its live was hidden is shown to nobody, and one from before is`() async throws
    {
        try await RecordingWorld.run { world async throws in
            try await world.publish(sample.bytes(fragments: 1))
            _ = try await world.desk.stop(try world.session())
            world.desk.begin(try world.session())
            try await world.publish(sample.bytes(fragments: 1))
            try await world.list(false)
            try await world.publish(sample.bytes(fragments: 1))
            try await world.list(true)
            try await world.publish(sample.bytes(fragments: 1))
            try await world.end()
            #expect(try await world.recordings().map(\.isPublic) == [true, false])
        }
    }

    @Test func `a publisher that changes its stream all the time begins a recording every 10 seconds, up to a bound`()
        async throws
    {
        let wide = SampleStream([.h264(width: 1_280), .opus()])
        try await RecordingWorld.run {
            $0.perLiveMax = 3
        } _: { world async throws in
            func alternate() async throws {
                for stream in [sample, wide, sample, wide] { try await world.publish(stream.bytes(fragments: 1)) }
            }
            try await alternate()
            #expect(try await world.recordings().map(\.end) == [.streamChanged])
            for count in [2, 3, 3] {
                world.media.clock.advance(seconds: RecordingPace.secondsMin)
                try await alternate()
                #expect(try await world.recordings().count == count)
            }
        }
    }

    @Test func `what is recorded is brought to the disk once a minute, with its duration`() async throws {
        try await RecordingWorld.run { world async throws in
            try await world.publish(sample.bytes(fragments: 2))
            world.media.clock.advance(seconds: 60)
            await world.desk.round()
            try await world.settle()
            let recording = try #require(try await world.recordings().first)
            #expect(recording.end == nil && recording.durationMilliseconds >= 1_990)
            #expect(try world.fragments(of: recording).count == 2)
        }
    }
}
