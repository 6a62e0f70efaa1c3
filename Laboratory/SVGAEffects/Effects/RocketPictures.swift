import Foundation
import SVGA

/// The images of the rocket effect.
enum RocketPictures {
    static var rocket: SVGAImage {
        var canvas = Canvas(150, 262, scale: 1.3)
        let metal = Shade.linear(
            (34, 0), (116, 0),
            [
                (0, Paint(0x7C8CB8)), (0.22, Paint(0xF6F9FF)), (0.55, Paint(0xE2E9F8)), (0.85, Paint(0x93A2CB)),
                (1, Paint(0x63719E)),
            ])
        let red = Shade.linear(
            (34, 0), (116, 0),
            [(0, Paint(0xB3163F)), (0.25, Paint(0xFF6B7E)), (0.55, Paint(0xF2304F)), (1, Paint(0x8E0F3A))])
        let finLeft = Shade.linear((6, 160), (50, 240), [(0, Paint(0xFF6378)), (1, Paint(0xA2123E))])
        let finRight = Shade.linear((144, 150), (100, 240), [(0, Paint(0xC81E48)), (1, Paint(0x740B31))])
        canvas.fill(
            "M54 216 h42 l8 24 h-58 z",
            Shade.linear((46, 0), (104, 0), [(0, Paint(0x3B4263)), (0.4, Paint(0x8B95BD)), (1, Paint(0x252A45))]))
        canvas.fill("M40 148 C12 172 3 208 7 250 C20 232 32 222 46 217 Z", finLeft)
        canvas.fill("M110 148 C138 172 147 208 143 250 C130 232 118 222 104 217 Z", finRight)
        canvas.fill("M75 6 C112 48 122 124 110 218 L40 218 C28 124 38 48 75 6 Z", metal)
        canvas.fill("M75 6 C95 29 106 58 111 90 Q75 100 39 90 C44 58 55 29 75 6 Z", red)
        canvas.fill("M38 184 Q75 194 112 184 L111 198 Q75 208 39 198 Z", red)
        // A seam, and a highlight along the left side.
        canvas.stroke("M36 150 Q75 159 114 150", width: 1.4, Shade.flat(Paint(0x6C7AA8, 0.7)))
        canvas.fill(
            "M62 34 C46 70 42 130 48 214 L56 215 C51 130 54 76 66 36 Z",
            Shade.linear((0, 30), (0, 214), [(0, Paint(1, 1, 1, 0.75)), (1, Paint(1, 1, 1, 0.15))]))
        canvas.fillCircle(
            75, 126, 23,
            Shade.linear((55, 105), (95, 148), [(0, Paint(0xFFFFFF)), (0.5, Paint(0xA6B2D6)), (1, Paint(0x53608F))]))
        canvas.fillCircle(
            75, 126, 17,
            Shade.radial((69, 119), 28, [(0, Paint(0xB9F1FF)), (0.45, Paint(0x38A6F0)), (1, Paint(0x0E2E7A))]))
        canvas.fill("M63 124 C64 116 70 112 78 112 C72 115 68 119 67 126 Z", Shade.flat(Paint(1, 1, 1, 0.85)))
        for x: Float in [55, 95] { canvas.fillCircle(x, 168, 2.2, Shade.flat(Paint(0x6C7AA8))) }
        canvas.fill(
            "M70 170 Q75 166 80 170 L80 234 Q75 250 70 234 Z",
            Shade.linear((70, 0), (80, 0), [(0, Paint(0xFF6B7E)), (1, Paint(0x9A1140))]))
        return canvas.image()
    }

    /// A flame that hangs from the centre of the upper edge.
    static func flame(seed: Float) -> SVGAImage {
        let (width, height): (Float, Float) = (84, 190)
        var canvas = Canvas(width, height)
        canvas.paint { x, y in
            let along = y / (height - 2)
            let half = width / 2 * (0.5 * pow(1 - along, 0.55) + 0.45 * sin(min(1, along * 1.5) * .pi) * (1 - along))
            let noise = Noise.smooth(x / 17 + seed, y / 36 - seed, octaves: 3)
            let across = abs(x - width / 2 + (noise - 0.5) * 22 * along) / max(1, half * (0.85 + noise * 0.4))
            guard across < 1, along < 1 else { return Paint(0, 0, 0, 0) }
            let heat = (1 - across) * (1 - along * 0.75)
            let paint = Shade.between(
                [
                    (0, Paint(0xF0301A)), (0.2, Paint(0xFF7A1F)), (0.42, Paint(0xFFC53A)), (0.62, Paint(0xFFF3B8)),
                    (0.85, Paint(0xFFFFFF)),
                ], heat + 0.12 * (noise - 0.5))
            return paint.faded(min(1, pow(1 - across, 0.8) * 1.8) * min(1, (1 - along) * 2.4) * min(1, y / 5))
        }
        return canvas.image()
    }

    static var moon: SVGAImage {
        let (side, radius): (Float, Float) = (148, 70)
        var canvas = Canvas(side, side)
        let craters: [(x: Float, y: Float, radius: Float)] = [
            (50, 52, 15), (92, 40, 9), (98, 88, 19), (58, 102, 10), (36, 82, 6), (74, 74, 6), (112, 60, 7),
            (80, 122, 6),
        ]
        canvas.fillCircle(side / 2, side / 2, radius) { x, y in
            let (u, v) = ((x - side / 2) / radius, (y - side / 2) / radius)
            let depth = max(0, 1 - u * u - v * v).squareRoot()
            var light = max(0, -u * 0.5 - v * 0.45 + depth * 0.74)
            light += (Noise.smooth(x / 24, y / 24, octaves: 3) - 0.5) * 0.22
            for crater in craters {
                let distance = hypot(x - crater.x, y - crater.y) / crater.radius
                guard distance < 1.15 else { continue }
                // A crater's floor is darker than the ground. Its rim is bright on the lit side and dark on the other.
                let slope = ((x - crater.x) * 0.6 + (y - crater.y) * 0.6) / crater.radius
                light += distance < 1 ? -0.1 + slope * 0.2 : 0.05
            }
            return Paint(0x454A7A).mixed(Paint(0xFFF6DC), min(1, light * 1.05 + 0.05))
        }
        return canvas.image()
    }
}
