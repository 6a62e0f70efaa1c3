import Foundation
import QuartzCore

@objc open class UIBezierPath: NSObject {
    public override init() { super.init() }
    public convenience init(rect: CGRect) { self.init() }
    public convenience init(ovalIn rect: CGRect) { self.init() }
    public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) { self.init() }
    public convenience init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
        self.init()
    }
    public convenience init(
        arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) { self.init() }
    public convenience init(cgPath CGPath: CGPath) { self.init() }

    open var cgPath: CGPath {
        get { fatalError() }
        set {}
    }
    open func move(to point: CGPoint) {}
    open func addLine(to point: CGPoint) {}
    open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {}
    open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {}
    open func addArc(
        withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {}
    open func close() {}
    open func append(_ bezierPath: UIBezierPath) {}
    open func apply(_ transform: CGAffineTransform) {}
    open func fill() {}
    open func stroke() {}
    open func addClip() {}
    open var lineWidth: CGFloat = 1
}
