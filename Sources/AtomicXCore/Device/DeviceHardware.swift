/// A recording device of the user.
enum LocalDevice: Equatable, Sendable { case camera, microphone }

/// The reason why a device cannot be opened, as the system reports it.
enum DeviceFailure: Error, Equatable, Sendable {
    /// Recording is not supported on this system.
    case notSupported
    /// The system has no such device.
    case missing
    /// The user has not allowed the app to use it.
    case notAllowed
    /// Another app is using it.
    case occupied
    /// Any other failure.
    case failed

    /// The error that the state of the devices shows.
    var deviceError: DeviceError {
        switch self {
        case .notSupported: .notSupportCapture
        case .missing: .noDeviceDetected
        case .notAllowed: .noSystemPermission
        case .occupied: .occupiedError
        case .failed: .unknownError
        }
    }

    /// The error that the completion of a call gets, with the numbers that apps know.
    func errorInfo(of device: LocalDevice) -> ErrorInfo {
        let name = device == .camera ? "camera" : "microphone"
        let (offset, message) =
            switch self {
            case .notSupported: (0, "This system records nothing with the \(name).")
            case .failed: (0, "The \(name) could not be opened.")
            case .notAllowed: (1, "The user has not allowed the app to use the \(name).")
            case .occupied: (2, "Another app uses the \(name).")
            case .missing: (3, "There is no \(name).")
            }
        return ErrorInfo(code: (device == .camera ? -1_100 : -1_104) - offset, message: message)
    }
}

/// The camera, the microphone and the screen of this machine. Only Apple's systems have an implementation with devices.
@MainActor
protocol DeviceHardware: AnyObject {
    /// Opens the camera.
    ///
    /// - Parameter answer: Called once, after this method has returned. The argument is nil if the camera is open.
    func openCamera(
        isFront: Bool, quality: VideoQuality, answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void)
    /// Closes the camera. An attempt to open it that is still in progress is cancelled.
    func closeCamera()
    /// Switches to the other camera if the camera is open.
    func turnCamera(isFront: Bool)
    /// Changes the size in which the camera records.
    func setQuality(_ quality: VideoQuality)
    /// Sets whether the user's own picture is mirrored.
    func setMirrored(_ isMirrored: Bool)
    /// Opens the microphone. `answer` works like that of the camera.
    func openMicrophone(answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void)
    /// Closes the microphone.
    func closeMicrophone()
    /// Sets whether the voice is left out of recordings while the microphone is open.
    func setVoiceMuted(_ isMuted: Bool)
    /// Sets the gain of the microphone, 0 to 1, if the system lets apps set it.
    func setGain(_ gain: Double)
    /// Sets the output for sound.
    func setRoute(_ route: AudioRoute)
    /// Shows the camera in a view of the app, whatever else it is open for.
    func startTest(in view: LiveCoreSurface, answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void)
    /// Ends the test. A test that is still being started is cancelled.
    func stopTest()
    /// Shares the screen by the broadcast extension of an app group. `answer` works like that of the camera.
    func startScreenShare(appGroup: String, answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void)
    /// Ends the sharing of the screen.
    func stopScreenShare()
    /// Called a few times a second with the loudness of the user's voice, 0 to 100, while the microphone is open.
    var volume: ((Int) -> Void)? { get set }
    /// Called when the system closed a device that was open.
    var lost: ((LocalDevice) -> Void)? { get set }
}

/// The hardware of systems that cannot record. Every attempt to open a device fails.
final class NoDeviceHardware: DeviceHardware {
    var volume: ((Int) -> Void)?
    var lost: ((LocalDevice) -> Void)?
    private let clock: any PictureClock

    init(clock: any PictureClock = SystemPictureClock()) { self.clock = clock }

    func openCamera(
        isFront: Bool, quality: VideoQuality, answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void
    ) { refuse(answer) }

    func openMicrophone(answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void) { refuse(answer) }

    func startTest(in view: LiveCoreSurface, answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void) {
        refuse(answer)
    }

    func startScreenShare(appGroup: String, answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void) {
        refuse(answer)
    }

    func closeCamera() {}
    func turnCamera(isFront: Bool) {}
    func setQuality(_ quality: VideoQuality) {}
    func setMirrored(_ isMirrored: Bool) {}
    func closeMicrophone() {}
    func setVoiceMuted(_ isMuted: Bool) {}
    func setGain(_ gain: Double) {}
    func setRoute(_ route: AudioRoute) {}
    func stopTest() {}
    func stopScreenShare() {}

    private func refuse(_ answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void) {
        clock.after(milliseconds: 0) { answer(.notSupported) }
    }
}
