import Foundation
import SVGA

/// Images of light and smoke that several effects share.
enum Lights {
    /// A round glow that fades from white through the colour to transparent.
    static func glow(_ paint: Paint, size: Float = 96, core: Float = 0.16) -> SVGAImage {
        var canvas = Canvas(size, size)
        canvas.paint { x, y in
            let distance = hypot(x - size / 2, y - size / 2) / (size / 2 - 1)
            guard distance < 1 else { return Paint(0, 0, 0, 0) }
            let falloff = (1 - distance) * (1 - distance)
            let heart = max(0, 1 - distance / core / 2.2)
            return paint.mixed(Paint(1, 1, 1), heart).faded(
                min(1, falloff * falloff * 0.85 + falloff * 0.2 + heart * 0.9))
        }
        return canvas.image()
    }

    /// A matte that is opaque in the middle and fades to transparent at its border.
    static func window(size: Float, fading: Float) -> SVGAImage {
        var canvas = Canvas(size, size)
        // The outermost pixels are fully transparent, so that interpolation at the border adds nothing.
        func share(_ place: Float) -> Float { min(1, max(0, min(place - 1.5, size - 1.5 - place) / fading)) }
        canvas.paint { x, y in
            let (u, v) = (share(x), share(y))
            return Paint(1, 1, 1, u * u * (3 - 2 * u) * v * v * (3 - 2 * v))
        }
        return canvas.image()
    }

    /// A star with four rays.
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

    /// A trail that is bright at its right end and fades to the left.
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

    /// Rays that spread from the centre.
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

    /// A puff of smoke or cloud, lit from above. It has round lobes with soft edges.
    static func puff(_ light: Paint, _ shadow: Paint, seed: Int, size: Float = 112) -> SVGAImage {
        let lobes = (0..<9).map { index -> (x: Float, y: Float, radius: Float) in
            let angle = (Float(index) + Noise.value(seed, index)) / 8 * 2 * .pi
            let reach: Float = index == 8 ? 0 : 0.3 + 0.14 * Noise.value(index, seed)
            return (
                cos(angle) * reach, sin(angle) * reach * 0.86,
                index == 8 ? 0.5 : 0.3 + 0.16 * Noise.value(seed, index + 40)
            )
        }
        var canvas = Canvas(size, size)
        canvas.paint { x, y in
            let (u, v) = ((x - size / 2) / (size / 2 - 2), (y - size / 2) / (size / 2 - 2))
            guard hypot(u, v) < 1 else { return Paint(0, 0, 0, 0) }
            var (cover, lit) = (Float(0), Float(0))
            for lobe in lobes {
                let distance = hypot(u - lobe.x, v - lobe.y) / lobe.radius
                guard distance < 1.5 else { continue }
                let weight = exp(-distance * distance * 1.9)
                cover += weight
                lit +=
                    weight
                    * (0.62 - 0.5 * (v - lobe.y) / lobe.radius * 0.9 - 0.28 * (u - lobe.x) / lobe.radius - v * 0.3)
            }
            let noise = Noise.smooth(u * 3.4 + Float(seed), v * 3.4, octaves: 3) - 0.5
            let body = min(1, max(0, cover * 0.82 + noise * 0.62 - 0.2))
            let edge = min(1, (1 - hypot(u, v)) * 2.6)
            return shadow.mixed(light, lit / max(0.05, cover) + noise * 0.35).faded(body * body * (3 - 2 * body) * edge)
        }
        return canvas.image()
    }

    /// A fireball: white inside, then yellow and red, with ragged edges.
    static func fire(seed: Float, size: Float = 96) -> SVGAImage {
        var canvas = Canvas(size, size)
        canvas.paint { x, y in
            let (u, v) = ((x - size / 2) / (size / 2 - 2), (y - size / 2) / (size / 2 - 2))
            let noise = Noise.smooth(u * 2.6 + seed, v * 2.6 - seed, octaves: 3) - 0.5
            let heat = 1 - hypot(u, v) * (1.05 - noise * 0.75)
            guard heat > 0, hypot(u, v) < 1 else { return Paint(0, 0, 0, 0) }
            let paint = Shade.between(
                [
                    (0, Paint(0xE0280F)), (0.22, Paint(0xFF5A14)), (0.42, Paint(0xFF9A1F)), (0.62, Paint(0xFFD95A)),
                    (0.8, Paint(0xFFF8D0)), (1, Paint(0xFFFFFF)),
                ], heat * 1.15)
            return paint.faded(min(1, heat * 2.3) * min(1, (1 - hypot(u, v)) * 5))
        }
        return canvas.image()
    }

    /// A flower of light whose petals are thin in the middle and bright at their tips.
    static func flower(_ paint: Paint, petals: Int, seed: Int, size: Float) -> SVGAImage {
        let ends = (0..<petals).map { 0.72 + 0.26 * Noise.value($0, seed) }
        var canvas = Canvas(size, size)
        canvas.paint { x, y in
            let (dx, dy) = ((x - size / 2) / (size / 2 - 1), (y - size / 2) / (size / 2 - 1))
            let distance = hypot(dx, dy)
            guard distance < 1 else { return Paint(0, 0, 0, 0) }
            let turn = (atan2(dy, dx) / (2 * .pi) + 1) * Float(petals)
            let petal = Int(turn.rounded()) % petals
            let across = (turn - turn.rounded()) / Float(petals) * 2 * .pi * distance * size / 2
            let share = distance / ends[petal]
            guard share < 1.04 else { return Paint(0, 0, 0, 0) }
            let width = 0.7 + 1.15 * share
            let light = exp(-across * across / (width * width)) * pow(min(1, share), 1.5) * min(1, (1.04 - share) * 14)
            let head = exp(-pow((share - 0.95) / 0.05, 2)) * exp(-across * across / 3.4)
            return paint.mixed(Paint(1, 1, 1), head * 0.9 + light * 0.25).faded(min(1, light * 0.95 + head))
        }
        return canvas.image()
    }
}
