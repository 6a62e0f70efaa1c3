#if IOS
    import Foundation
    import ObjectiveC

    @objc open class AVCaptureDevice: NSObject {
        open class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? { fatalError() }
        open class func `default`(
            _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
        ) -> AVCaptureDevice? { fatalError() }
        open class func requestAccess(
            for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
        ) {}

        @objc(AVCaptureDevicePosition) public enum Position: Int, Sendable { case unspecified, back, front }

        public struct DeviceType: RawRepresentable, Hashable, Sendable {
            public static let builtInWideAngleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")

            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }
        }
    }

    @objc open class AVCaptureInput: NSObject {}

    @objc open class AVCaptureDeviceInput: AVCaptureInput {
        public init(device: AVCaptureDevice) throws { super.init() }
    }
#endif
