import Foundation
import OvationTestKit
import SVGA
import SVGAEffects
import Testing

@Suite struct FramesTests {
    /// The bits of all numbers. They tell a negative zero from zero, and a NaN equals itself.
    private func bits(_ frame: SVGAFrame) -> [UInt32] {
        let (layout, transform) = (frame.layout, frame.transform)
        return [
            frame.alpha, layout.x, layout.y, layout.width, layout.height, transform.a, transform.b, transform.c,
            transform.d, transform.tx, transform.ty,
        ].map(\.bitPattern)
    }

    private func movie(_ frames: some Sequence<SVGAFrame>) -> SVGAMovie {
        SVGAMovie(
            width: 1, height: 1, framesPerSecond: 1, frameCount: 1,
            sprites: [SVGASprite(imageKey: "a", frames: frames)])
    }

    /// A generator of one column's numbers.
    private typealias Column = @Sendable (inout SeededGenerator) -> Float

    private static let columns: [Column] = [
        { _ in 0.3 }, { _ in -0.0 }, { _ in .nan },
        { Float(Int.random(in: 0...64, using: &$0)) / 64 },
        { Float(Int.random(in: -9...9, using: &$0)) / 4_096 },
        { Float(Int.random(in: -16_777_216...16_777_216, using: &$0)) },
        { Float(Int.random(in: -40_000_000...40_000_000, using: &$0)) },
        { Float.random(in: -1...1, using: &$0) },
        { Float(bitPattern: UInt32.random(in: 0 ... .max, using: &$0)) },
        { [0, -0.0, 1].randomElement(using: &$0) ?? 0 },
        {
            [.infinity, -.infinity, .nan, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1].randomElement(using: &$0)
                ?? 0
        },
        { [0, 0x1p-24, 0x1p-25].randomElement(using: &$0) ?? 0 },
        { [0, 0x1p-24, 1 - 0x1p-24, 2].randomElement(using: &$0) ?? 0 },
    ]

    @Test func `all kinds of numbers keep their exact bits`() {
        var random = SeededGenerator.printed()
        for round in 0..<60 {
            let columns = (0..<11).map { _ in Self.columns.randomElement(using: &random)! }
            let frames = (0..<Int.random(in: 1...70, using: &random)).map { _ in
                let numbers = columns.map { $0(&random) }
                return SVGAFrame(
                    alpha: numbers[0],
                    layout: SVGARectangle(x: numbers[1], y: numbers[2], width: numbers[3], height: numbers[4]),
                    transform: SVGATransform(
                        a: numbers[5], b: numbers[6], c: numbers[7], d: numbers[8], tx: numbers[9], ty: numbers[10]))
            }
            #expect(SVGAFrames(frames).map(bits) == frames.map(bits), "round \(round)")
        }
    }

    @Test func `a rotated and scaled picture stores half of its matrix, a stretched one all of it`() {
        func frames(_ change: (inout SVGATransform, Int) -> Void) -> [SVGAFrame] {
            (0..<64).map { index in
                let (a, b) = (Float(index) / 64, Float(index - 32) / 64)
                var transform = SVGATransform(a: a, b: b, c: b == 0 ? 0 : -b, d: a, tx: 0, ty: 0)
                change(&transform, index)
                return SVGAFrame(transform: transform)
            }
        }
        let turned = frames { _, _ in }
        let others = [
            frames { if $1 == 40 { $0.d += 0.25 } }, frames { if $1 == 40 { $0.c = -$0.c } },
            frames { if $1 == 32 { $0.c = -0.0 } }, frames { if $1 == 32 { $0.b = -0.0 } },
            frames { $0.c = -$0.c + Float($1 % 2) },
        ]
        for frames in [turned] + others {
            #expect(SVGAFrames(frames).map(bits) == frames.map(bits))
            #expect(frames == turned || movie(frames).storedBytes > movie(turned).storedBytes)
        }
    }

    @Test func `clip paths and shapes stay in their own frames`() {
        let shape = SVGAShape(.path("M0 0L1 1"), style: SVGAShapeStyle(fill: SVGAColor(red: 1, green: 0, blue: 0)))
        let kinds = [
            SVGAFrame(), SVGAFrame(clipPath: "M0 0H9V9Z"), SVGAFrame(shapes: [shape]),
            SVGAFrame(shapes: [shape, shape]),
            .hidden,
        ]
        let frames = [4, 4, 0, 1, 1, 2, 2, 4, 2, 3, 0, 0, 1, 4].map { kinds[$0] }
        #expect(Array(SVGAFrames(frames)) == frames)
        #expect(SVGAFrames(frames) == SVGAFrames(Array(SVGAFrames(frames))))
        for index in frames.indices {
            var others = frames
            others[index].clipPath += "Z"
            #expect(SVGAFrames(others) != SVGAFrames(frames), "\(index)")
        }
    }

    @Test func `frames are equal only if their numbers and their count are`() {
        let (plus, minus) = (
            SVGAFrame(layout: .zero), SVGAFrame(layout: SVGARectangle(x: -0.0, width: 0, height: -0.0))
        )
        #expect(SVGAFrames([plus, plus]) == SVGAFrames([plus, minus]))
        #expect(SVGAFrames([plus, .hidden]) != SVGAFrames([plus]))
        #expect(SVGAFrames([.hidden, plus]) != SVGAFrames([plus, .hidden]))
        #expect(SVGAFrames([plus, SVGAFrame(alpha: 0.5)]) != SVGAFrames([plus, plus]))
        #expect(Array(SVGAFrames([])) == [] && SVGAFrames([.hidden, .hidden]).elementsEqual([.hidden, .hidden]))
    }

    @Test func `hidden ends, unchanged shapes and rounded numbers take little memory`() {
        let seen = (0..<100).map { SVGAFrame(alpha: Float($0 % 64 + 1) / 64) }
        let hidden = repeatElement(SVGAFrame.hidden, count: 1_000)
        let bytes = movie(seen).storedBytes
        #expect(movie(Array(hidden) + seen + hidden).storedBytes == bytes)
        // Each alpha takes six bits, rounded up to words and blocks.
        #expect(bytes - movie([seen[0]]).storedBytes <= 75 + 16)
        let shapes = [SVGAShape(.path(String(repeating: "M1 1", count: 1_000)), style: SVGAShapeStyle())]
        let outlined = SVGAFrame(shapes: shapes)
        #expect(movie([outlined]).storedBytes > 4_000)
        #expect(movie(repeatElement(outlined, count: 1_000)).storedBytes == movie([outlined]).storedBytes)
    }

    @Test(arguments: GrandGift.allCases)
    func `a decoded demo effect takes at most 1.5 times its pictures`(gift: GrandGift) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let bytes = try Data(contentsOf: root.appendingPathComponent("Web/gifts/\(gift.rawValue).svga"))
        let movie = try SVGAMovie(decoding: [UInt8](bytes))
        let share = Double(movie.decodedImageBytes + movie.storedBytes) / Double(movie.decodedImageBytes)
        #expect(share <= 1.5, "\(share)")
    }
}
