import CoreGraphics
import ObjectiveC

@objc open class CADisplayLink: NSObject {
    // On macOS a view or a screen makes it.
    #if IOS
        public init(target: Any, selector sel: Selector) { super.init() }
    #endif

    open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {}
    open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {}
    open func invalidate() {}
    open var timestamp: CFTimeInterval { fatalError() }
    open var duration: CFTimeInterval { fatalError() }
    open var targetTimestamp: CFTimeInterval { fatalError() }
    open var isPaused = false
    open var preferredFramesPerSecond = 0
    open var preferredFrameRateRange = CAFrameRateRange.default
}

public struct CAFrameRateRange: Equatable, Sendable {
    public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0, preferred: 0)

    public var minimum, maximum: Float
    public var preferred: Float?
    public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
        (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred)
    }
}
