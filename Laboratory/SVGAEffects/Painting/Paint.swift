import Foundation
import SVGA

/// A colour. Components range from 0 to 1 and are not premultiplied.
struct Paint {
    var red: Float
    var green: Float
    var blue: Float
    var alpha: Float

    init(_ red: Float, _ green: Float, _ blue: Float, _ alpha: Float = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Makes a colour from 0xRRGGBB, as in CSS.
    init(_ code: Int, _ alpha: Float = 1) {
        self.init(Float(code >> 16 & 0xFF) / 255, Float(code >> 8 & 0xFF) / 255, Float(code & 0xFF) / 255, alpha)
    }

    /// Returns the same colour with its alpha multiplied.
    func faded(_ alpha: Float) -> Paint { Paint(red, green, blue, self.alpha * alpha) }

    /// Mixes this colour with another one. A share of 1 gives the other colour.
    func mixed(_ other: Paint, _ share: Float) -> Paint {
        let share = min(1, max(0, share))
        func mix(_ first: Float, _ second: Float) -> Float { first + (second - first) * share }
        return Paint(
            mix(red, other.red), mix(green, other.green), mix(blue, other.blue), mix(alpha, other.alpha))
    }
}

/// Returns the colour of a point.
typealias Shader = (_ x: Float, _ y: Float) -> Paint

/// Common shaders.
enum Shade {
    /// Paints a single colour.
    static func flat(_ paint: Paint) -> Shader { { _, _ in paint } }

    /// Paints a linear gradient. The position of each stop ranges from 0 to 1.
    static func linear(_ from: (Float, Float), _ to: (Float, Float), _ stops: [(Float, Paint)]) -> Shader {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1)
        let length = max(1e-6, dx * dx + dy * dy)
        return { x, y in between(stops, ((x - from.0) * dx + (y - from.1) * dy) / length) }
    }

    /// Paints a radial gradient. The position of each stop ranges from 0 to 1.
    static func radial(_ center: (Float, Float), _ radius: Float, _ stops: [(Float, Paint)]) -> Shader {
        { x, y in between(stops, hypot(x - center.0, y - center.1) / radius) }
    }

    /// Interpolates between the stops of a gradient.
    static func between(_ stops: [(Float, Paint)], _ place: Float) -> Paint {
        guard var last = stops.first else { return Paint(0, 0, 0, 0) }
        for stop in stops {
            if place <= stop.0 {
                let width = stop.0 - last.0
                return width > 0 ? last.1.mixed(stop.1, (place - last.0) / width) : stop.1
            }
            last = stop
        }
        return last.1
    }
}

/// Deterministic noise, with the same values on every machine.
enum Noise {
    /// Returns a pseudorandom number from 0 to 1 for a pair of integers.
    static func value(_ x: Int, _ y: Int = 0) -> Float {
        var mixed =
            UInt64(bitPattern: Int64(x)) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bitPattern: Int64(y))
            &* 0xC2B2_AE3D_27D4_EB4F
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Float((mixed ^ (mixed >> 31)) >> 40) / Float(1 << 24)
    }

    /// Returns smooth noise from 0 to 1. Each octave adds details at half the size.
    static func smooth(_ x: Float, _ y: Float, octaves: Int = 4) -> Float {
        var (sum, weight, total) = (Float(0), Float(1), Float(0))
        var (x, y) = (x, y)
        for octave in 0..<octaves {
            let (column, row) = (x.rounded(.down), y.rounded(.down))
            let (u, v) = (x - column, y - row)
            let (su, sv) = (u * u * (3 - 2 * u), v * v * (3 - 2 * v))
            func corner(_ dx: Int, _ dy: Int) -> Float { value(Int(column) + dx, (Int(row) + dy) * 7 + octave * 1_013) }
            let top = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * su
            let bottom = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * su
            sum += (top + (bottom - top) * sv) * weight
            total += weight
            weight /= 2
            (x, y) = (x * 2 + 17, y * 2 + 31)
        }
        return sum / total
    }
}
