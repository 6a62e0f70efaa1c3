import Foundation

@MainActor @objc open class UIScrollView: UIView {
    open var contentOffset = CGPoint.zero
    open var contentSize = CGSize.zero
    open var contentInset = UIEdgeInsets.zero
    open var adjustedContentInset: UIEdgeInsets { fatalError() }
    open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
    open weak var delegate: (any UIScrollViewDelegate)?
    open var isPagingEnabled = false
    open var isScrollEnabled = true
    open var bounces = true
    open var alwaysBounceVertical = false
    open var alwaysBounceHorizontal = false
    open var showsHorizontalScrollIndicator = true
    open var showsVerticalScrollIndicator = true
    open var decelerationRate = DecelerationRate.normal
    open var keyboardDismissMode = KeyboardDismissMode.none
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {}
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {}
    open var isTracking: Bool { fatalError() }
    open var isDragging: Bool { fatalError() }
    open var isDecelerating: Bool { fatalError() }
    open var panGestureRecognizer: UIPanGestureRecognizer { fatalError() }
    open var contentLayoutGuide: UILayoutGuide { fatalError() }
    open var frameLayoutGuide: UILayoutGuide { fatalError() }

    @objc(UIScrollViewContentInsetAdjustmentBehavior) public enum ContentInsetAdjustmentBehavior: Int, Sendable {
        case automatic, scrollableAxes, never, always
    }
    @objc(UIScrollViewKeyboardDismissMode) public enum KeyboardDismissMode: Int, Sendable { case none, onDrag, interactive }

    public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
        public static let normal = DecelerationRate(rawValue: 0.998)
        public static let fast = DecelerationRate(rawValue: 0.99)

        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
    }
}

// `scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)` is left out: Objective-C knows no CGPoint here.
@MainActor @objc public protocol UIScrollViewDelegate: AnyObject {
    @objc optional func scrollViewDidScroll(_ scrollView: UIScrollView)
    @objc optional func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
    @objc optional func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    @objc optional func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
    @objc optional func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
    @objc optional func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
}
