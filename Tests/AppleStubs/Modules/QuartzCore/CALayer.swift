@_exported import CoreGraphics
import ObjectiveC

@objc open class CALayer: NSObject, CAMediaTiming {
    public override init() { super.init() }
    public init(layer: Any) { super.init() }
    public required init?(coder: NSCoder) { nil }

    open func presentation() -> Self? { nil }
    open func model() -> Self { self }
    open class func needsDisplay(forKey key: String) -> Bool { false }
    open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

    open weak var delegate: (any CALayerDelegate)?
    open var name: String?

    // Geometry
    open var bounds = CGRect.zero
    open var position = CGPoint.zero
    open var zPosition: CGFloat = 0
    open var anchorPoint = CGPoint(x: 0.5, y: 0.5)
    open var transform = CATransform3DIdentity
    open var sublayerTransform = CATransform3DIdentity
    open var frame = CGRect.zero
    open var isHidden = false
    open func affineTransform() -> CGAffineTransform { .identity }
    open func setAffineTransform(_ m: CGAffineTransform) {}
    open func contains(_ p: CGPoint) -> Bool { fatalError() }
    open func hitTest(_ p: CGPoint) -> CALayer? { fatalError() }
    open func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint { fatalError() }
    open func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { fatalError() }
    open func convert(_ r: CGRect, from l: CALayer?) -> CGRect { fatalError() }
    open func convert(_ r: CGRect, to l: CALayer?) -> CGRect { fatalError() }

    // Tree
    open private(set) weak var superlayer: CALayer?
    open var sublayers: [CALayer]?
    open var mask: CALayer?
    open func addSublayer(_ layer: CALayer) {}
    open func insertSublayer(_ layer: CALayer, at idx: UInt32) {}
    open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {}
    open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {}
    open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {}
    open func removeFromSuperlayer() {}

    // Contents
    open var contents: Any?
    open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    open var contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
    open var contentsGravity = CALayerContentsGravity.resize
    open var contentsScale: CGFloat = 1
    open var isOpaque = false
    open func display() {}
    open func draw(in ctx: CGContext) {}
    open func render(in ctx: CGContext) {}
    open func setNeedsDisplay() {}
    open func setNeedsDisplay(_ r: CGRect) {}
    open var needsDisplayOnBoundsChange = false
    open func setNeedsLayout() {}
    open func layoutIfNeeded() {}
    open func layoutSublayers() {}

    // Style
    open var opacity: Float = 1
    open var masksToBounds = false
    open var cornerRadius: CGFloat = 0
    open var cornerCurve = CALayerCornerCurve.circular
    open var maskedCorners: CACornerMask = []
    open var borderWidth: CGFloat = 0
    open var borderColor: CGColor?
    open var backgroundColor: CGColor?
    open var shadowColor: CGColor?
    open var shadowOpacity: Float = 0
    open var shadowOffset = CGSize(width: 0, height: -3)
    open var shadowRadius: CGFloat = 3
    open var shadowPath: CGPath?
    open var shouldRasterize = false
    open var rasterizationScale: CGFloat = 1
    open var allowsGroupOpacity = true
    open var allowsEdgeAntialiasing = false
    open var actions: [String: any CAAction]?

    // Animations
    open func add(_ anim: CAAnimation, forKey key: String?) {}
    open func animation(forKey key: String) -> CAAnimation? { fatalError() }
    open func animationKeys() -> [String]? { fatalError() }
    open func removeAnimation(forKey key: String) {}
    open func removeAllAnimations() {}
    open func action(forKey event: String) -> (any CAAction)? { nil }

    // CAMediaTiming
    open var beginTime: CFTimeInterval = 0
    open var duration: CFTimeInterval = 0
    open var speed: Float = 1
    open var timeOffset: CFTimeInterval = 0
    open var repeatCount: Float = 0
    open var repeatDuration: CFTimeInterval = 0
    open var autoreverses = false
    open var fillMode = CAMediaTimingFillMode.removed
    open func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval { fatalError() }
    open func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval { fatalError() }
}

@objc public protocol CALayerDelegate: AnyObject {
    @objc optional func display(_ layer: CALayer)
    @objc optional func draw(_ layer: CALayer, in ctx: CGContext)
    @objc optional func layerWillDraw(_ layer: CALayer)
    @objc optional func layoutSublayers(of layer: CALayer)
}

public protocol CAAction: AnyObject {}
