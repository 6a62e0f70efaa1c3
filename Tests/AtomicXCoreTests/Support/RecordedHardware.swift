@testable import AtomicXCore

/// A camera, a microphone and a screen that log what they are told. A test gives the answers.
final class RecordedHardware: DeviceHardware {
    var volume: ((Int) -> Void)?
    var lost: ((LocalDevice) -> Void)?
    var log: [String] = []
    var answers: [@MainActor @Sendable (DeviceFailure?) -> Void] = []

    func openCamera(
        isFront: Bool, quality: VideoQuality, answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void
    ) {
        log.append("camera \(isFront ? "front" : "back") \(quality)")
        answers.append(answer)
    }
    func closeCamera() { log.append("no camera") }
    func turnCamera(isFront: Bool) { log.append(isFront ? "front" : "back") }
    func setQuality(_ quality: VideoQuality) { log.append("\(quality)") }
    func setMirrored(_ isMirrored: Bool) { log.append(isMirrored ? "mirror" : "plain") }
    func openMicrophone(answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void) { answers.append(answer) }
    func closeMicrophone() { log.append("no microphone") }
    func setVoiceMuted(_ isMuted: Bool) { log.append(isMuted ? "mute" : "unmute") }
    func setGain(_ gain: Double) { log.append("gain \(gain)") }
    func setRoute(_ route: AudioRoute) { log.append("\(route)") }
    func startTest(in view: LiveCoreSurface, answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void) {
        answers.append(answer)
    }
    func stopTest() { log.append("no test") }
    func startScreenShare(appGroup: String, answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void) {
        log.append("screen \(appGroup)")
        answers.append(answer)
    }
    func stopScreenShare() { log.append("no screen") }
}
