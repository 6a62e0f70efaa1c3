import Testing

@testable import AtomicXCore

@Suite struct RecordingRhythmTests {
    /// A rhythm in a class, so that an expectation can call methods that change it.
    private final class Line {
        private(set) var rhythm = RecordingRhythm()

        func picture(at time: Double, _ format: RecordingRhythm.Format) -> RecordingRhythm.Step {
            rhythm.picture(at: time, format)
        }
        func voice(at time: Double) -> Bool { rhythm.voice(at: time) }
        func change(_ change: (inout RecordingRhythm) -> Void) { change(&rhythm) }
    }

    private let camera = RecordingRhythm.Format(width: 720, height: 1_280, pixels: 1)
    private let other = RecordingRhythm.Format(width: 1_280, height: 720, pixels: 1)

    @Test func `a recording begins with its first picture and continues with the next`() {
        let line = Line()
        #expect(line.rhythm.format == nil)
        #expect(line.picture(at: 10, camera) == .beginAnew && line.rhythm.format == camera && !line.rhythm.hasVoice)
        #expect(line.picture(at: 10.03, camera) == .write)
    }

    @Test func `a picture without a later time than the last one is left out`() {
        let line = Line()
        #expect(line.picture(at: .nan, camera) == .leaveOut && line.picture(at: .infinity, camera) == .leaveOut)
        _ = line.picture(at: 10, camera)
        #expect(line.picture(at: 10, camera) == .leaveOut && line.picture(at: 9.97, camera) == .leaveOut)
        line.change { $0.close() }
        #expect(line.picture(at: 9.99, camera) == .leaveOut && line.picture(at: 10.01, camera) == .beginAnew)
    }

    @Test func `a clock that jumps back restarts the recording`() {
        let line = Line()
        _ = line.picture(at: 1_000, camera)
        #expect(line.picture(at: 5, camera) == .beginAnew && line.picture(at: 5.03, camera) == .write)
    }

    @Test func `a new picture size restarts the recording`() {
        let line = Line()
        _ = line.picture(at: 1, camera)
        #expect(line.picture(at: 2, other) == .beginAnew && line.rhythm.format == other)
        #expect(line.picture(at: 3, other) == .write)
    }

    @Test func `an open microphone puts a voice track in the recording from the start`() {
        let line = Line()
        line.change { $0.setMicrophone(isOpen: true) }
        #expect(!line.voice(at: 0.9))
        #expect(line.picture(at: 1, camera) == .beginAnew && line.rhythm.hasVoice)
        #expect(line.voice(at: 1.02) && line.picture(at: 1.03, camera) == .write)
        line.change { $0.setMicrophone(isOpen: false) }
        #expect(line.picture(at: 1.06, camera) == .beginAnew && !line.rhythm.hasVoice)
    }

    @Test func `a silent microphone loses its track after a second and regains it with its next sample`() {
        let line = Line()
        line.change { $0.setMicrophone(isOpen: true) }
        _ = line.picture(at: 1, camera)
        #expect(line.picture(at: 2, camera) == .write && line.rhythm.hasVoice)
        #expect(line.picture(at: 2.1, camera) == .beginAnew && !line.rhythm.hasVoice)
        #expect(line.picture(at: 9, camera) == .write)
        #expect(!line.voice(at: 9.01))
        #expect(line.picture(at: 9.03, camera) == .beginAnew && line.rhythm.hasVoice)
        #expect(line.voice(at: 9.04))
    }

    @Test func `a stand-in is written before the camera's first picture and soon after its last`() {
        let line = Line()
        #expect(line.rhythm.needsStandIn(at: 1))
        line.change { $0.camera(at: 1) }
        #expect(!line.rhythm.needsStandIn(at: 1.3) && line.rhythm.needsStandIn(at: 1.5))
        #expect(line.rhythm.needsStandIn(at: 0.5), "an earlier time comes from another clock")
        line.change { $0.camera(at: nil) }
        #expect(line.rhythm.needsStandIn(at: 1.01))
    }

    @Test func `nothing is written in the background, and the next picture restarts the recording with its voice`() {
        let line = Line()
        line.change { $0.setMicrophone(isOpen: true) }
        _ = line.picture(at: 1, camera)
        line.change { $0.pause() }
        #expect(line.picture(at: 1.1, camera) == .leaveOut && !line.rhythm.needsStandIn(at: 9) && !line.voice(at: 1.1))
        line.change { $0.resume() }
        #expect(line.picture(at: 60, camera) == .beginAnew && line.rhythm.hasVoice)
    }

    @Test func `a wide picture in an upright app is recorded as landscape`() {
        let all: [PictureOrientation] = [.portrait, .portraitUpsideDown, .landscapeRight, .landscapeLeft]
        #expect(all.map { $0.recorded(isWide: false) } == all)
        #expect(
            all.map { $0.recorded(isWide: true) }
                == [.landscapeRight, .landscapeRight, .landscapeRight, .landscapeLeft])
    }
}
