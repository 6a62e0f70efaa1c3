/// What becomes of a sprite in one frame.
public struct SVGAFrame: Sendable, Equatable {
    /// A frame in which the sprite is hidden.
    public static let hidden = SVGAFrame(alpha: 0)

    /// How opaque it is, from 0 to 1.
    public var alpha: Float
    /// The rectangle that its picture fills, before the transform.
    public var layout: SVGARectangle
    /// From the sprite's own space to the canvas.
    public var transform: SVGATransform
    /// What is seen of it, as a path in its own space in the syntax of SVG; empty for all.
    public var clipPath: String
    /// Its shapes, from the back to the front, over its picture. What a file keeps from the frame before stands here in full.
    public var shapes: [SVGAShape]

    /// Makes a frame.
    public init(
        alpha: Float = 1, layout: SVGARectangle = .zero, transform: SVGATransform = .identity, clipPath: String = "",
        shapes: [SVGAShape] = []
    ) {
        self.alpha = alpha
        self.layout = layout
        self.transform = transform
        self.clipPath = clipPath
        self.shapes = shapes
    }

    /// Whether anything can be seen of the sprite.
    public var isVisible: Bool { alpha > 0 }

    /// From the space in which picture, shapes and clip path stand to the canvas.
    public var placement: SVGATransform { SVGATransform(translationX: layout.x, y: layout.y).followed(by: transform) }
}

/// A rectangle, in points.
public struct SVGARectangle: Sendable, Equatable {
    /// The empty rectangle in the corner.
    public static let zero = SVGARectangle(x: 0, y: 0, width: 0, height: 0)

    /// The left edge.
    public var x: Float
    /// The upper edge.
    public var y: Float
    /// From the left edge to the right one.
    public var width: Float
    /// From the upper edge to the lower one.
    public var height: Float

    /// Makes a rectangle.
    public init(x: Float = 0, y: Float = 0, width: Float, height: Float) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
