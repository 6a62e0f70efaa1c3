/// An affine transform: x' = a x + c y + tx, y' = b x + d y + ty. The y axis points down.
public struct SVGATransform: Sendable, Equatable {
    /// Leaves everything where it is.
    public static let identity = SVGATransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// What x becomes of x.
    public var a: Float
    /// What y becomes of x.
    public var b: Float
    /// What x becomes of y.
    public var c: Float
    /// What y becomes of y.
    public var d: Float
    /// By how much x is moved.
    public var tx: Float
    /// By how much y is moved.
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

    /// Moves everything.
    public init(translationX x: Float, y: Float) { self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y) }

    /// This transform, and then another.
    public func followed(by next: SVGATransform) -> SVGATransform {
        SVGATransform(
            a: next.a * a + next.c * b, b: next.b * a + next.d * b, c: next.a * c + next.c * d,
            d: next.b * c + next.d * d, tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty
        )
    }

    /// Where a point goes.
    public func applied(x: Float, y: Float) -> (x: Float, y: Float) { (a * x + c * y + tx, b * x + d * y + ty) }
}
