import CoreGraphics

public protocol CAMediaTiming {
    var beginTime: CFTimeInterval { get set }
    var duration: CFTimeInterval { get set }
    var speed: Float { get set }
    var timeOffset: CFTimeInterval { get set }
    var repeatCount: Float { get set }
    var repeatDuration: CFTimeInterval { get set }
    var autoreverses: Bool { get set }
    var fillMode: CAMediaTimingFillMode { get set }
}

public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
    public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
    public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
    public static let both = CAMediaTimingFillMode(rawValue: "both")
    public static let removed = CAMediaTimingFillMode(rawValue: "removed")

    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

@objc open class CAMediaTimingFunction: NSObject {
    public convenience init(name: CAMediaTimingFunctionName) { self.init(controlPoints: 0, 0, 1, 1) }
    public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) { super.init() }
}

public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
    public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
    public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
    public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
    public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
    public static let `default` = CAMediaTimingFunctionName(rawValue: "default")

    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

#if RUN
    /// The time for a program of Tests/AppleStubs/run, which sets it. Such a program has one thread, so nothing can be changed at once.
    nonisolated(unsafe) public var mediaTime: CFTimeInterval = 0
    public func CACurrentMediaTime() -> CFTimeInterval { mediaTime }
#else
    public func CACurrentMediaTime() -> CFTimeInterval { fatalError() }
#endif
