import CoreGraphics
import ObjectiveC

@objc open class CAAnimation: NSObject, CAMediaTiming, CAAction, NSCopying {
    public override init() { super.init() }
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open var timingFunction: CAMediaTimingFunction?
    open var delegate: (any CAAnimationDelegate)?
    open var isRemovedOnCompletion = true
    open func setValue(_ value: Any?, forKey key: String) {}
    open func value(forKey key: String) -> Any? { fatalError() }

    // CAMediaTiming
    open var beginTime: CFTimeInterval = 0
    open var duration: CFTimeInterval = 0
    open var speed: Float = 1
    open var timeOffset: CFTimeInterval = 0
    open var repeatCount: Float = 0
    open var repeatDuration: CFTimeInterval = 0
    open var autoreverses = false
    open var fillMode = CAMediaTimingFillMode.removed
}

@objc public protocol CAAnimationDelegate: AnyObject {
    @objc optional func animationDidStart(_ anim: CAAnimation)
    @objc optional func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

@objc open class CAPropertyAnimation: CAAnimation {
    public convenience init(keyPath path: String?) { self.init() }
    open var keyPath: String?
    open var isAdditive = false
    open var isCumulative = false
}

@objc open class CABasicAnimation: CAPropertyAnimation {
    open var fromValue: Any?
    open var toValue: Any?
    open var byValue: Any?
}

@objc open class CASpringAnimation: CABasicAnimation {
    open var mass: CGFloat = 1
    open var stiffness: CGFloat = 100
    open var damping: CGFloat = 10
    open var initialVelocity: CGFloat = 0
    open var settlingDuration: CFTimeInterval { fatalError() }
}

@objc open class CAKeyframeAnimation: CAPropertyAnimation {
    open var values: [Any]?
    open var path: CGPath?
    open var keyTimes: [NSNumber]?
    open var timingFunctions: [CAMediaTimingFunction]?
    open var calculationMode = CAAnimationCalculationMode.linear
    open var rotationMode: CAAnimationRotationMode?
}

@objc open class CAAnimationGroup: CAAnimation {
    open var animations: [CAAnimation]?
}

@objc open class CATransition: CAAnimation {
    open var type = CATransitionType.fade
    open var subtype: CATransitionSubtype?
}

public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
    public static let linear = CAAnimationCalculationMode(rawValue: "linear")
    public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
    public static let paced = CAAnimationCalculationMode(rawValue: "paced")
    public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")

    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
    public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")

    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

public struct CATransitionType: RawRepresentable, Hashable, Sendable {
    public static let fade = CATransitionType(rawValue: "fade")
    public static let moveIn = CATransitionType(rawValue: "moveIn")
    public static let push = CATransitionType(rawValue: "push")

    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
    public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
    public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")

    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
