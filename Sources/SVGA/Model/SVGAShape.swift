/// A vector shape of a sprite: its outline, its style and its transform.
public struct SVGAShape: Sendable, Equatable {
    /// An outline.
    public enum Geometry: Sendable, Equatable {
        /// A path in SVG syntax, which ``SVGAPath`` parses.
        case path(String)
        /// A rectangle with rounded corners.
        case rectangle(SVGARectangle, cornerRadius: Float)
        /// An ellipse with a centre point and two radii.
        case ellipse(x: Float, y: Float, radiusX: Float, radiusY: Float)
    }

    /// Its outline.
    public var geometry: Geometry
    /// How the shape is painted. A shape without fill and stroke is invisible.
    public var style: SVGAShapeStyle
    /// The transform from the shape's space to the sprite's. It applies to the stroke too.
    public var transform: SVGATransform

    /// Makes a shape.
    public init(_ geometry: Geometry, style: SVGAShapeStyle, transform: SVGATransform = .identity) {
        self.geometry = geometry
        self.style = style
        self.transform = transform
    }
}

/// How a shape is painted. The stroke goes over the fill.
public struct SVGAShapeStyle: Sendable, Equatable {
    /// How a line ends.
    public enum LineCap: Sendable, Equatable, CaseIterable { case butt, round, square }

    /// How lines meet.
    public enum LineJoin: Sendable, Equatable, CaseIterable { case miter, round, bevel }

    /// A dash pattern.
    public struct Dash: Sendable, Equatable {
        /// The length of a dash, at least 1.
        public var length: Float
        /// The gap between dashes, at least 0.1.
        public var gap: Float
        /// How far into the pattern the line begins.
        public var offset: Float

        /// Makes a pattern. Values below their minimum are raised to it.
        public init(length: Float, gap: Float, offset: Float = 0) {
            self.length = max(1, length)
            self.gap = max(0.1, gap)
            self.offset = offset
        }
    }

    /// The fill colour, applied with the non-zero rule; nil for no fill.
    public var fill: SVGAColor?
    /// The stroke colour; nil for no stroke.
    public var stroke: SVGAColor?
    /// The stroke width; 0 for no stroke.
    public var strokeWidth: Float
    /// How open lines end.
    public var lineCap: LineCap
    /// How lines join.
    public var lineJoin: LineJoin
    /// The ratio at which a mitred corner becomes a bevelled one; 0 stands for the default, 10.
    public var miterLimit: Float
    /// The dash pattern; nil for a solid line.
    public var dash: Dash?

    /// Makes a style.
    public init(
        fill: SVGAColor? = nil, stroke: SVGAColor? = nil, strokeWidth: Float = 0, lineCap: LineCap = .butt,
        lineJoin: LineJoin = .miter, miterLimit: Float = 0, dash: Dash? = nil
    ) {
        self.fill = fill
        self.stroke = stroke
        self.strokeWidth = strokeWidth
        self.lineCap = lineCap
        self.lineJoin = lineJoin
        self.miterLimit = miterLimit
        self.dash = dash
    }

    /// The miter limit with its default applied.
    public var effectiveMiterLimit: Float { miterLimit > 0 ? miterLimit : 10 }
}

/// A colour in sRGB. Components range from 0 to 1 and are not premultiplied.
public struct SVGAColor: Sendable, Equatable {
    /// The red component.
    public var red: Float
    /// The green component.
    public var green: Float
    /// The blue component.
    public var blue: Float
    /// The opacity.
    public var alpha: Float

    /// Makes a colour. Values outside 0 to 1 are clamped.
    public init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
        self.red = min(1, max(0, red))
        self.green = min(1, max(0, green))
        self.blue = min(1, max(0, blue))
        self.alpha = min(1, max(0, alpha))
    }
}
