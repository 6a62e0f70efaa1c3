import Foundation
import OvationClient

/// The user's camera and microphone.
///
/// While the user is in their own live and a device is open, picture and voice are published. Methods may be called on any thread. State
/// and completions arrive on the main queue. If a method is called on the main thread, the state already has every change that does not
/// depend on the system's answer when the method returns.
///
/// Recording needs UIKit, and does not work on tvOS and visionOS. On other systems opening a device fails with -1100 or -1104.
///
/// `@unchecked Sendable` is sound because mutable properties are used on the main queue only.
public class DeviceStore: @unchecked Sendable {
    /// The only store of devices.
    public static let shared = DeviceStore(makeHardware: { DeviceStore.systemHardware() })

    /// The state of the devices.
    public let state = StatePublisher(initialState: DeviceState())

    /// Whether the user's voice is left out of what is sent.
    let voiceMute = StatePublisher(initialState: false)
    /// Returns why a device may not be opened now; nil if it may. Seats set it.
    let gate = Locked<@Sendable (LocalDevice) -> ErrorInfo?>({ _ in nil })

    private let makeHardware: @MainActor @Sendable () -> any DeviceHardware
    @MainActor private(set) lazy var desk = DeviceDesk(
        state: state, voiceMute: voiceMute, hardware: makeHardware(), gate: { [gate] in gate.withLock { $0 }($0) })

    init(makeHardware: @escaping @MainActor @Sendable () -> any DeviceHardware) { self.makeHardware = makeHardware }

    // MARK: Microphone

    /// Opens the microphone. The system asks the user for permission the first time.
    /// In the live of somebody else only a user in a seat may open it.
    ///
    /// - Parameter completion: Called on the main queue. It fails with -2361 if the user is in the live of somebody else and has no seat,
    ///   with -2360 if the owner or an administrator has locked the microphone of the seat, with -1105 if the user has not allowed it, with
    ///   -1106 if another app uses the microphone, with -1107 if there is none, with -1 if it was closed meanwhile, and with -1104 for any
    ///   other reason.
    public func openLocalMicrophone(completion: CompletionClosure?) {
        let completion = Completion(completion)
        run { $0.openMicrophone(completion) }
    }

    /// Closes the microphone.
    public func closeLocalMicrophone() { run { $0.closeMicrophone() } }

    /// Sets the capture volume of the microphone, 0 to 100, if the system lets apps set it.
    public func setCaptureVolume(volume: Int) { run { $0.setCaptureVolume(volume) } }

    /// Sets the volume at which others hear the user, 0 to 100. The system has only one setting for this and ``setCaptureVolume(volume:)``,
    /// so the two are multiplied.
    public func setOutputVolume(_ volume: Int) { run { $0.setOutputVolume(volume) } }

    /// Sets the output for sound.
    public func setAudioRoute(_ route: AudioRoute) { run { $0.setRoute(route) } }

    // MARK: Camera

    /// Opens the camera. The system asks the user for permission the first time. In the live of somebody else only a user in a seat may
    /// open it.
    ///
    /// - Parameters:
    ///   - isFront: Whether to use the front camera.
    ///   - completion: Called on the main queue. It fails with -2371 if the user is in the live of somebody else and has no seat, with
    ///     -2370 if the owner or an administrator has locked the camera of the seat, with -1101 if the user has not allowed it, with -1102
    ///     if another app uses the camera, with -1103 if there is none, with -1 if it was closed meanwhile, and with -1100 for any other
    ///     reason.
    public func openLocalCamera(isFront: Bool, completion: CompletionClosure?) {
        let completion = Completion(completion)
        run { $0.openCamera(isFront: isFront, completion) }
    }

    /// Closes the camera.
    public func closeLocalCamera() { run { $0.closeCamera() } }

    /// Switches to the other camera. The picture continues.
    public func switchCamera(isFront: Bool) { run { $0.turnCamera(isFront: isFront) } }

    /// Sets whether the user sees their own picture mirrored. Viewers never see it mirrored.
    public func switchMirror(mirrorType: MirrorType) { run { $0.setMirror(mirrorType) } }

    /// Sets the resolution in which the picture is recorded. A picture that is being published restarts.
    public func updateVideoQuality(_ quality: VideoQuality) { run { $0.setQuality(quality) } }

    /// Shows the camera in a view. This needs no live, and does not depend on ``DeviceState/cameraStatus``.
    ///
    /// - Parameters:
    ///   - cameraView: The view that shows the camera.
    ///   - completion: Called on the main queue. It fails with the same errors as that of ``openLocalCamera(isFront:completion:)``.
    public func startCameraTest(cameraView: LiveCoreSurface, completion: CompletionClosure?) {
        let view = Handed(value: cameraView)
        let completion = Completion(completion)
        run { $0.startTest(in: view.value, completion) }
    }

    /// Ends ``startCameraTest(cameraView:completion:)``.
    public func stopCameraTest() { run { $0.stopTest() } }

    // MARK: Screen

    /// Shares the user's screen instead of the camera's picture. Not yet: it fails.
    ///
    /// ``DeviceState/screenStatus`` becomes ``DeviceStatus/on`` at once, and ``DeviceStatus/off`` again on the main queue when the start
    /// has failed. There is no completion and no number, as with the vendor's SDK.
    ///
    /// - Parameter appGroup: The app group of the app and its broadcast extension.
    public func startScreenShare(appGroup: String) { run { $0.startScreenShare(appGroup: appGroup) } }

    /// Ends ``startScreenShare(appGroup:)``.
    public func stopScreenShare() { run { $0.stopScreenShare() } }

    // MARK: All

    /// Closes both devices, ends the sharing of the screen, and resets all settings.
    public func reset() { run { $0.reset() } }

    /// Sets whether the user's voice is left out of what is published while the microphone is open. Closing the microphone ends a mute.
    func setVoiceMuted(_ isMuted: Bool) { run { $0.setVoiceMuted(isMuted) } }

    /// Mutes the voice, because the microphone of the user's seat was locked. Opening or unmuting it after the lock is gone ends that.
    func silence() { run { $0.silence() } }

    /// Carries a view to the main queue.
    ///
    /// `@unchecked Sendable` is sound because the view is used there only.
    private struct Handed: @unchecked Sendable {
        let value: LiveCoreSurface
    }

    private func run(_ work: @escaping @MainActor @Sendable (DeviceDesk) -> Void) {
        MainQueue.run { work(self.desk) }
    }

    @MainActor
    private static func systemHardware() -> any DeviceHardware {
        #if canImport(UIKit) && !os(tvOS) && !os(visionOS)
            PicturePublisher.shared.follow(StoreHub.shared, DeviceStore.shared)
            return SystemDeviceHardware.shared
        #else
            return NoDeviceHardware()
        #endif
    }
}
