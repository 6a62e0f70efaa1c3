import Dispatch

/// Carries out the calls of a ``DeviceStore``. It changes the state of the devices and controls the hardware.
@MainActor
final class DeviceDesk {
    /// Returns why a device may not be opened now; nil if it may.
    typealias Gate = @MainActor (LocalDevice) -> ErrorInfo?

    private let state: StatePublisher<DeviceState>
    private let voiceMute: StatePublisher<Bool>
    private let hardware: any DeviceHardware
    private let gate: Gate
    /// The number of the last attempt to open each device. The answer to an attempt that was cancelled changes nothing.
    private var openings = (camera: 0, microphone: 0, test: 0, screen: 0)
    /// Whether the voice is muted because the microphone of the user's seat was locked, and not by the user.
    private var isSilenced = false

    /// - Parameters:
    ///   - voiceMute: Whether the voice is muted. The desk changes it.
    ///   - gate: Asked before a device is opened.
    init(
        state: StatePublisher<DeviceState>, voiceMute: StatePublisher<Bool>, hardware: any DeviceHardware,
        gate: @escaping Gate
    ) {
        self.state = state
        self.voiceMute = voiceMute
        self.hardware = hardware
        self.gate = gate
        hardware.volume = { [weak self] in self?.heard($0) }
        hardware.lost = { [weak self] in self?.lost($0, .failed) }
    }

    // MARK: Camera

    func openCamera(isFront: Bool, _ completion: Completion<Void>) {
        openings.camera += 1
        state.update { $0.isFrontCamera = isFront }
        mirror()
        if let error = gate(.camera) {
            state.update { $0.cameraLastError = error.isPermissionMissing ? .noSystemPermission : .unknownError }
            return Self.fail(completion, error)
        }
        hardware.openCamera(isFront: isFront, quality: state.value.localVideoQuality) {
            [weak self, opening = openings.camera] failure in
            guard let self, opening == openings.camera else { return completion(.failure(Self.takenBack)) }
            state.update {
                $0.cameraStatus = failure == nil ? .on : .off
                $0.cameraLastError = failure?.deviceError ?? .noError
            }
            completion(Self.result(failure, .camera))
        }
    }

    func closeCamera() {
        openings.camera += 1
        hardware.closeCamera()
        state.update { $0.cameraStatus = .off }
    }

    func turnCamera(isFront: Bool) {
        state.update { $0.isFrontCamera = isFront }
        hardware.turnCamera(isFront: isFront)
        mirror()
    }

    func setMirror(_ type: MirrorType) {
        state.update { $0.localMirrorType = type }
        mirror()
    }

    func setQuality(_ quality: VideoQuality) {
        state.update { $0.localVideoQuality = quality }
        hardware.setQuality(quality)
    }

    func startTest(in view: LiveCoreSurface, _ completion: Completion<Void>) {
        openings.test += 1
        hardware.startTest(in: view) { [weak self, opening = openings.test] failure in
            guard let self, opening == openings.test else { return completion(.failure(Self.takenBack)) }
            completion(Self.result(failure, .camera))
        }
    }

    func stopTest() {
        openings.test += 1
        hardware.stopTest()
    }

    private func mirror() {
        let now = state.value
        let isMirrored =
            switch now.localMirrorType {
            case .auto: now.isFrontCamera
            case .enable: true
            case .disable: false
            }
        hardware.setMirrored(isMirrored)
    }

    // MARK: Microphone

    func openMicrophone(_ completion: Completion<Void>) {
        openings.microphone += 1
        if let error = gate(.microphone) {
            state.update { $0.microphoneLastError = error.isPermissionMissing ? .noSystemPermission : .unknownError }
            return Self.fail(completion, error)
        }
        hardware.openMicrophone { [weak self, opening = openings.microphone] failure in
            guard let self, opening == openings.microphone else { return completion(.failure(Self.takenBack)) }
            state.update {
                $0.microphoneStatus = failure == nil ? .on : .off
                $0.microphoneLastError = failure?.deviceError ?? .noError
            }
            // Who opens the microphone after its lock is gone wants to be heard.
            if failure == nil, isSilenced, gate(.microphone) == nil { setVoiceMuted(false) }
            completion(Self.result(failure, .microphone))
        }
    }

    func closeMicrophone() {
        openings.microphone += 1
        hardware.closeMicrophone()
        setVoiceMuted(false)
        state.update {
            $0.microphoneStatus = .off
            $0.currentMicVolume = 0
        }
    }

    func setVoiceMuted(_ isMuted: Bool) {
        isSilenced = false
        guard isMuted != voiceMute.value else { return }
        voiceMute.value = isMuted
        hardware.setVoiceMuted(isMuted)
    }

    /// Mutes the voice, because the microphone of the user's seat was locked. The microphone stays open.
    func silence() {
        guard !voiceMute.value else { return }
        setVoiceMuted(true)
        isSilenced = true
    }

    func setCaptureVolume(_ volume: Int) {
        state.update { $0.captureVolume = Self.percent(volume) }
        setGain()
    }

    func setOutputVolume(_ volume: Int) {
        state.update { $0.outputVolume = Self.percent(volume) }
        setGain()
    }

    func setRoute(_ route: AudioRoute) {
        state.update { $0.currentAudioRoute = route }
        hardware.setRoute(route)
    }

    private func setGain() {
        hardware.setGain(Double(state.value.captureVolume * state.value.outputVolume) / 10_000)
    }

    private func heard(_ volume: Int) {
        let volume = Self.percent(volume)
        guard state.value.microphoneStatus == .on, volume != state.value.currentMicVolume else { return }
        state.update { $0.currentMicVolume = volume }
    }

    // MARK: Screen

    func startScreenShare(appGroup: String) {
        openings.screen += 1
        state.update { $0.screenStatus = .on }
        hardware.startScreenShare(appGroup: appGroup) { [weak self, opening = openings.screen] failure in
            guard let self, failure != nil, opening == openings.screen else { return }
            state.update { $0.screenStatus = .off }
        }
    }

    func stopScreenShare() {
        openings.screen += 1
        hardware.stopScreenShare()
        state.update { $0.screenStatus = .off }
    }

    // MARK: All

    func reset() {
        closeCamera()
        closeMicrophone()
        stopScreenShare()
        state.value = DeviceState()
        hardware.setQuality(state.value.localVideoQuality)
        hardware.setRoute(state.value.currentAudioRoute)
        hardware.turnCamera(isFront: state.value.isFrontCamera)
        mirror()
        setGain()
    }

    /// Closes the open devices, because the server no longer accepts the picture and the voice. Opening a device again starts a new
    /// publication.
    func publishingEnded() {
        if state.value.cameraStatus == .on { lost(.camera, .failed) }
        if state.value.microphoneStatus == .on { lost(.microphone, .failed) }
    }

    /// Closes a device that can no longer record, for example because another app took it.
    private func lost(_ device: LocalDevice, _ failure: DeviceFailure) {
        switch device {
        case .camera:
            closeCamera()
            state.update { $0.cameraLastError = failure.deviceError }
        case .microphone:
            closeMicrophone()
            state.update { $0.microphoneLastError = failure.deviceError }
        }
    }

    /// Calls a completion after the call has returned.
    private static func fail(_ completion: Completion<Void>, _ error: ErrorInfo) {
        DispatchQueue.main.async { completion(.failure(error)) }
    }

    private static let takenBack = ErrorInfo(code: -1, message: "The device was closed before it was open.")

    private static func result(_ failure: DeviceFailure?, _ device: LocalDevice) -> Result<Void, ErrorInfo> {
        failure.map { .failure($0.errorInfo(of: device)) } ?? .success(())
    }

    private static func percent(_ volume: Int) -> Int { min(100, max(0, volume)) }
}
