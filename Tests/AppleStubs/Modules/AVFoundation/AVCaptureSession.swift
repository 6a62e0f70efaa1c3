#if IOS
    import CoreMedia
    import Foundation
    import ObjectiveC

    @objc open class AVCaptureSession: NSObject {
        public override init() { super.init() }

        open func canSetSessionPreset(_ preset: Preset) -> Bool { fatalError() }
        open var sessionPreset = Preset.high
        open func canAddInput(_ input: AVCaptureInput) -> Bool { fatalError() }
        open func addInput(_ input: AVCaptureInput) {}
        open func removeInput(_ input: AVCaptureInput) {}
        open func canAddOutput(_ output: AVCaptureOutput) -> Bool { fatalError() }
        open func addOutput(_ output: AVCaptureOutput) {}
        open func removeOutput(_ output: AVCaptureOutput) {}
        open func beginConfiguration() {}
        open func commitConfiguration() {}
        open var isRunning: Bool { fatalError() }
        open func startRunning() {}
        open func stopRunning() {}
        open var automaticallyConfiguresApplicationAudioSession = true
        open var synchronizationClock: CMClock? { fatalError() }

        public static let runtimeErrorNotification = NSNotification.Name("AVCaptureSessionRuntimeErrorNotification")

        public struct Preset: RawRepresentable, Hashable, Sendable {
            public static let high = Preset(rawValue: "AVCaptureSessionPresetHigh")
            public static let iFrame960x540 = Preset(rawValue: "AVCaptureSessionPresetiFrame960x540")
            public static let hd1280x720 = Preset(rawValue: "AVCaptureSessionPreset1280x720")
            public static let hd1920x1080 = Preset(rawValue: "AVCaptureSessionPreset1920x1080")

            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }
        }
    }

    public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"
#endif
