#if canImport(UIKit) && !os(tvOS) && !os(visionOS)
    import AVFoundation
    import UIKit

    /// Camera and microphone of Apple's systems.
    final class SystemDeviceHardware: DeviceHardware {
        static let shared = SystemDeviceHardware()

        /// How often it is looked how loud the user speaks, in seconds.
        private static let volumeSeconds = 0.3

        var volume: ((Int) -> Void)?
        private var openings = (camera: 0, microphone: 0)
        private var isTesting = false
        private var isCameraOpen = false
        private var quality = VideoQuality.quality720P
        private let capture = MediaCapture.shared
        private lazy var testPreview = CameraPreview()

        func openCamera(
            isFront: Bool, quality: VideoQuality, answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void
        ) {
            openings.camera += 1
            self.quality = quality
            let opening = openings.camera
            ask(.video) { [weak self] isAllowed in
                guard let self, isAllowed, opening == openings.camera else { return answer(.notAllowed) }
                isCameraOpen = true
                run(answer) { (capture) throws(DeviceFailure) in
                    try capture.openCamera(isFront: isFront, quality: quality)
                }
            }
        }

        func closeCamera() {
            openings.camera += 1
            isCameraOpen = false
            if !isTesting { capture.queue.async { [capture] in capture.closeCamera() } }
        }

        func turnCamera(isFront: Bool) {
            guard isCameraOpen || isTesting else { return }
            capture.queue.async { [capture, quality] in try? capture.openCamera(isFront: isFront, quality: quality) }
        }

        func setQuality(_ quality: VideoQuality) {
            self.quality = quality
            capture.queue.async { [capture] in capture.setQuality(quality) }
        }

        func setMirrored(_ isMirrored: Bool) {
            CameraPreview.shared.setMirrored(isMirrored)
            testPreview.setMirrored(isMirrored)
        }

        func openMicrophone(answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void) {
            openings.microphone += 1
            let opening = openings.microphone
            ask(.audio) { [weak self] isAllowed in
                guard let self, isAllowed, opening == openings.microphone else { return answer(.notAllowed) }
                SoundSession.record(byLoudspeaker: isLoud)
                run(answer) { (capture) throws(DeviceFailure) in try capture.openMicrophone() }
                measure(opening)
            }
        }

        func closeMicrophone() {
            openings.microphone += 1
            capture.queue.async { [capture] in capture.closeMicrophone() }
            SoundSession.stopRecording()
        }

        func setGain(_ gain: Double) {
            let session = AVAudioSession.sharedInstance()
            if session.isInputGainSettable { try? session.setInputGain(Float(gain)) }
        }

        private var isLoud = true

        func setRoute(_ route: AudioRoute) {
            isLoud = route == .speakerphone
            if SoundSession.isRecording { SoundSession.record(byLoudspeaker: isLoud) }
        }

        func startTest(in view: LiveCoreSurface, answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void) {
            isTesting = true
            testPreview.show(in: view.layer, below: nil)
            guard !isCameraOpen else { return run(answer) { (_) throws(DeviceFailure) in } }
            ask(.video) { [weak self] isAllowed in
                guard let self, isAllowed, isTesting else { return answer(.notAllowed) }
                run(answer) { [quality] (capture) throws(DeviceFailure) in
                    try capture.openCamera(isFront: true, quality: quality)
                }
            }
        }

        func stopTest() {
            isTesting = false
            testPreview.hide()
            if !isCameraOpen { capture.queue.async { [capture] in capture.closeCamera() } }
        }

        /// Asks the user, who is asked once in the life of an app.
        private func ask(_ kind: AVMediaType, _ answer: @escaping @MainActor @Sendable (Bool) -> Void) {
            AVCaptureDevice.requestAccess(for: kind) { isAllowed in
                DispatchQueue.main.async { MainActor.assumeIsolated { answer(isAllowed) } }
            }
        }

        private func run(
            _ answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void,
            _ work: @escaping @Sendable (MediaCapture) throws(DeviceFailure) -> Void
        ) {
            capture.queue.async { [capture] in
                var failure: DeviceFailure?
                do throws(DeviceFailure) { try work(capture) } catch { failure = error }
                DispatchQueue.main.async { [failure] in MainActor.assumeIsolated { answer(failure) } }
            }
        }

        /// Tells from time to time how loud the user speaks, as long as this opening holds.
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
