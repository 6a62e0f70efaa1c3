/// An affine transform: x' = a x + c y + tx, y' = b x + d y + ty. The y axis points down.
public struct SVGATransform: Sendable, Equatable {
    /// The transform that changes nothing.
    public static let identity = SVGATransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// The factor from x to x'.
    public var a: Float
    /// The factor from x to y'.
    public var b: Float
    /// The factor from y to x'.
    public var c: Float
    /// The factor from y to y'.
    public var d: Float
    /// The translation along x.
    public var tx: Float
    /// The translation along y.
    public var ty: Float

    /// Makes a transform.
    public init(a: Float, b: Float, c: Float, d: Float, tx: Float, ty: Float) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// Makes a translation.
    public init(translationX x: Float, y: Float) { self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y) }

    /// Returns a transform that applies this one first and then `next`.
    public func followed(by next: SVGATransform) -> SVGATransform {
        SVGATransform(
            a: next.a * a + next.c * b, b: next.b * a + next.d * b, c: next.a * c + next.c * d,
            d: next.b * c + next.d * d, tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty
        )
    }

    /// Transforms a point.
    public func applied(x: Float, y: Float) -> (x: Float, y: Float) { (a * x + c * y + tx, b * x + d * y + ty) }
}
