@_exported import Foundation

public struct CGAffineTransform: Equatable, Hashable, Codable, Sendable {
    public var a, b, c, d, tx, ty: CGFloat

    public static var identity: CGAffineTransform { .init() }
    public init() { self.init(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }
    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }
    public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
        self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
    }
    public init(rotationAngle angle: CGFloat) { self.init() }
    public init(scaleX sx: CGFloat, y sy: CGFloat) { self.init() }
    public init(translationX tx: CGFloat, y ty: CGFloat) { self.init() }

    public var isIdentity: Bool { self == .identity }
    public func concatenating(_ other: CGAffineTransform) -> CGAffineTransform { self }
    public func inverted() -> CGAffineTransform { self }
    public func rotated(by angle: CGFloat) -> CGAffineTransform { self }
    public func scaledBy(x sx: CGFloat, y sy: CGFloat) -> CGAffineTransform { self }
    public func translatedBy(x tx: CGFloat, y ty: CGFloat) -> CGAffineTransform { self }
}

extension CGPoint {
    public func applying(_ transform: CGAffineTransform) -> CGPoint { self }
}

extension CGSize {
    public func applying(_ transform: CGAffineTransform) -> CGSize { self }
}

extension CGRect {
    public func applying(_ transform: CGAffineTransform) -> CGRect { self }
}
