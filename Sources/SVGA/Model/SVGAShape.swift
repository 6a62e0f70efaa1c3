/// A shape of a sprite: its outline, how it is painted, and where.
public struct SVGAShape: Sendable, Equatable {
    /// An outline.
    public enum Geometry: Sendable, Equatable {
        /// A path in the syntax of SVG; ``SVGAPath`` reads it.
        case path(String)
        /// A rectangle, with corners of a radius.
        case rectangle(SVGARectangle, cornerRadius: Float)
        /// An ellipse around a point.
        case ellipse(x: Float, y: Float, radiusX: Float, radiusY: Float)
    }

    /// Its outline.
    public var geometry: Geometry
    /// How it is painted. Without a fill and a stroke nothing is seen of it.
    public var style: SVGAShapeStyle
    /// From the shape's own space to the sprite's. The stroke is transformed with the outline.
    public var transform: SVGATransform

    /// Makes a shape.
    public init(_ geometry: Geometry, style: SVGAShapeStyle, transform: SVGATransform = .identity) {
        self.geometry = geometry
        self.style = style
        self.transform = transform
    }
}

/// How a shape is painted: filled first, then stroked.
public struct SVGAShapeStyle: Sendable, Equatable {
    /// How a line ends.
    public enum LineCap: Sendable, Equatable, CaseIterable { case butt, round, square }

    /// How lines meet.
    public enum LineJoin: Sendable, Equatable, CaseIterable { case miter, round, bevel }

    /// A line in pieces.
    public struct Dash: Sendable, Equatable {
        /// The length of a piece, at least 1.
        public var length: Float
        /// The gap to the next one, at least 0.1.
        public var gap: Float
        /// How far in the pattern the line begins.
        public var offset: Float

        /// Makes a pattern. Lengths below their least are raised to it.
        public init(length: Float, gap: Float, offset: Float = 0) {
            self.length = max(1, length)
            self.gap = max(0.1, gap)
            self.offset = offset
        }
    }

    /// The colour of its inside, by the non-zero rule; nil for none.
    public var fill: SVGAColor?
    /// The colour of its outline; nil for none.
    public var stroke: SVGAColor?
    /// The width of its outline, 0 for none.
    public var strokeWidth: Float
    /// How its lines end.
    public var lineCap: LineCap
    /// How its lines meet.
    public var lineJoin: LineJoin
    /// Where a mitred corner becomes a bevelled one; 0 for the usual 10.
    public var miterLimit: Float
    /// Its pattern; nil for a whole line.
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

    /// The limit that a renderer uses.
    public var effectiveMiterLimit: Float { miterLimit > 0 ? miterLimit : 10 }
}

/// A colour in sRGB, each part from 0 to 1 and not multiplied with alpha.
public struct SVGAColor: Sendable, Equatable {
    /// Red.
    public var red: Float
    /// Green.
    public var green: Float
    /// Blue.
    public var blue: Float
    /// How opaque it is.
    public var alpha: Float

    /// Makes a colour. Parts outside 0 to 1 are brought to the nearer end.
    public init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
        self.red = min(1, max(0, red))
        self.green = min(1, max(0, green))
        self.blue = min(1, max(0, blue))
        self.alpha = min(1, max(0, alpha))
    }
}
