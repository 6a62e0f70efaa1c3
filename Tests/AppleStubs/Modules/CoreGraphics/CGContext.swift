import Foundation

@objc public class CGContext {
    public init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: UInt32
    ) { nil }

    public var data: UnsafeMutableRawPointer? { fatalError() }
    public var width: Int { fatalError() }
    public var height: Int { fatalError() }
    public func makeImage() -> CGImage? { fatalError() }

    public func saveGState() {}
    public func restoreGState() {}
    public func concatenate(_ transform: CGAffineTransform) {}
    public func translateBy(x tx: CGFloat, y ty: CGFloat) {}
    public func scaleBy(x sx: CGFloat, y sy: CGFloat) {}
    public func rotate(by angle: CGFloat) {}

    public func setAlpha(_ alpha: CGFloat) {}
    public func setFillColor(_ color: CGColor) {}
    public func setStrokeColor(_ color: CGColor) {}
    public func setLineWidth(_ width: CGFloat) {}
    public func setLineCap(_ cap: CGLineCap) {}
    public func setLineJoin(_ join: CGLineJoin) {}

    public func addPath(_ path: CGPath) {}
    public func clip(to rect: CGRect) {}
    public func clip(using rule: CGPathFillRule = .winding) {}
    public func fillPath(using rule: CGPathFillRule = .winding) {}
    public func strokePath() {}
    public func fill(_ rect: CGRect) {}
    public func fillEllipse(in rect: CGRect) {}
    public func stroke(_ rect: CGRect) {}
    public func clear(_ rect: CGRect) {}
    public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {}
    public func drawLinearGradient(
        _ gradient: CGGradient, start: CGPoint, end: CGPoint, options: CGGradientDrawingOptions
    ) {}
}
