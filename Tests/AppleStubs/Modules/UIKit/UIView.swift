import Foundation
import ObjectiveC
import QuartzCore

@MainActor @objc open class UIView: UIResponder, CALayerDelegate {
    public init(frame: CGRect) { super.init() }
    public required init?(coder: NSCoder) { nil }
    public override convenience init() { self.init(frame: .zero) }

    open class var layerClass: AnyClass { CALayer.self }
    open var layer: CALayer { ownLayer }
    private let ownLayer = CALayer()
    open var isUserInteractionEnabled = true
    open var tag = 0
    open var semanticContentAttribute = UISemanticContentAttribute.unspecified
    open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { fatalError() }
    open var traitCollection: UITraitCollection { fatalError() }
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
    public final var maximumContentSizeCategory: UIContentSizeCategory?
    public final var minimumContentSizeCategory: UIContentSizeCategory?

    // Geometry
    open var frame = CGRect.zero
    open var bounds = CGRect.zero
    open var center = CGPoint.zero
    open var transform = CGAffineTransform.identity
    open var transform3D = CATransform3DIdentity
    open var contentScaleFactor: CGFloat = 1
    open var isMultipleTouchEnabled = false
    open var isExclusiveTouch = false
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { fatalError() }
    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { fatalError() }
    open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint { fatalError() }
    open func convert(_ point: CGPoint, from view: UIView?) -> CGPoint { fatalError() }
    open func convert(_ rect: CGRect, to view: UIView?) -> CGRect { fatalError() }
    open func convert(_ rect: CGRect, from view: UIView?) -> CGRect { fatalError() }
    open var autoresizesSubviews = true
    open var autoresizingMask: AutoresizingMask = []
    open func sizeThatFits(_ size: CGSize) -> CGSize { fatalError() }
    open func sizeToFit() {}

    // Tree
    open var superview: UIView? { fatalError() }
    open var subviews: [UIView] { fatalError() }
    open var window: UIWindow? { fatalError() }
    open func removeFromSuperview() {}
    open func insertSubview(_ view: UIView, at index: Int) {}
    open func exchangeSubview(at index1: Int, withSubviewAt index2: Int) {}
    open func addSubview(_ view: UIView) {}
    open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {}
    open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {}
    open func bringSubviewToFront(_ view: UIView) {}
    open func sendSubviewToBack(_ view: UIView) {}
    open func didAddSubview(_ subview: UIView) {}
    open func willRemoveSubview(_ subview: UIView) {}
    open func willMove(toSuperview newSuperview: UIView?) {}
    open func didMoveToSuperview() {}
    open func willMove(toWindow newWindow: UIWindow?) {}
    open func didMoveToWindow() {}
    open func isDescendant(of view: UIView) -> Bool { fatalError() }
    open func viewWithTag(_ tag: Int) -> UIView? { fatalError() }
    open func setNeedsLayout() {}
    open func layoutIfNeeded() {}
    open func layoutSubviews() {}
    open var layoutMargins = UIEdgeInsets.zero
    open var directionalLayoutMargins = NSDirectionalEdgeInsets.zero
    open var safeAreaInsets: UIEdgeInsets { fatalError() }
    open func safeAreaInsetsDidChange() {}

    // Drawing
    open func draw(_ rect: CGRect) {}
    open func setNeedsDisplay() {}
    open func setNeedsDisplay(_ rect: CGRect) {}
    open var clipsToBounds = false
    open var backgroundColor: UIColor?
    open var alpha: CGFloat = 1
    open var isOpaque = true
    open var clearsContextBeforeDrawing = true
    open var isHidden = false
    open var contentMode = ContentMode.scaleToFill
    open var mask: UIView?
    open var tintColor: UIColor!
    open func tintColorDidChange() {}
    open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? { fatalError() }

    // Gestures
    open var gestureRecognizers: [UIGestureRecognizer]?
    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {}
    open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {}
    open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { fatalError() }

    @objc(UIViewContentMode) public enum ContentMode: Int, Sendable {
        case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right
        case topLeft, topRight, bottomLeft, bottomRight
    }

    public struct AutoresizingMask: OptionSet, Sendable {
        public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
        public static let flexibleWidth = AutoresizingMask(rawValue: 2)
        public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
        public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
        public static let flexibleHeight = AutoresizingMask(rawValue: 16)
        public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)

        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    // Layout by constraints, which subclasses may override; the rest is in UIView+Constraints.swift.
    open var translatesAutoresizingMaskIntoConstraints = true
    open class var requiresConstraintBasedLayout: Bool { false }
    open var intrinsicContentSize: CGSize { fatalError() }
    open func invalidateIntrinsicContentSize() {}
    open func updateConstraints() {}
    open func setNeedsUpdateConstraints() {}
    open func updateConstraintsIfNeeded() {}
    open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize { fatalError() }
    open func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize { fatalError() }
}

@objc public enum UISemanticContentAttribute: Int, Sendable {
    case unspecified, playback, spatial, forceLeftToRight, forceRightToLeft
}

@objc public enum UIUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }
