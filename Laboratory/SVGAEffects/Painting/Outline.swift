import Foundation
import SVGA

/// Flattens paths to line segments, and rasterizes them.
enum Outline {
    /// A line segment.
    struct Line {
        var x0: Float
        var y0: Float
        var x1: Float
        var y1: Float

        var length: Float { hypot(x1 - x0, y1 - y0) }

        /// Returns the distance of a point from the segment, and where on the segment the nearest point lies, from 0 to 1.
        func distance(_ x: Float, _ y: Float) -> (distance: Float, along: Float) {
            let (dx, dy) = (x1 - x0, y1 - y0)
            let square = max(1e-12, dx * dx + dy * dy)
            let along = min(1, max(0, ((x - x0) * dx + (y - y0) * dy) / square))
            return (hypot(x - x0 - along * dx, y - y0 - along * dy), along)
        }
    }

    /// Flattens a path. Each curve becomes twenty segments.
    static func lines(of path: SVGAPath, scale: Float) -> [Line] {
        var lines: [Line] = []
        var current = SVGAPath.Point(0, 0)
        var start = current
        func line(to end: SVGAPath.Point) {
            lines.append(Line(x0: current.x * scale, y0: current.y * scale, x1: end.x * scale, y1: end.y * scale))
            current = end
        }
        for step in path.steps {
            switch step {
            case .move(let point): (current, start) = (point, point)
            case .line(let point): line(to: point)
            case .close: line(to: start)
            case .cubic(let first, let second, let end):
                let from = current
                for index in 1...20 {
                    let (t, u) = (Float(index) / 20, 1 - Float(index) / 20)
                    let weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
                    line(
                        to: SVGAPath.Point(
                            from.x * weights.0 + first.x * weights.1 + second.x * weights.2 + end.x * weights.3,
                            from.y * weights.0 + first.y * weights.1 + second.y * weights.2 + end.y * weights.3))
                }
            }
        }
        return lines
    }

    /// Computes how much of each pixel in a row is covered, by the non-zero rule with eight scan lines a row.
    static func cover(_ row: Int, _ lines: [Line], _ coverage: inout [Float]) {
        for index in coverage.indices { coverage[index] = 0 }
        let count = 8
        for part in 0..<count {
            let y = Float(row) + (Float(part) + 0.5) / Float(count)
            var crossings: [(x: Float, direction: Int)] = []
            for line in lines where (line.y0 <= y) != (line.y1 <= y) {
                crossings.append(
                    (line.x0 + (y - line.y0) / (line.y1 - line.y0) * (line.x1 - line.x0), line.y0 < line.y1 ? 1 : -1))
            }
            crossings.sort { $0.x < $1.x }
            var winding = 0
            for (index, crossing) in crossings.enumerated() {
                if winding != 0 { add(crossings[index - 1].x, crossing.x, 1 / Float(count), &coverage) }
                winding += crossing.direction
            }
        }
    }

    private static func add(_ from: Float, _ to: Float, _ weight: Float, _ coverage: inout [Float]) {
        let (from, to) = (max(0, from), min(Float(coverage.count), to))
        guard to > from else { return }
        let (first, last) = (Int(from), min(coverage.count - 1, Int(to)))
        for index in first...last {
            coverage[index] += max(0, min(to, Float(index + 1)) - max(from, Float(index))) * weight
        }
    }
}
