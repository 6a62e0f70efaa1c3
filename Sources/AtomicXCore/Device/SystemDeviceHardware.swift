#if canImport(UIKit) && !os(tvOS) && !os(visionOS)
    import AVFoundation
    import UIKit

    /// The camera and the microphone on Apple's systems.
    final class SystemDeviceHardware: DeviceHardware {
        static let shared = SystemDeviceHardware()

        /// The time between two measurements of the user's voice, in seconds.
        private static let volumeSeconds = 0.3

        var volume: ((Int) -> Void)?
        var lost: ((LocalDevice) -> Void)?
        private var openings = (camera: 0, microphone: 0, test: 0)
        private var isTesting = false
        private var isCameraOpen = false
        private var isFront = true
        private var isLoud = true
        private var quality = VideoQuality.quality720P
        private let capture = MediaCapture.shared

        private init() {
            capture.queue.async { [capture] in
                capture.setLost { device in
                    DispatchQueue.main.async { MainActor.assumeIsolated { SystemDeviceHardware.shared.lost?(device) } }
                }
            }
        }

        func openCamera(
            isFront: Bool, quality: VideoQuality, answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void
        ) {
            openings.camera += 1
            self.isFront = isFront
            self.quality = quality
            let opening = openings.camera
            ask(.video) { [weak self] isAllowed in
                guard let self, isAllowed, opening == openings.camera else { return answer(.notAllowed) }
                isCameraOpen = true
                runCamera { [weak self] failure in
                    if failure != nil, let self, opening == openings.camera { isCameraOpen = false }
                    answer(failure)
                }
            }
        }

        func closeCamera() {
            openings.camera += 1
            isCameraOpen = false
            if !isTesting { capture.queue.async { [capture] in capture.closeCamera() } }
        }

        func turnCamera(isFront: Bool) {
            self.isFront = isFront
            if isCameraOpen || isTesting { runCamera { _ in } }
        }

        func setQuality(_ quality: VideoQuality) {
            self.quality = quality
            capture.queue.async { [capture] in capture.setQuality(quality) }
        }

        func setMirrored(_ isMirrored: Bool) { CameraPreview.shared.setMirrored(isMirrored) }

        func openMicrophone(answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void) {
            openings.microphone += 1
            let opening = openings.microphone
            ask(.audio) { [weak self] isAllowed in
                guard let self, isAllowed, opening == openings.microphone else { return answer(.notAllowed) }
                SoundSession.record(byLoudspeaker: isLoud)
                run { (capture) throws(DeviceFailure) in
                    // The microphone has sound only after the system has switched to recording.
                    SoundSession.wait()
                    try capture.openMicrophone()
                } answer: { [weak self] failure in
                    if let self, opening == openings.microphone {
                        if failure == nil { measure(opening) } else { SoundSession.stopRecording() }
                    }
                    answer(failure)
                }
            }
        }

        func closeMicrophone() {
            openings.microphone += 1
            capture.queue.async { [capture] in capture.closeMicrophone() }
            SoundSession.stopRecording()
        }

        func setVoiceMuted(_ isMuted: Bool) { capture.queue.async { [capture] in capture.setVoiceMuted(isMuted) } }

        func setGain(_ gain: Double) {
            let session = AVAudioSession.sharedInstance()
            if session.isInputGainSettable { try? session.setInputGain(Float(gain)) }
        }

        func setRoute(_ route: AudioRoute) {
            isLoud = route == .speakerphone
            if SoundSession.isRecording { SoundSession.record(byLoudspeaker: isLoud) }
        }

        func startTest(in view: LiveCoreSurface, answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void) {
            openings.test += 1
            isTesting = true
            CameraPreview.shared.startTest(in: view)
            guard !isCameraOpen else { return run({ _ in }, answer: answer) }
            let opening = openings.test
            ask(.video) { [weak self] isAllowed in
                guard let self, isAllowed, opening == openings.test else { return answer(.notAllowed) }
                runCamera(answer)
            }
        }

        func stopTest() {
            openings.test += 1
            isTesting = false
            CameraPreview.shared.stopTest()
            if !isCameraOpen { capture.queue.async { [capture] in capture.closeCamera() } }
        }

        /// Fails: no part of the app takes the screen from a broadcast extension yet.
        func startScreenShare(appGroup: String, answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void) {
            DispatchQueue.main.async { MainActor.assumeIsolated { answer(.notSupported) } }
        }

        func stopScreenShare() {}

        /// Asks for permission. The system asks the user once after the app is installed, and later repeats the answer by itself.
        private func ask(_ kind: AVMediaType, _ answer: @escaping @MainActor @Sendable (Bool) -> Void) {
            AVCaptureDevice.requestAccess(for: kind) { isAllowed in
                DispatchQueue.main.async { MainActor.assumeIsolated { answer(isAllowed) } }
            }
        }

        /// Opens the chosen camera, or switches to it.
        private func runCamera(_ answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void) {
            run { [isFront, quality] (capture) throws(DeviceFailure) in
                try capture.openCamera(isFront: isFront, quality: quality)
            } answer: { failure in
                CameraPreview.shared.adjust()
                answer(failure)
            }
        }

        private func run(
            _ work: @escaping @Sendable (MediaCapture) throws(DeviceFailure) -> Void,
            answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void
        ) {
            capture.queue.async { [capture] in
                var failure: DeviceFailure?
                do throws(DeviceFailure) { try work(capture) } catch { failure = error }
                DispatchQueue.main.async { [failure] in MainActor.assumeIsolated { answer(failure) } }
            }
        }

        /// Measures the loudness of the user's voice from time to time, until the microphone is closed.
        private func measure(_ opening: Int) {
            DispatchQueue.main.asyncAfter(deadline: .now() + Self.volumeSeconds) { [weak self] in
                MainActor.assumeIsolated {
                    guard let self, opening == self.openings.microphone else { return }
                    self.capture.queue.async { [capture = self.capture] in
                        let volume = VoiceLevel.percent(decibels: Double(capture.decibels ?? -160))
                        DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.volume?(volume) } }
                    }
                    self.measure(opening)
                }
            }
        }
    }
#endif
