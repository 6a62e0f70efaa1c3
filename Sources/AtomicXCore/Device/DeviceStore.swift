import Foundation

/// The user's camera and microphone.
///
/// While the user is in their own live with one of them open, picture and voice are published. Methods may be called on any thread; state
/// and completions arrive on the main queue. On the main thread, what needs no answer of the system is in the state when a method
/// returns.
/// Only where UIKit is, and not on tvOS and visionOS, is anything recorded; elsewhere opening fails with -1100 or -1104.
///
/// `@unchecked Sendable`: what changes is changed on the main queue only.
public class DeviceStore: @unchecked Sendable {
    /// The only one.
    public static let shared = DeviceStore(makeHardware: { DeviceStore.systemHardware() })

    /// How the devices are.
    public let state = StatePublisher(initialState: DeviceState())

    private let makeHardware: @MainActor @Sendable () -> any DeviceHardware
    @MainActor private(set) lazy var desk = DeviceDesk(state: state, hardware: makeHardware())

    init(makeHardware: @escaping @MainActor @Sendable () -> any DeviceHardware) { self.makeHardware = makeHardware }

    // MARK: Microphone

    /// Opens the microphone; the system asks the user the first time.
    ///
    /// - Parameter completion: called on the main queue; -1105 where the user has not allowed it, -1106 where another app has it, -1107
    ///   where there is no microphone, -1104 for all else, -1 where it was closed meanwhile.
    public func openLocalMicrophone(completion: CompletionClosure?) {
        let completion = Completion(completion)
        run { $0.openMicrophone(completion) }
    }

    /// Closes the microphone.
    public func closeLocalMicrophone() { run { $0.closeMicrophone() } }

    /// Sets how loud the microphone takes up the voice, 0 to 100, where the system lets apps set it.
    public func setCaptureVolume(volume: Int) { run { $0.setCaptureVolume(volume) } }

    /// Sets how loud others hear the voice, 0 to 100. The system has one setting for it and ``setCaptureVolume(volume:)``: both are
    /// multiplied.
    public func setOutputVolume(_ volume: Int) { run { $0.setOutputVolume(volume) } }

    /// Sets where sound comes out.
    public func setAudioRoute(_ route: AudioRoute) { run { $0.setRoute(route) } }

    // MARK: Camera

    /// Opens the camera; the system asks the user the first time.
    ///
    /// - Parameters:
    ///   - isFront: whether it is the one on the side of the screen.
    ///   - completion: called on the main queue; -1101 where the user has not allowed it, -1102 where another app has it, -1103 where
    ///     there is no camera, -1100 for all else, -1 where it was closed meanwhile.
    public func openLocalCamera(isFront: Bool, completion: CompletionClosure?) {
        let completion = Completion(completion)
        run { $0.openCamera(isFront: isFront, completion) }
    }

    /// Closes the camera.
    public func closeLocalCamera() { run { $0.closeCamera() } }

    /// Goes over to the other camera. The picture goes on.
    public func switchCamera(isFront: Bool) { run { $0.turnCamera(isFront: isFront) } }

    /// Sets whether the user sees the own picture as in a mirror. Others never do.
    public func switchMirror(mirrorType: MirrorType) { run { $0.setMirror(mirrorType) } }

    /// Sets how large the picture is recorded. One that is being published begins anew.
    public func updateVideoQuality(_ quality: VideoQuality) { run { $0.setQuality(quality) } }

    /// Shows the camera in a view, outside of any live and whatever ``DeviceState/cameraStatus`` is.
    ///
    /// - Parameters:
    ///   - cameraView: where it is shown.
    ///   - completion: called on the main queue, as that of ``openLocalCamera(isFront:completion:)``.
    public func startCameraTest(cameraView: LiveCoreSurface, completion: CompletionClosure?) {
        let view = Handed(value: cameraView)
        let completion = Completion(completion)
        run { $0.startTest(in: view.value, completion) }
    }

    /// Ends ``startCameraTest(cameraView:completion:)``.
    public func stopCameraTest() { run { $0.stopTest() } }

    // MARK: Both

    /// Closes both and sets everything to how it was at the start.
    public func reset() { run { $0.reset() } }

    /// A view on its way to the main queue.
    ///
    /// `@unchecked Sendable`: it is used there only.
    private struct Handed: @unchecked Sendable {
        let value: LiveCoreSurface
    }

    private func run(_ work: @escaping @MainActor @Sendable (DeviceDesk) -> Void) {
        if MainQueue.isCurrent {
            MainActor.assumeIsolated { work(desk) }
        } else {
            DispatchQueue.main.async { MainActor.assumeIsolated { work(self.desk) } }
        }
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
