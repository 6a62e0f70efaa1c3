import Foundation
import SVGA

/// The images of the dragon. All of them face right, with the back on top.
enum DragonPictures {
    private static let outline = Paint(0x6B1E08)

    /// A segment of the body. Segments overlap by half.
    static var segment: SVGAImage {
        let (width, height): (Float, Float) = (58, 92)
        var canvas = Canvas(width, height)
        // A flame of the mane, on the back and swept backwards.
        canvas.fill(
            "M44 30 C38 20 24 12 6 4 C14 14 12 22 14 36 Z",
            Shade.linear((6, 4), (40, 34), [(0, Paint(0xFFB52E)), (0.45, Paint(0xFF5A23)), (1, Paint(0xB0121F))]))
        let body = "M29 26 C44 26 52 38 52 52 C52 66 44 80 29 80 C14 80 6 66 6 52 C6 38 14 26 29 26 Z"
        canvas.fill(body) { x, y in
            let down = (y - 26) / 54
            let base = Shade.between(
                [
                    (0, Paint(0xB85A0C)), (0.12, Paint(0xF7A81E)), (0.32, Paint(0xFFE27A)), (0.52, Paint(0xF2A21C)),
                    (0.68, Paint(0xB8560F)), (0.72, Paint(0xFFE9B8)), (0.9, Paint(0xE9B266)), (1, Paint(0x8E430F)),
                ], down)
            guard down < 0.69 else {
                // Plates across the belly.
                let plate = abs((x / 9).truncatingRemainder(dividingBy: 1) - 0.5)
                return base.mixed(Paint(0x9A4A16), plate > 0.4 ? 0.55 : 0)
            }
            // Round scales; each one covers part of the scales before it.
            let row = (y / 8).rounded(.down)
            let (u, v) = (
                ((x + row.truncatingRemainder(dividingBy: 2) * 5.5) / 11).truncatingRemainder(dividingBy: 1),
                y / 8 - row
            )
            let rim = hypot((u - 0.62) * 1.25, v - 0.5)
            return base.mixed(outline, rim > 0.46 && u < 0.6 ? 0.5 : 0).mixed(Paint(1, 1, 0.85), rim < 0.2 ? 0.25 : 0)
        }
        canvas.halo(Paint(0x5A1606), radius: 2.5, strength: 1.6)
        return canvas.image()
    }

    static var tail: SVGAImage {
        var canvas = Canvas(120, 84)
        let fire = Shade.linear(
            (4, 0), (112, 0),
            [(0, Paint(0xFFD84A)), (0.35, Paint(0xFF7A22)), (0.8, Paint(0xC4181F)), (1, Paint(0xB85A0C))])
        for path in [
            "M112 42 C84 34 60 34 4 40 C44 44 70 50 112 46 Z", "M108 38 C88 22 60 12 22 8 C52 20 70 32 104 46 Z",
            "M108 46 C88 60 60 72 24 78 C52 64 70 54 104 40 Z",
        ] { canvas.fill(path, fire) }
        canvas.fillCircle(106, 42, 10, Shade.radial((104, 38), 14, [(0, Paint(0xFFE27A)), (1, Paint(0xB85A0C))]))
        canvas.halo(Paint(0x5A1606), radius: 2.5, strength: 1.4)
        return canvas.image()
    }

    static var leg: SVGAImage {
        var canvas = Canvas(76, 84)
        let skin = Shade.linear(
            (20, 0), (60, 60), [(0, Paint(0xFFE27A)), (0.5, Paint(0xEE9A1C)), (1, Paint(0xA4480C))])
        canvas.fill("M56 4 C68 18 62 34 48 44 C42 50 42 56 44 62 L32 64 C28 54 30 46 36 38 C42 28 36 14 38 6 Z", skin)
        for claw in [
            "M32 60 C22 62 14 68 8 78 C20 74 28 72 36 68 Z", "M38 62 C34 70 32 76 32 83 C40 78 44 72 45 64 Z",
            "M43 60 C50 66 56 72 60 80 C62 70 56 62 48 56 Z",
        ] {
            canvas.fill(
                claw,
                Shade.linear((0, 60), (0, 82), [(0, Paint(0xE08A18)), (0.55, Paint(0xFFF4D6)), (1, Paint(0xC9B27C))]))
        }
        canvas.fill(
            "M40 8 C30 14 22 24 16 38 C28 34 36 30 40 24 Z",
            Shade.linear((40, 8), (16, 38), [(0, Paint(0xB0121F)), (1, Paint(0xFF9A2E))]))
        canvas.halo(Paint(0x5A1606), radius: 2.5, strength: 1.4)
        return canvas.image()
    }

    static var head: SVGAImage {
        var canvas = Canvas(230, 172)
        mane(&canvas)
        // From back to front: the far horn, the lower jaw, the inside of the mouth, the upper jaw, the near horn.
        horn(&canvas, "M112 56 C108 34 92 18 64 8 C82 20 90 36 92 60 Z", isNear: false)
        canvas.fill(
            "M84 128 C104 120 126 122 146 130 C162 136 182 140 196 134 C194 150 172 158 148 154 C122 150 98 148 80 138 Z",
            Shade.linear((0, 122), (0, 156), [(0, Paint(0xF6B73A)), (0.5, Paint(0xC86A14)), (1, Paint(0x7E300A))]))
        canvas.fill(
            "M96 124 C112 108 140 106 200 110 C196 126 170 134 146 130 C126 124 110 122 96 128 Z",
            Shade.linear((96, 0), (200, 0), [(0, Paint(0x3A0508)), (1, Paint(0xA3141C))]))
        canvas.fill(
            "M120 128 C140 118 164 122 186 132 C168 138 140 136 120 130 Z",
            Shade.linear((120, 0), (186, 0), [(0, Paint(0xB81D3A)), (1, Paint(0xFF6B7A))]))
        for tooth in ["M188 134 l4 -13 l5 11 z", "M170 138 l3 -9 l5 9 z", "M152 134 l3 -8 l5 9 z"] {
            canvas.fill(tooth, Shade.flat(Paint(0xFFF8E4)))
        }
        upperJaw(&canvas)
        for tooth in [
            "M202 106 l4 18 l7 -17 z", "M182 108 l3 12 l6 -12 z", "M162 110 l3 10 l6 -10 z", "M142 112 l3 9 l5 -9 z",
        ] {
            canvas.fill(tooth, Shade.linear((0, 106), (0, 124), [(0, Paint(0xE8D9B0)), (1, Paint(0xFFFFFF))]))
        }
        horn(&canvas, "M104 60 C96 36 74 22 40 16 C64 28 76 42 80 70 Z", isNear: true)
        eye(&canvas)
        // Whiskers and a beard.
        canvas.stroke(
            "M198 92 C214 70 204 46 182 40 C170 38 164 46 172 50", width: 5, taper: 0.25,
            Shade.linear((198, 92), (172, 44), [(0, Paint(0xE88A1A)), (1, Paint(0xFFE27A))]))
        canvas.stroke(
            "M196 100 C222 104 228 130 212 146", width: 5, taper: 0.25,
            Shade.linear((198, 100), (212, 146), [(0, Paint(0xE88A1A)), (1, Paint(0xFFE27A))]))
        canvas.fill(
            "M140 150 C132 160 120 166 104 168 C116 158 118 154 120 148 Z",
            Shade.linear((140, 148), (104, 168), [(0, Paint(0xC4181F)), (1, Paint(0xFF9A2E))]))
        canvas.halo(Paint(0x5A1606), radius: 3, strength: 1.8)
        return canvas.image()
    }

    private static func mane(_ canvas: inout Canvas) {
        let tufts = [
            "M96 50 C66 34 36 34 4 46 C34 50 48 60 60 80 Z", "M92 70 C58 58 30 66 6 88 C34 84 48 90 64 104 Z",
            "M90 92 C60 88 34 104 20 132 C44 118 58 118 78 122 Z",
            "M92 112 C70 116 52 134 48 162 C64 146 80 140 100 136 Z",
        ]
        for (index, tuft) in tufts.enumerated() {
            canvas.fill(
                tuft,
                Shade.linear(
                    (8, 60 + Float(index) * 16), (98, 84),
                    [(0, Paint(0xFFC83A)), (0.4, Paint(0xFF6A22)), (1, Paint(0xA80F22))]))
        }
        canvas.fill(
            "M96 58 C72 52 50 58 34 70 C56 70 70 76 82 92 Z M94 84 C74 82 58 90 46 106 C64 100 76 102 90 110 Z",
            Shade.linear((34, 0), (96, 0), [(0, Paint(0xFFE27A)), (1, Paint(0xFF5A23))]))
    }

    private static func upperJaw(_ canvas: inout Canvas) {
        let path =
            "M72 118 C62 88 78 60 110 54 C128 52 138 62 150 74 C164 80 178 74 192 74 C208 74 218 84 217 96 C216 108 204 110 190 110 "
            + "C166 112 142 112 124 118 C106 126 92 136 78 132 Z"
        canvas.fill(path) { x, y in
            let base = Shade.between(
                [(0, Paint(0xFFF0A0)), (0.28, Paint(0xFFC93C)), (0.62, Paint(0xE58B17)), (1, Paint(0x8E3C0A))],
                (y - 56) / 66)
            let row = (y / 9).rounded(.down)
            let (u, v) = (
                ((x + row.truncatingRemainder(dividingBy: 2) * 6) / 12).truncatingRemainder(dividingBy: 1), y / 9 - row
            )
            let rim = hypot((u - 0.62) * 1.25, v - 0.5)
            return base.mixed(outline, x < 120 && rim > 0.46 && u < 0.6 ? 0.35 : 0)
        }
        // The ridge of the snout, the nostril and the edge of the lip.
        canvas.fill("M128 66 C146 80 170 86 196 80 C180 94 148 94 130 84 Z", Shade.flat(Paint(1, 0.95, 0.65, 0.55)))
        canvas.fill("M196 86 C202 80 212 84 212 92 C206 90 200 92 196 94 Z", Shade.flat(Paint(0x5A1606)))
        canvas.fillCircle(204, 78, 9, Shade.radial((201, 75), 12, [(0, Paint(0xFFF0A0)), (1, Paint(0xD97C14))]))
        canvas.stroke(
            "M90 128 C110 116 136 110 168 109 C190 109 206 110 214 102", width: 2.6, Shade.flat(Paint(0x7E300A, 0.8)))
        // The cheek.
        canvas.fill(
            "M84 92 C96 90 108 98 110 112 C98 120 86 122 78 116 C76 106 78 98 84 92 Z",
            Shade.radial((92, 100), 26, [(0, Paint(0xFFE27A, 0.9)), (1, Paint(0xE08A18, 0))]))
    }

    private static func horn(_ canvas: inout Canvas, _ path: String, isNear: Bool) {
        let shade = Paint(0x8A6A3A)
        canvas.fill(path) { x, y in
            let ring = abs(((x + y * 0.6) / 9).truncatingRemainder(dividingBy: 1))
            return Paint(0xFFF6DC).mixed(shade, (isNear ? 0.1 : 0.45) + (ring < 0.18 ? 0.3 : 0) + max(0, (y - 30) / 90))
        }
    }

    private static func eye(_ canvas: inout Canvas) {
        canvas.fill("M112 84 C120 72 138 72 146 84 C138 92 120 94 112 84 Z", Shade.flat(Paint(0x4A0F06)))
        canvas.fill(
            "M116 84 C122 76 136 76 142 84 C136 89 122 90 116 84 Z",
            Shade.radial((129, 82), 14, [(0, Paint(0xFFFFFF)), (0.5, Paint(0xFFF27A)), (1, Paint(0x7CD63A))]))
        canvas.fill("M130 75 C133 80 133 86 130 90 C127 86 127 80 130 75 Z", Shade.flat(Paint(0x16080A)))
        canvas.fillCircle(127, 80, 2, Shade.flat(Paint(1, 1, 1)))
        canvas.fill(
            "M106 82 C114 66 134 62 152 76 C138 72 122 74 110 86 Z",
            Shade.linear((0, 62), (0, 86), [(0, Paint(0xFF8A2E)), (1, Paint(0xB0121F))]))
    }

    static var pearl: SVGAImage {
        var canvas = Canvas(56, 56)
        canvas.fillCircle(
            28, 28, 25,
            Shade.radial(
                (20, 18), 40,
                [(0, Paint(0xFFFFFF)), (0.3, Paint(0xD8F0FF)), (0.62, Paint(0x8FC4FF)), (1, Paint(0x7A5CE0))]))
        canvas.fill("M12 20 C14 12 22 8 28 9 C20 12 16 17 15 24 Z", Shade.flat(Paint(1, 1, 1, 0.9)))
        return canvas.image()
    }
}
