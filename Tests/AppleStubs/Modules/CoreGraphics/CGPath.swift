import Foundation

public class CGPath {
    public init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {}
    public init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {}
    public init(
        roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
        transform: UnsafePointer<CGAffineTransform>?
    ) {}
    fileprivate init() {}

    public var isEmpty: Bool { fatalError() }
    public var boundingBox: CGRect { fatalError() }
    public var boundingBoxOfPath: CGRect { fatalError() }
    public var currentPoint: CGPoint { fatalError() }
    public func copy() -> CGPath? { fatalError() }
    public func mutableCopy() -> CGMutablePath? { fatalError() }
    public func contains(_ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity)
        -> Bool
    { fatalError() }
}

public class CGMutablePath: CGPath {
    public override init() { super.init() }

    public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {}
    public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {}
    public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {}
    public func addCurve(
        to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
    ) {}
    public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {}
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
        transform: CGAffineTransform = .identity
    ) {}
    public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {}
    public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {}
    public func addRoundedRect(
        in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
    ) {}
    public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {}
    public func closeSubpath() {}
}

public enum CGPathFillRule: Int, Sendable { case winding, evenOdd }
public enum CGLineCap: Int32, Sendable { case butt, round, square }
public enum CGLineJoin: Int32, Sendable { case miter, round, bevel }
