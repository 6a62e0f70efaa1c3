/// A device that a user speaks or is seen with.
enum LocalDevice: Equatable, Sendable { case camera, microphone }

/// Why a device cannot be opened, as the system says it.
enum DeviceFailure: Error, Equatable, Sendable {
    /// This system records nothing.
    case notSupported
    /// There is none.
    case missing
    /// The user has not allowed it.
    case notAllowed
    /// Another app has it.
    case occupied
    /// Anything else.
    case failed

    /// What the state of the devices says.
    var deviceError: DeviceError {
        switch self {
        case .notSupported: .notSupportCapture
        case .missing: .noDeviceDetected
        case .notAllowed: .noSystemPermission
        case .occupied: .occupiedError
        case .failed: .unknownError
        }
    }

    /// What the completion of a call says, with the numbers that apps know.
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

/// The devices of the machine. Apple's systems have them; elsewhere there are none.
@MainActor
protocol DeviceHardware: AnyObject {
    /// Opens the camera.
    ///
    /// - Parameter answer: called once, never before this returns; nil where it is open.
    func openCamera(
        isFront: Bool, quality: VideoQuality, answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void)
    /// Closes it. An opening that is under way is taken back.
    func closeCamera()
    /// Goes over to the other camera, where it is open.
    func turnCamera(isFront: Bool)
    /// Records in another size.
    func setQuality(_ quality: VideoQuality)
    /// Shows the user's own picture as in a mirror, or not.
    func setMirrored(_ isMirrored: Bool)
    /// Opens the microphone. `answer` is as that of the camera.
    func openMicrophone(answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void)
    /// Closes it.
    func closeMicrophone()
    /// Sets how loud the microphone takes up the voice, 0 to 1, where the system lets apps set it.
    func setGain(_ gain: Double)
    /// Sets where sound comes out.
    func setRoute(_ route: AudioRoute)
    /// Shows the camera in a view of the app's, whatever else it is open for.
    func startTest(in view: LiveCoreSurface, answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void)
    /// Ends the test. One that is under way is taken back.
    func stopTest()
    /// Called with how loud the user speaks, 0 to 100, some times a second while the microphone is open.
    var volume: ((Int) -> Void)? { get set }
    /// Called when the system ended a device that was open.
    var lost: ((LocalDevice) -> Void)? { get set }
}

/// The devices where no system records: there are none.
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

    func closeCamera() {}
    func turnCamera(isFront: Bool) {}
    func setQuality(_ quality: VideoQuality) {}
    func setMirrored(_ isMirrored: Bool) {}
    func closeMicrophone() {}
    func setGain(_ gain: Double) {}
    func setRoute(_ route: AudioRoute) {}
    func stopTest() {}

    private func refuse(_ answer: @escaping @MainActor @Sendable (DeviceFailure?) -> Void) {
        clock.after(milliseconds: 0) { answer(.notSupported) }
    }
}
