/// When a recording begins anew, and which samples it takes: pure arithmetic over the times of samples, in seconds on one clock.
///
/// A writer of the system takes pictures of one size and one pixel format, with rising times, and with a voice it waits for the voice. So
/// the recording begins anew, with an initialisation segment, where the size changes, where a voice comes or stays away, and where the
/// clock went back.
struct RecordingRhythm: Sendable {
    /// Which pictures a writer takes.
    struct Format: Equatable, Sendable {
        var width: Int
        var height: Int
        /// The system's number for how pixels lie in memory.
        var pixels: UInt32
    }

    /// What is done with a picture.
    enum Step: Equatable, Sendable {
        /// It is not written.
        case leaveOut
        /// It is written.
        case write
        /// What was recorded so far ends, and a new recording begins with this picture.
        case beginAnew
    }

    /// A voice of which nothing came for so long is one that the system took away, in seconds: a phone call did, for example.
    static let voiceSecondsMax = 1.0
    /// The stand-in is written once nothing came from the camera for so long, in seconds.
    static let cameraSecondsMax = 0.4
    /// A time that lies further back than this is that of another clock, in seconds.
    static let backwardsSecondsMax = 1.0

    /// What the recording takes now; nil until it began.
    private(set) var format: Format?
    /// Whether the recording has a voice. It changes where it begins anew.
    private(set) var hasVoice = false
    private var isOpen = false
    private var isPaused = false
    private var isVoiceExpected = false
    private var writtenAt: Double?
    private var cameraAt: Double?
    private var voiceAt: Double?

    /// Decides about a picture. ``hasVoice`` and ``format`` are those of the recording that it goes into.
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

    /// Notices a sample of the voice. Returns whether it is written.
    mutating func voice(at time: Double) -> Bool {
        guard time.isFinite else { return false }
        voiceAt = time
        isVoiceExpected = true
        return isOpen && hasVoice
    }

    /// Says whether the microphone is open.
    mutating func setMicrophone(isOpen: Bool) {
        isVoiceExpected = isOpen
        voiceAt = nil
    }

    /// Notices a picture of the camera; nil where the camera was closed.
    mutating func camera(at time: Double?) { cameraAt = time }

    /// Whether the stand-in is written, because nothing comes from the camera.
    func needsStandIn(at time: Double) -> Bool {
        guard !isPaused else { return false }
        // The time of another clock says nothing about how long ago it was.
        return cameraAt.map { abs(time - $0) > Self.cameraSecondsMax } ?? true
    }

    /// Ends what was recorded so far. The next picture begins anew.
    mutating func close() { isOpen = false }

    /// Writes nothing until ``resume()``: apps in the background may not encode.
    mutating func pause() {
        isPaused = true
        isOpen = false
    }

    /// Goes on with the next picture.
    mutating func resume() {
        isPaused = false
        voiceAt = nil
    }
}
