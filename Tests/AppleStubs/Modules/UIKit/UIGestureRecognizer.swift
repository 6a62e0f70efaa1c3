import Foundation
import ObjectiveC

@MainActor @objc open class UIGestureRecognizer: NSObject {
    public init(target: Any?, action: Selector?) { super.init() }
    public convenience override init() { self.init(target: nil, action: nil) }

    open func addTarget(_ target: Any, action: Selector) {}
    open func removeTarget(_ target: Any?, action: Selector?) {}
    open var state: State { fatalError() }
    open weak var delegate: (any UIGestureRecognizerDelegate)?
    open var isEnabled = true
    open var view: UIView? { fatalError() }
    open var cancelsTouchesInView = true
    open var delaysTouchesBegan = false
    open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {}
    open func location(in view: UIView?) -> CGPoint { fatalError() }
    open var numberOfTouches: Int { fatalError() }

    @objc(UIGestureRecognizerState) public enum State: Int, Sendable {
        case possible, began, changed, ended, cancelled, failed

        public static var recognized: State { .ended }
    }
}

@MainActor @objc public protocol UIGestureRecognizerDelegate: AnyObject {
    @objc optional func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
    @objc optional func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    @objc optional func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
}

@MainActor @objc open class UITapGestureRecognizer: UIGestureRecognizer {
    open var numberOfTapsRequired = 1
    open var numberOfTouchesRequired = 1
}

@MainActor @objc open class UILongPressGestureRecognizer: UIGestureRecognizer {
    open var minimumPressDuration: TimeInterval = 0.5
    open var allowableMovement: CGFloat = 10
}

@MainActor @objc open class UIPanGestureRecognizer: UIGestureRecognizer {
    open func translation(in view: UIView?) -> CGPoint { fatalError() }
    open func setTranslation(_ translation: CGPoint, in view: UIView?) {}
    open func velocity(in view: UIView?) -> CGPoint { fatalError() }
}

@MainActor @objc open class UISwipeGestureRecognizer: UIGestureRecognizer {
    open var direction: Direction = .right

    public struct Direction: OptionSet, Sendable {
        public static let right = Direction(rawValue: 1)
        public static let left = Direction(rawValue: 2)
        public static let up = Direction(rawValue: 4)
        public static let down = Direction(rawValue: 8)

        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
}
