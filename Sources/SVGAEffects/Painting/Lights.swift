import Foundation
import SVGA

/// Pictures of light and smoke that several effects use.
enum Lights {
    /// A round glow: white in the middle, then the colour, then nothing.
    static func glow(_ paint: Paint, size: Float = 96, core: Float = 0.16) -> SVGAImage {
        var canvas = Canvas(size, size)
        canvas.paint { x, y in
            let distance = hypot(x - size / 2, y - size / 2) / (size / 2 - 1)
            guard distance < 1 else { return Paint(0, 0, 0, 0) }
            let falloff = (1 - distance) * (1 - distance)
            let heart = max(0, 1 - distance / core / 2.2)
            return paint.mixed(Paint(1, 1, 1), heart).faded(min(1, falloff * falloff * 0.85 + falloff * 0.2 + heart * 0.9))
        }
        return canvas.image()
    }

    /// A star of four rays.
    static func sparkle(_ paint: Paint, size: Float = 64) -> SVGAImage {
        var canvas = Canvas(size, size)
        canvas.paint { x, y in
            let (u, v) = (abs(x - size / 2) / (size / 2 - 1), abs(y - size / 2) / (size / 2 - 1))
            let distance = hypot(u, v)
            guard distance < 1 else { return Paint(0, 0, 0, 0) }
            let rays = exp(-v * 26) * pow(1 - u, 1.6) + exp(-u * 26) * pow(1 - v, 1.6)
            let heart = exp(-distance * distance * 60)
            let halo = pow(1 - distance, 3) * 0.22
            return paint.mixed(Paint(1, 1, 1), heart + rays * 0.7).faded(min(1, rays + heart + halo))
        }
        return canvas.image()
    }

    /// A trail: bright at its right end, fading to the left.
    static func streak(_ paint: Paint, length: Float = 64, width: Float = 12) -> SVGAImage {
        var canvas = Canvas(length, width)
        canvas.paint { x, y in
            let along = x / length
            let across = abs(y - width / 2) / (width / 2)
            let head = max(0, 1 - hypot((x - (length - width / 2)) / (width / 2), across))
            let tail = pow(along, 2.2) * exp(-across * across * 5 / max(0.08, along)) * (x > length - 2 ? 0 : 1)
            return paint.mixed(Paint(1, 1, 1), head * 1.3).faded(min(1, tail * 0.9 + head))
        }
        return canvas.image()
    }

    /// A ring that is sharp outside and soft inside.
    static func ring(_ paint: Paint, size: Float = 160) -> SVGAImage {
        var canvas = Canvas(size, size)
        canvas.paint { x, y in
            let distance = hypot(x - size / 2, y - size / 2) / (size / 2 - 1)
            guard distance < 1 else { return Paint(0, 0, 0, 0) }
            let edge = exp(-pow((distance - 0.88) / 0.045, 2))
            let inside = distance < 0.88 ? pow(distance / 0.88, 6) * 0.35 : 0
            return paint.mixed(Paint(1, 1, 1), edge * 0.6).faded(min(1, edge * 0.9 + inside))
        }
        return canvas.image()
    }

    /// Rays that spread from the middle.
    static func rays(_ paint: Paint, count: Int, size: Float = 256) -> SVGAImage {
        var canvas = Canvas(size, size)
        canvas.paint { x, y in
            let (dx, dy) = (x - size / 2, y - size / 2)
            let distance = hypot(dx, dy) / (size / 2 - 1)
            guard distance < 1 else { return Paint(0, 0, 0, 0) }
            let wave = cos(atan2(dy, dx) * Float(count)) * 0.5 + 0.5
            let second = cos(atan2(dy, dx) * Float(count * 2 + 1) + 1) * 0.5 + 0.5
            let light = pow(wave, 3) * 0.75 + pow(second, 4) * 0.35
            return paint.faded(min(1, light * pow(1 - distance, 1.4) * min(1, distance * 5)))
        }
        return canvas.image()
    }

    /// A puff of smoke or cloud, lit from above.
    static func puff(_ light: Paint, _ shadow: Paint, seed: Float, size: Float = 112) -> SVGAImage {
        var canvas = Canvas(size, size)
        canvas.paint { x, y in
            let (u, v) = ((x - size / 2) / (size / 2 - 2), (y - size / 2) / (size / 2 - 2))
            let distance = hypot(u, v)
            guard distance < 1 else { return Paint(0, 0, 0, 0) }
            let noise = Noise.smooth(u * 2.1 + seed, v * 2.1 - seed, octaves: 3)
            let body = min(1, max(0, (1 - distance) * 2.3 - (1 - noise) * 0.95))
            let lit = min(1, max(0, 0.55 - v * 0.55 + (noise - 0.5) * 0.9))
            return shadow.mixed(light, lit).faded(body * body * (3 - 2 * body))
        }
        return canvas.image()
    }
}
