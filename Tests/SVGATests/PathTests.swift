import SVGA
import Testing

@Suite struct PathTests {
    private typealias Point = SVGAPath.Point

    private func steps(_ text: String) -> [SVGAPath.Step] { SVGAPath(text).steps }

    @Test(arguments: [
        "M1 2L3 4H5V6Z", "M1,2L3,4 H5 V6 Z", "m1 2 l2 2 h2 v2 z", " M 1 2 3 4 H 5 V 6 z ", "M1 2l2 2h2v2z",
        "M+1+2 3+4H5V6Z",
        "M1e0 .2e1 3. 4\nH5\tV6Z", "M1 2L3 4H0 5V6Z",
    ])
    func `a line is read in every notation`(text: String) {
        var expected: [SVGAPath.Step] = [
            .move(Point(1, 2)), .line(Point(3, 4)), .line(Point(5, 4)), .line(Point(5, 6)), .close,
        ]
        if text.contains("H0") { expected.insert(.line(Point(0, 4)), at: 2) }
        #expect(steps(text) == expected)
    }

    @Test func `numbers need no separator before a sign or a second dot`() {
        #expect(steps("M1-2.5.5-3") == [.move(Point(1, -2.5)), .line(Point(0.5, -3))])
    }

    @Test func `a smooth curve mirrors the previous curve only if it is of the same kind`() {
        #expect(
            steps("M0 0C0 10 10 10 10 0S20-10 20 0") == [
                .move(Point(0, 0)), .cubic(Point(0, 10), Point(10, 10), Point(10, 0)),
                .cubic(Point(10, -10), Point(20, -10), Point(20, 0)),
            ])
        #expect(steps("M5 5S6 7 8 9") == [.move(Point(5, 5)), .cubic(Point(5, 5), Point(6, 7), Point(8, 9))])
        #expect(steps("M0 0Q3 3 6 0S1 1 2 2").last == .cubic(Point(6, 0), Point(1, 1), Point(2, 2)))
    }

    @Test func `a quadratic curve becomes a cubic one`() {
        #expect(steps("M0 0Q3 6 6 0") == [.move(Point(0, 0)), .cubic(Point(2, 4), Point(4, 4), Point(6, 0))])
        #expect(steps("M0 0q3 6 6 0t6 0").last == .cubic(Point(8, -4), Point(10, -4), Point(12, 0)))
    }

    @Test func `an arc stays on its ellipse and reaches its end point`() throws {
        for (text, count) in [
            ("M10 0A10 10 0 0 1 0 10", 1), ("M10 0A10 10 0 1 0 0 10", 3), ("M10 0a10 10 0 01-20 0", 2),
        ] {
            let steps = steps(text)
            #expect(steps.count == count + 1)
            var from = Point(10, 0)
            for case .cubic(let first, let second, let end) in steps {
                let middle = Point(
                    (from.x + 3 * first.x + 3 * second.x + end.x) / 8, (from.y + 3 * first.y + 3 * second.y + end.y) / 8
                )
                for point in [middle, end] {
                    #expect(abs((point.x * point.x + point.y * point.y).squareRoot() - 10) < 0.01, "\(text) \(point)")
                }
                from = end
            }
        }
        // Radii that are too short are enlarged, and a zero radius gives a line.
        #expect(steps("M0 0A1 1 0 0 1 20 0").count == 3)
        #expect(steps("M0 0A0 5 0 0 1 20 0") == [.move(Point(0, 0)), .line(Point(20, 0))])
        #expect(steps("M3 3A5 5 0 0 1 3 3") == [.move(Point(3, 3))])
    }

    @Test func `a syntax error ends the path and keeps the part before it`() {
        #expect(steps("M1 2L3 4L5") == [.move(Point(1, 2)), .line(Point(3, 4))])
        #expect(steps("M1 2X3 4") == [.move(Point(1, 2))])
        #expect(steps("M1 2L3 4L1e99 0L5 5").count == 2)
        for text in ["", " ", "L1 2", "Z", "1 2", "M", "M1", "Mx", "é", "M\u{0}"] {
            #expect(steps(text).isEmpty, "\(text)")
        }
    }

    @Test func `the commands R and K are skipped with their numbers`() {
        #expect(steps("M1 2R3 4 5 6L7 8") == [.move(Point(1, 2)), .line(Point(7, 8))])
        #expect(steps("M1 2k-1-2L7 8").count == 2)
        #expect(steps("M1 2 R 3 4 5 6 L 7 8").count == 2)
    }

    @Test func `an outline after a close starts where the last one started`() {
        #expect(
            steps("M1 1L5 1Zl2 2") == [
                .move(Point(1, 1)), .line(Point(5, 1)), .close, .move(Point(1, 1)), .line(Point(3, 3)),
            ])
    }

    @Test func `a corner radius is at most half of the shorter side`() {
        let square = SVGARectangle(x: 0, y: 0, width: 10, height: 20)
        #expect(SVGAPath(.rectangle(square, cornerRadius: 99)) == SVGAPath(.rectangle(square, cornerRadius: 5)))
        #expect(SVGAPath(.rectangle(square, cornerRadius: -1)) == SVGAPath(.rectangle(square, cornerRadius: 0)))
        #expect(SVGAPath(.rectangle(square, cornerRadius: 0)).steps.count == 5)
    }
}
