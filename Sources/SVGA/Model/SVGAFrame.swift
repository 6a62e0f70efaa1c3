/// The state of a sprite in one frame.
public struct SVGAFrame: Sendable, Equatable {
    /// A frame in which the sprite is hidden.
    public static let hidden = SVGAFrame(alpha: 0)

    /// The opacity, from 0 to 1.
    public var alpha: Float
    /// The rectangle that the image fills, before the transform.
    public var layout: SVGARectangle
    /// The transform from the sprite's space to the canvas.
    public var transform: SVGATransform
    /// The visible part, as an SVG path in the sprite's space. An empty path shows everything.
    public var clipPath: String
    /// The shapes above the image, from back to front. Shapes that a file carries over from the frame before are listed here in full.
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

    /// True if the frame is not fully transparent.
    public var isVisible: Bool { alpha > 0 }

    /// The transform from the space of image, shapes and clip path to the canvas.
    public var placement: SVGATransform { SVGATransform(translationX: layout.x, y: layout.y).followed(by: transform) }
}

/// A rectangle, in points.
public struct SVGARectangle: Sendable, Equatable {
    /// An empty rectangle at the origin.
    public static let zero = SVGARectangle(x: 0, y: 0, width: 0, height: 0)

    /// The left edge.
    public var x: Float
    /// The upper edge.
    public var y: Float
    /// The width.
    public var width: Float
    /// The height.
    public var height: Float

    /// Makes a rectangle.
    public init(x: Float = 0, y: Float = 0, width: Float, height: Float) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
