#if IOS
    import CoreMedia
    import Dispatch
    import Foundation
    import ObjectiveC

    @objc open class AVCaptureOutput: NSObject {
        open func connection(with mediaType: AVMediaType) -> AVCaptureConnection? { fatalError() }
    }

    @objc open class AVCaptureVideoDataOutput: AVCaptureOutput {
        public override init() { super.init() }
        open var alwaysDiscardsLateVideoFrames = true
        open var videoSettings: [String: Any]! = [:]
        open func setSampleBufferDelegate(
            _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
            queue sampleBufferCallbackQueue: DispatchQueue?
        ) {}
    }

    @objc open class AVCaptureAudioDataOutput: AVCaptureOutput {
        public override init() { super.init() }
        open func setSampleBufferDelegate(
            _ sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?,
            queue sampleBufferCallbackQueue: DispatchQueue?
        ) {}
    }

    @objc public protocol AVCaptureVideoDataOutputSampleBufferDelegate: AnyObject {
        @objc optional func captureOutput(
            _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
        @objc optional func captureOutput(
            _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
    }

    @objc public protocol AVCaptureAudioDataOutputSampleBufferDelegate: AnyObject {
        @objc optional func captureOutput(
            _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
    }

    @objc open class AVCaptureConnection: NSObject {
        open var isVideoOrientationSupported: Bool { fatalError() }
        open var videoOrientation = AVCaptureVideoOrientation.portrait
        open var isVideoMirroringSupported: Bool { fatalError() }
        open var isVideoMirrored = false
        open var automaticallyAdjustsVideoMirroring = true
        open var audioChannels: [AVCaptureAudioChannel] { fatalError() }
    }

    @objc open class AVCaptureAudioChannel: NSObject {
        open var averagePowerLevel: Float { fatalError() }
        open var peakHoldLevel: Float { fatalError() }
    }

    @objc public enum AVCaptureVideoOrientation: Int, Sendable {
        case portrait = 1
        case portraitUpsideDown, landscapeRight, landscapeLeft
    }

    @objc open class AVCaptureVideoPreviewLayer: CALayer {
        public init(session: AVCaptureSession) { super.init() }
        public required init?(coder: NSCoder) { nil }

        open var videoGravity = AVLayerVideoGravity.resizeAspect
        open var connection: AVCaptureConnection? { fatalError() }
    }
#endif
