import SVGA
import Testing

@Suite struct SceneTests {
    private func movie(_ sprites: [SVGASprite], frames: Int = 4, rate: Int = 10) -> SVGAMovie {
        SVGAMovie(width: 10, height: 10, framesPerSecond: rate, frameCount: frames, sprites: sprites)
    }

    private func sprite(_ key: String, matte: String = "", alphas: [Float] = [1]) -> SVGASprite {
        SVGASprite(imageKey: key, matteKey: matte, frames: alphas.map { SVGAFrame(alpha: $0) })
    }

    @Test func `neighbouring sprites with one matte form a group, and mattes are not drawn`() {
        let scene = SVGAScene(
            movie([
                sprite("a"), sprite("m.matte"), sprite("b", matte: "m.matte"), sprite("n.matte"),
                sprite("c", matte: "m.matte"), sprite("d", matte: "n.matte"), sprite("e"),
                sprite("f", matte: "m.matte"),
            ]))
        let expected: [(sprites: [Int], matte: Int?)] = [([0], nil), ([2, 4], 1), ([5], 3), ([6], nil), ([7], 1)]
        #expect(scene.groups.map(\.sprites) == expected.map(\.sprites))
        #expect(scene.groups.map(\.matte) == expected.map(\.matte))
    }

    @Test func `the last of equal matte keys counts, and a missing matte masks nothing`() {
        let scene = SVGAScene(
            movie([sprite("m.matte"), sprite("a", matte: "m.matte"), sprite("m.matte"), sprite("b", matte: "x.matte")]))
        #expect(scene.groups.map(\.matte) == [2, nil])
        // A sprite that is not a matte cannot mask another.
        #expect(SVGAScene(movie([sprite("m"), sprite("a", matte: "m")])).groups.map(\.matte) == [nil])
    }

    @Test func `a sprite is hidden at zero alpha and beyond its frames`() {
        let scene = SVGAScene(movie([sprite("a", alphas: [1, 0, 0.5])]))
        #expect((-1...4).map { scene.frame(of: 0, at: $0) != nil } == [false, true, false, true, false, false])
        #expect((0..<4).map { scene.isVisible(scene.groups[0], at: $0) } == [true, false, true, false])
    }

    @Test func `a group is hidden if its matte, or that matte's matte, is hidden`() {
        let scene = SVGAScene(
            movie([
                sprite("outer.matte", alphas: [1, 1, 0]), sprite("m.matte", matte: "outer.matte", alphas: [1, 0, 1]),
                sprite("a", matte: "m.matte", alphas: [1, 1, 1]),
            ]))
        #expect((0..<3).map { scene.isVisible(scene.groups[0], at: $0) } == [true, false, false])
        let circle = SVGAScene(movie([sprite("m.matte", matte: "m.matte"), sprite("a", matte: "m.matte")]))
        #expect(!circle.isVisible(circle.groups[0], at: 0))
    }

    @Test func `the layout moves a sprite before its transform`() {
        let frame = SVGAFrame(
            layout: SVGARectangle(x: 10, y: 20, width: 1, height: 1),
            transform: SVGATransform(a: 2, b: 0, c: 0, d: 3, tx: 5, ty: 7))
        #expect(frame.placement.applied(x: 1, y: 1) == (x: 27, y: 70))
    }

    @Test func `a sprite's picture is found with and without its file extension`() throws {
        var movie = movie([])
        movie.images["a"] = SVGAImage(pixels: [0, 0, 0, 0], width: 1, height: 1)
        movie.images["b.c"] = SVGAImage(pixels: [0, 0, 0, 0], width: 1, height: 1)
        #expect(["a", "a.matte", "b.c", "b.c.matte"].allSatisfy { movie.image(of: SVGASprite(imageKey: $0)) != nil })
        #expect(["", "b", "a.b.matte"].allSatisfy { movie.image(of: SVGASprite(imageKey: $0)) == nil })
    }

    @Test func `a sound plays from its first frame to its last`() {
        var movie = movie([])
        movie.audios = [SVGAAudio(audioKey: "a", startFrame: 1, endFrame: 3, totalTimeMilliseconds: 200)]
        #expect((0..<4).map { movie.audios(at: $0) } == [[], [0], [0], []])
    }
}
