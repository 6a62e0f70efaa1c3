import Foundation
import SVGA

/// The images of the castle effect.
enum CastlePictures {
    static let width: Float = 360
    static let height: Float = 330

    /// A point of the castle where an effect is placed.
    struct Place {
        var x: Float
        var y: Float
        var size: Float = 1
    }

    /// The tops of the masts.
    static let masts = [
        Place(x: 180, y: 6, size: 1.15), Place(x: 88, y: 62), Place(x: 272, y: 62), Place(x: 40, y: 112, size: 0.85),
        Place(x: 320, y: 112, size: 0.85),
    ]

    /// The centres of the windows.
    static let windows = [
        Place(x: 180, y: 262, size: 1.7), Place(x: 180, y: 128, size: 1.1), Place(x: 166, y: 166, size: 0.8),
        Place(x: 194, y: 166, size: 0.8), Place(x: 88, y: 160), Place(x: 272, y: 160), Place(x: 40, y: 214),
        Place(x: 320, y: 214), Place(x: 88, y: 212, size: 0.8), Place(x: 272, y: 212, size: 0.8),
        Place(x: 128, y: 228, size: 0.7), Place(x: 232, y: 228, size: 0.7),
    ]

    static var castle: SVGAImage {
        var canvas = Canvas(width, height)
        rock(&canvas)
        for mast in masts {
            canvas.stroke("M\(mast.x) \(mast.y) V\(mast.y + 40)", width: 3, Shade.flat(Paint(0xF4C24A)))
        }
        tower(&canvas, 180, 84, 72, 220, roof: 74, isFront: false)
        canvas.fill("M108 196 H252 V290 H108 Z", wall(108, 252, 0.1))
        tower(&canvas, 88, 130, 56, 170, roof: 64, isFront: false)
        tower(&canvas, 272, 130, 56, 170, roof: 64, isFront: false)
        battlements(&canvas, 106, 254, 200)
        tower(&canvas, 40, 176, 52, 122, roof: 60, isFront: true)
        tower(&canvas, 320, 176, 52, 122, roof: 60, isFront: true)
        canvas.fill("M60 240 H300 V298 H60 Z", wall(60, 300, 0))
        battlements(&canvas, 62, 298, 240)
        bricks(&canvas)
        gate(&canvas)
        for window in windows.dropFirst() { windowFrame(&canvas, window) }
        return canvas.image()
    }

    private static func wall(_ left: Float, _ right: Float, _ shade: Float) -> Shader {
        let light = Paint(0xFFF7FF).mixed(Paint(0x7D62C9), shade)
        let across = Shade.linear(
            (left, 0), (right, 0),
            [(0, Paint(0xCDBDF7)), (0.24, light), (0.6, Paint(0xDACBFA)), (1, Paint(0x8B70D6))])
        return { x, y in
            let stain = Noise.smooth(x / 22, y / 13, octaves: 2)
            return across(x, y).mixed(Paint(0x6B4DBB), max(0, (y - 150) / 420) + (stain - 0.5) * 0.16)
        }
    }

    /// Paints a round tower with its roof. `x` is the centre of the tower.
    private static func tower(
        _ canvas: inout Canvas, _ x: Float, _ top: Float, _ width: Float, _ height: Float, roof: Float, isFront: Bool
    ) {
        let half = width / 2
        canvas.fill(
            "M\(x - half) \(top) H\(x + half) V\(top + height) Q\(x) \(top + height + 10) \(x - half) \(top + height) Z",
            wall(x - half, x + half, isFront ? 0 : 0.08))
        // A ring of stone under the roof casts a shadow.
        canvas.fill(
            "M\(x - half) \(top + 12) Q\(x) \(top + 24) \(x + half) \(top + 12) V\(top + 24) Q\(x) \(top + 36) \(x - half) \(top + 24) Z",
            Shade.flat(Paint(0x4B2D97, 0.28)))
        canvas.fill(
            "M\(x - half - 5) \(top - 2) Q\(x) \(top + 9) \(x + half + 5) \(top - 2) V\(top + 10) "
                + "Q\(x) \(top + 22) \(x - half - 5) \(top + 10) Z",
            wall(x - half - 5, x + half + 5, 0))
        let eaves = half + 10
        canvas.fill(
            "M\(x) \(top - roof) C\(x + 6) \(top - roof * 0.6) \(x + half) \(top - roof * 0.3) \(x + eaves) \(top) "
                + "Q\(x) \(top + 14) \(x - eaves) \(top) C\(x - half) \(top - roof * 0.3) \(x - 6) \(top - roof * 0.6) \(x) \(top - roof) Z"
        ) { px, py in
            let row = ((py - top + roof) / 9).rounded(.down)
            let across = (px - x + eaves) / (2 * eaves)
            let tile = abs(((px - x) / 8 + row / 2).truncatingRemainder(dividingBy: 1))
            let edge = ((py - top + roof) / 9 - row) > 0.78 || tile < 0.08 ? Float(0.16) : 0
            return Shade.between(
                [(0, Paint(0xE85AAE)), (0.26, Paint(0xFFA6D6)), (0.55, Paint(0xE8509F)), (1, Paint(0x8C1668))], across
            ).mixed(Paint(0x5B0B57), edge + max(0, (py - top + 10) / 60))
        }
        canvas.fillCircle(
            x, top - roof, 4.5,
            Shade.radial((x - 1.5, top - roof - 1.5), 6, [(0, Paint(0xFFF6CF)), (1, Paint(0xE79A1D))]))
    }

    private static func battlements(_ canvas: inout Canvas, _ left: Float, _ right: Float, _ y: Float) {
        let count = Int((right - left) / 20)
        let step = (right - left) / Float(count)
        for index in 0..<count {
            let x = left + Float(index) * step
            canvas.fill("M\(x) \(y - 11) h\(step * 0.62) v14 h\(-step * 0.62) z", wall(left, right, 0.02))
            canvas.fill("M\(x) \(y - 11) h\(step * 0.62) v3 h\(-step * 0.62) z", Shade.flat(Paint(1, 1, 1, 0.55)))
        }
        canvas.fill("M\(left) \(y) H\(right) v5 H\(left) Z", Shade.flat(Paint(1, 1, 1, 0.35)))
        canvas.fill("M\(left) \(y + 5) H\(right) v4 H\(left) Z", Shade.flat(Paint(0x4B2D97, 0.22)))
    }

    private static func bricks(_ canvas: inout Canvas) {
        for brick in 0..<46 {
            let (x, y) = (70 + 216 * Noise.value(brick, 41), 252 + 38 * Noise.value(brick, 42))
            let row = (y / 8).rounded() * 8
            canvas.fill("M\(x) \(row) h11 v5 h-11 z", Shade.flat(Paint(0x5A3BA8, 0.16)))
        }
    }

    private static func gate(_ canvas: inout Canvas) {
        canvas.fill(
            "M146 300 V262 A34 34 0 0 1 214 262 V300 Z",
            Shade.linear((146, 0), (214, 0), [(0, Paint(0xFFFFFF)), (1, Paint(0xA68DE8))]))
        canvas.fill(
            "M154 300 V262 A26 26 0 0 1 206 262 V300 Z",
            Shade.linear((0, 236), (0, 300), [(0, Paint(0x6B3A1E)), (1, Paint(0x3A1A12))]))
        for x: Float in [164, 174, 186, 196] {
            canvas.stroke("M\(x) 240 V300", width: 1.6, Shade.flat(Paint(0x220C0A, 0.6)))
        }
        canvas.fill("M179 237 h2 v63 h-2 z", Shade.flat(Paint(0x160606)))
        for x: Float in [172, 188] { canvas.fillCircle(x, 272, 3, Shade.flat(Paint(0xFFD466))) }
        canvas.fill(
            "M154 262 A26 26 0 0 1 206 262 L180 262 Z",
            Shade.radial((180, 262), 28, [(0, Paint(0xFFE9A0, 0.9)), (1, Paint(0xFF9F3D, 0.65))]))
    }

    private static func windowFrame(_ canvas: inout Canvas, _ place: Place) {
        let (w, h) = (7 * place.size, 11 * place.size)
        func arch(_ grow: Float) -> String {
            let (w, h) = (w + grow, h + grow)
            return
                "M\(place.x - w) \(place.y + h) V\(place.y - h + w) A\(w) \(w) 0 0 1 \(place.x + w) \(place.y - h + w) V\(place.y + h) Z"
        }
        canvas.fill(arch(2.5), Shade.flat(Paint(0x6A4BC0)))
        canvas.fill(
            arch(0), Shade.linear((0, place.y - h), (0, place.y + h), [(0, Paint(0xFFF1B3)), (1, Paint(0xFFB341))]))
        canvas.stroke("M\(place.x) \(place.y - h) V\(place.y + h)", width: 1.4, Shade.flat(Paint(0x8A5A2B, 0.8)))
    }

    /// Paints the rock that carries the castle.
    private static func rock(_ canvas: inout Canvas) {
        canvas.fill(
            "M6 292 C30 282 330 282 354 292 C350 312 318 318 300 326 C250 334 110 334 60 326 C40 318 10 312 6 292 Z"
        ) { x, y in
            let noise = Noise.smooth(x / 18, y / 11, octaves: 3)
            return Paint(0x8B6BC9).mixed(Paint(0x3E2A78), (y - 290) / 44 + (noise - 0.5) * 0.7)
        }
        canvas.fill("M4 292 C30 276 330 276 356 292 C330 304 30 304 4 292 Z") { x, y in
            Paint(0x9BF0A0).mixed(
                Paint(0x2F9C6B), (y - 282) / 20 + (Noise.smooth(x / 7, y / 5, octaves: 2) - 0.5) * 0.5)
        }
    }

    /// A band of light.
    static var gleam: SVGAImage {
        var canvas = Canvas(32, 120)
        canvas.paint { x, y in
            let across = (x - 16) / 15
            let light = exp(-across * across * 5) * min(1, min(y, 120 - y) / 16)
            return Paint(1, 0.98, 0.9, light * (abs(across) < 1 ? 0.85 : 0))
        }
        return canvas.image()
    }

    static var heart: SVGAImage {
        var canvas = Canvas(64, 60)
        canvas.fill(
            "M32 56 C10 40 3 28 4 18 C5 6 24 0 32 15 C40 0 59 6 60 18 C61 28 54 40 32 56 Z",
            Shade.radial((22, 16), 46, [(0, Paint(0xFFB3CF)), (0.4, Paint(0xFF5C93)), (1, Paint(0xC2185F))]))
        canvas.fill(
            "M12 18 C13 10 20 8 25 11 C18 13 15 18 15 25 C12 24 12 21 12 18 Z", Shade.flat(Paint(1, 1, 1, 0.75)))
        return canvas.image()
    }
}
