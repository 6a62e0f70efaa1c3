/// A path of lines and curves in absolute coordinates.
public struct SVGAPath: Sendable, Equatable {
    /// A point.
    public struct Point: Sendable, Equatable {
        /// The distance to the right.
        public var x: Float
        /// The distance down.
        public var y: Float

        /// Makes a point.
        public init(_ x: Float, _ y: Float) {
            self.x = x
            self.y = y
        }
    }

    /// A step of a path.
    public enum Step: Sendable, Equatable {
        /// Begins a new outline at a point.
        case move(Point)
        /// Draws a straight line to a point.
        case line(Point)
        /// Draws a cubic curve. The last point is its end.
        case cubic(Point, Point, Point)
        /// Closes the outline with a line back to its beginning.
        case close
    }

    /// The steps in order. A path that is not empty begins with a move.
    public internal(set) var steps: [Step] = []

    /// Makes an empty path.
    public init() {}

    /// Parses a path in SVG syntax, with all commands in upper and lower case.
    ///
    /// At an error the path ends and keeps what came before, as SVG requires. `R` and `K` occur in some files, but no player draws them;
    /// they are skipped with their numbers.
    public init(_ text: String) {
        var parser = PathParser(text)
        parser.parse()
        steps = parser.steps
    }

    /// Makes the outline of a shape, in the shape's space.
    public init(_ geometry: SVGAShape.Geometry) {
        switch geometry {
        case .path(let text): self.init(text)
        case .rectangle(let rectangle, let cornerRadius): self.init(rectangle, cornerRadius: cornerRadius)
        case .ellipse(let x, let y, let radiusX, let radiusY):
            self.init(ellipseAt: Point(x, y), radiusX: radiusX, radiusY: radiusY)
        }
    }

    /// The distance from the end of a quarter circle to its control point, in radii.
    private static let quarter: Float = 0.552_284_75

    private init(_ rectangle: SVGARectangle, cornerRadius: Float) {
        let (left, top) = (rectangle.x, rectangle.y)
        let (right, bottom) = (left + rectangle.width, top + rectangle.height)
        let radius = max(0, min(cornerRadius, min(rectangle.width, rectangle.height) / 2))
        guard radius > 0 else {
            steps = [
                .move(Point(left, top)), .line(Point(right, top)), .line(Point(right, bottom)),
                .line(Point(left, bottom)), .close,
            ]
            return
        }
        let inset = radius * (1 - Self.quarter)
        steps = [
            .move(Point(left + radius, top)), .line(Point(right - radius, top)),
            .cubic(Point(right - inset, top), Point(right, top + inset), Point(right, top + radius)),
            .line(Point(right, bottom - radius)),
            .cubic(Point(right, bottom - inset), Point(right - inset, bottom), Point(right - radius, bottom)),
            .line(Point(left + radius, bottom)),
            .cubic(Point(left + inset, bottom), Point(left, bottom - inset), Point(left, bottom - radius)),
            .line(Point(left, top + radius)),
            .cubic(Point(left, top + inset), Point(left + inset, top), Point(left + radius, top)), .close,
        ]
    }

    private init(ellipseAt center: Point, radiusX: Float, radiusY: Float) {
        let (radiusX, radiusY) = (abs(radiusX), abs(radiusY))
        let (dx, dy) = (radiusX * Self.quarter, radiusY * Self.quarter)
        let (left, right) = (center.x - radiusX, center.x + radiusX)
        let (top, bottom) = (center.y - radiusY, center.y + radiusY)
        steps = [
            .move(Point(right, center.y)),
            .cubic(Point(right, center.y + dy), Point(center.x + dx, bottom), Point(center.x, bottom)),
            .cubic(Point(center.x - dx, bottom), Point(left, center.y + dy), Point(left, center.y)),
            .cubic(Point(left, center.y - dy), Point(center.x - dx, top), Point(center.x, top)),
            .cubic(Point(center.x + dx, top), Point(right, center.y - dy), Point(right, center.y)), .close,
        ]
    }
}
