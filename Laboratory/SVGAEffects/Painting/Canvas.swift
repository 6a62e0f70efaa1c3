import Foundation
import SVGA

/// A bitmap that a sprite's image is painted on. Coordinates are in points of the design, independent of the resolution.
struct Canvas {
    let width: Int
    let height: Int
    private let scale: Float
    /// Premultiplied red, green, blue and alpha.
    private var pixels: [SIMD4<Float>]

    /// Makes an empty canvas. The size is in points; `scale` is the number of pixels in a point.
    init(_ width: Float, _ height: Float, scale: Float = 1) {
        self.width = Int((width * scale).rounded(.up))
        self.height = Int((height * scale).rounded(.up))
        self.scale = scale
        pixels = Array(repeating: .zero, count: self.width * self.height)
    }

    /// Fills the inside of a path in SVG syntax.
    mutating func fill(_ path: String, _ shader: Shader) { fill(SVGAPath(path), shader) }

    /// Fills the inside of a path.
    mutating func fill(_ path: SVGAPath, _ shader: Shader) {
        let outlines = Outline.lines(of: path, scale: scale)
        var coverage = [Float](repeating: 0, count: width)
        for row in 0..<height {
            Outline.cover(row, outlines, &coverage)
            for column in 0..<width where coverage[column] > 0 {
                let paint = shader((Float(column) + 0.5) / scale, (Float(row) + 0.5) / scale)
                blend(column, row, paint.faded(min(1, coverage[column])))
            }
        }
    }

    mutating func fillCircle(_ x: Float, _ y: Float, _ radius: Float, _ shader: Shader) {
        fill(SVGAPath(.ellipse(x: x, y: y, radiusX: radius, radiusY: radius)), shader)
    }

    /// Strokes a path with a round pen. The width may change along the path.
    mutating func stroke(_ path: String, width: Float, taper: Float = 1, _ shader: Shader) {
        let lines = Outline.lines(of: SVGAPath(path), scale: 1)
        let total = max(1e-6, lines.reduce(0) { $0 + $1.length })
        var best = [Float](repeating: 0, count: pixels.count)
        var done: Float = 0
        for line in lines {
            let reach = width / 2 + 2 / scale
            let columns = range(min(line.x0, line.x1) - reach, max(line.x0, line.x1) + reach, self.width)
            let rows = range(min(line.y0, line.y1) - reach, max(line.y0, line.y1) + reach, height)
            for row in rows {
                for column in columns {
                    let (distance, along) = line.distance((Float(column) + 0.5) / scale, (Float(row) + 0.5) / scale)
                    let share = (done + along * line.length) / total
                    let radius = width / 2 * (1 + (taper - 1) * share)
                    let coverage = min(1, max(0, (radius - distance) * scale + 0.5))
                    best[row * self.width + column] = max(best[row * self.width + column], coverage)
                }
            }
            done += line.length
        }
        for index in best.indices where best[index] > 0 {
            let (column, row) = (index % self.width, index / self.width)
            blend(column, row, shader((Float(column) + 0.5) / scale, (Float(row) + 0.5) / scale).faded(best[index]))
        }
    }

    /// Paints every pixel.
    mutating func paint(_ shader: Shader) {
        for row in 0..<height {
            for column in 0..<width {
                blend(column, row, shader((Float(column) + 0.5) / scale, (Float(row) + 0.5) / scale))
            }
        }
    }

    /// Adds a soft halo behind everything painted so far.
    mutating func halo(_ paint: Paint, radius: Float, strength: Float = 1) {
        let blurred = Self.blurred(pixels.map(\.w), width, height, Int((radius * scale / 2).rounded()))
        for index in pixels.indices {
            let alpha = min(1, blurred[index] * strength) * paint.alpha
            let behind = SIMD4(paint.red, paint.green, paint.blue, 1) * alpha
            pixels[index] += behind * (1 - pixels[index].w)
        }
    }

    /// Returns the image. Nearly invisible pixels are simplified to make the file smaller.
    func image() -> SVGAImage {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pixels.count * 4)
        for pixel in pixels {
            let alpha = min(1, max(0, pixel.w))
            let steps = UInt8((alpha * 255).rounded())
            guard steps > 0 else {
                bytes += [0, 0, 0, 0]
                continue
            }
            // Faint pixels need fewer shades.
            let mask: UInt8 = steps < 40 ? 0xF0 : steps < 128 ? 0xF8 : 0xFC
            for part in 0..<3 {
                let value = UInt8((min(1, max(0, pixel[part] / alpha)) * 255).rounded())
                bytes.append(value >= mask ? 255 : value & mask)
            }
            bytes.append(steps)
        }
        return SVGAImage(pixels: bytes, width: width, height: height)
    }

    private mutating func blend(_ column: Int, _ row: Int, _ paint: Paint) {
        let index = row * width + column
        let color = SIMD4(paint.red, paint.green, paint.blue, 1) * paint.alpha
        pixels[index] = color + pixels[index] * (1 - paint.alpha)
    }

    private func range(_ low: Float, _ high: Float, _ count: Int) -> Range<Int> {
        let first = max(0, min(count, Int((low * scale).rounded(.down))))
        return first..<max(first, min(count, Int((high * scale).rounded(.up)) + 1))
    }

    /// Applies a box blur three times, which approximates a Gaussian blur.
    private static func blurred(_ values: [Float], _ width: Int, _ height: Int, _ radius: Int) -> [Float] {
        guard radius > 0 else { return values }
        var values = values
        for _ in 0..<3 {
            values = mean(values, count: height, length: width, step: 1, jump: width, radius)
            values = mean(values, count: width, length: height, step: width, jump: 1, radius)
        }
        return values
    }

    private static func mean(
        _ values: [Float], count: Int, length: Int, step: Int, jump: Int, _ radius: Int
    ) -> [Float] {
        var output = values
        for line in 0..<count {
            let start = line * jump
            var sum: Float = 0
            for index in 0..<min(radius, length) { sum += values[start + index * step] }
            for index in 0..<length {
                if index + radius < length { sum += values[start + (index + radius) * step] }
                if index - radius - 1 >= 0 { sum -= values[start + (index - radius - 1) * step] }
                output[start + index * step] = sum / Float(2 * radius + 1)
            }
        }
        return output
    }
}
