import Foundation
import SVGA

/// A colour while it is painted: each part from 0 to 1, not multiplied with alpha.
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

    /// A colour as a web page writes it: 0xRRGGBB.
    init(_ code: Int, _ alpha: Float = 1) {
        self.init(Float(code >> 16 & 0xFF) / 255, Float(code >> 8 & 0xFF) / 255, Float(code & 0xFF) / 255, alpha)
    }

    /// The same colour, less or more opaque.
    func faded(_ alpha: Float) -> Paint { Paint(red, green, blue, self.alpha * alpha) }

    /// A colour between this one and another.
    func mixed(_ other: Paint, _ share: Float) -> Paint {
        let share = min(1, max(0, share))
        func mix(_ first: Float, _ second: Float) -> Float { first + (second - first) * share }
        return Paint(
            mix(red, other.red), mix(green, other.green), mix(blue, other.blue), mix(alpha, other.alpha))
    }
}

/// What a point of a picture is painted with.
typealias Shader = (_ x: Float, _ y: Float) -> Paint

/// Ways to paint.
enum Shade {
    /// One colour.
    static func flat(_ paint: Paint) -> Shader { { _, _ in paint } }

    /// Colours along a line, each at its share of the way.
    static func linear(_ from: (Float, Float), _ to: (Float, Float), _ stops: [(Float, Paint)]) -> Shader {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1)
        let length = max(1e-6, dx * dx + dy * dy)
        return { x, y in between(stops, ((x - from.0) * dx + (y - from.1) * dy) / length) }
    }

    /// Colours around a point, each at its share of the radius.
    static func radial(_ center: (Float, Float), _ radius: Float, _ stops: [(Float, Paint)]) -> Shader {
        { x, y in between(stops, hypot(x - center.0, y - center.1) / radius) }
    }

    /// The colour of a place between stops.
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

/// Noise without a seed of its own: the same numbers on every machine.
enum Noise {
    /// A number from 0 to 1 for two whole ones.
    static func value(_ x: Int, _ y: Int = 0) -> Float {
        var mixed =
            UInt64(bitPattern: Int64(x)) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bitPattern: Int64(y))
            &* 0xC2B2_AE3D_27D4_EB4F
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Float((mixed ^ (mixed >> 31)) >> 40) / Float(1 << 24)
    }

    /// Smooth noise from 0 to 1, with details at half the size in each octave.
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
