/// Decides when a recording has to start over, and which samples it writes. It computes with the times of samples, in seconds, and has no
/// side effects.
///
/// The system's writer accepts pictures of one size and one pixel format, with rising times. If it has a voice track, it waits for the
/// voice. So the recording starts over, with a new initialisation segment, if the format changes, if the voice begins or stops, or if the
/// clock jumps back.
struct RecordingRhythm: Sendable {
    /// The format of the pictures that a writer accepts.
    struct Format: Equatable, Sendable {
        var width: Int
        var height: Int
        /// The system's number for the pixel format.
        var pixels: UInt32
    }

    /// What to do with a picture.
    enum Step: Equatable, Sendable {
        /// Do not write the picture.
        case leaveOut
        /// Write the picture.
        case write
        /// End the current recording, and begin a new one with this picture.
        case beginAnew
    }

    /// How long the voice may be silent before it counts as taken away, for example by a phone call, in seconds.
    static let voiceSecondsMax = 1.0
    /// How long the camera may send nothing before the stand-in is written, in seconds.
    static let cameraSecondsMax = 0.4
    /// How far back a time may lie before it counts as that of another clock, in seconds.
    static let backwardsSecondsMax = 1.0

    /// The format of the current recording; nil before the first one.
    private(set) var format: Format?
    /// Whether the current recording has a voice track. It changes only when the recording starts over.
    private(set) var hasVoice = false
    private var isOpen = false
    private var isPaused = false
    private var isVoiceExpected = false
    private var writtenAt: Double?
    private var cameraAt: Double?
    private var voiceAt: Double?

    /// Decides what to do with a picture. After the call, ``hasVoice`` and ``format`` describe the recording that it goes into.
    mutating func picture(at time: Double, _ format: Format) -> Step {
        guard !isPaused, time.isFinite else { return .leaveOut }
        let isClockAnother = writtenAt.map { $0 - time > Self.backwardsSecondsMax } ?? false
        if let writtenAt, time <= writtenAt, !isClockAnother { return .leaveOut }
        if isClockAnother || voiceAt == nil { voiceAt = time }
        if isVoiceExpected, let voiceAt, time - voiceAt > Self.voiceSecondsMax { isVoiceExpected = false }
        writtenAt = time
        if isOpen, !isClockAnother, format == self.format, hasVoice == isVoiceExpected { return .write }
        (isOpen, self.format, hasVoice) = (true, format, isVoiceExpected)
        return .beginAnew
    }

    /// Notes a sample of the voice. Returns whether to write it.
    mutating func voice(at time: Double) -> Bool {
        guard time.isFinite else { return false }
        voiceAt = time
        isVoiceExpected = true
        return isOpen && hasVoice
    }

    /// Notes that the microphone was opened or closed.
    mutating func setMicrophone(isOpen: Bool) {
        isVoiceExpected = isOpen
        voiceAt = nil
    }

    /// Notes the time of a picture from the camera; nil if the camera was closed.
    mutating func camera(at time: Double?) { cameraAt = time }

    /// Whether to write the stand-in, because the camera sends nothing.
    func needsStandIn(at time: Double) -> Bool {
        guard !isPaused else { return false }
        // Use the absolute difference, because the camera's last time may come from another clock.
        return cameraAt.map { abs(time - $0) > Self.cameraSecondsMax } ?? true
    }

    /// Ends the current recording. The next picture begins a new one.
    mutating func close() { isOpen = false }

    /// Pauses until ``resume()``, because apps in the background may not encode.
    mutating func pause() {
        isPaused = true
        isOpen = false
    }

    /// Continues with the next picture.
    mutating func resume() {
        isPaused = false
        voiceAt = nil
    }
}
