#if Laboratory
    import SVGA
    import SVGAEffects
    import SVGARaster
    import Testing

    /// Pixels that were worked out by hand from the facts of the format, not from what some player drew.
    @Suite struct RasterTests {
        private let red: [UInt8] = [255, 0, 0, 255]
        private let green: [UInt8] = [0, 255, 0, 255]
        private let blue: [UInt8] = [0, 0, 255, 255]
        private let clear: [UInt8] = [0, 0, 0, 0]

        private func raster(_ sample: SampleMovie, _ frame: Int) throws -> SVGARaster {
            try SVGARasterizer(sample.movie).raster(at: frame)
        }

        /// Whether two pixels look the same: colours count as far as they are opaque.
        private func isNear(_ pixel: [UInt8], _ other: [UInt8], by distance: Int = 2) -> Bool {
            func shown(_ pixel: [UInt8], _ part: Int) -> Int { Int(pixel[part]) * Int(pixel[3]) / 255 }
            return abs(Int(pixel[3]) - Int(other[3])) <= distance
                && (0..<3).allSatisfy { abs(shown(pixel, $0) - shown(other, $0)) <= distance }
        }

        @Test func `a picture stands where its transform puts it`() throws {
            let first = try raster(.transforms, 0)
            #expect(first.width == 120 && first.height == 90)
            #expect(first[2, 7] == red && first[17, 7] == green && first[2, 22] == blue)
            #expect(isNear(first[17, 22], [255, 255, 255, 128]))
            #expect(first[22, 7] == clear && first[2, 2] == clear)
            // Two frames later it is ten points further.
            let third = try raster(.transforms, 2)
            #expect(third[12, 7] == red && third[2, 7] == clear)
        }

        @Test func `a quarter of a turn goes clockwise, around the corner`() throws {
            // x' = 30 - y, y' = 60 + x: red stays at the corner, green goes below it, blue to the left.
            let turned = try raster(.transforms, 2)
            #expect(isNear(turned[25, 65], red) && isNear(turned[25, 75], green) && isNear(turned[15, 65], blue))
            #expect(turned[35, 65] == clear)
        }

        @Test func `a mirrored picture, and one that is hidden in every third frame`() throws {
            let first = try raster(.transforms, 0)
            #expect(isNear(first[105, 65], red) && isNear(first[95, 65], green) && isNear(first[105, 75], blue))
            #expect(try raster(.transforms, 2)[105, 65] == clear)
        }

        @Test func `the layout moves and stretches before the transform shears`() throws {
            // x' = x + 0.5 y + 60 with the layout's 2 and 1 added before: the red quarter spans 20 by 5 points from (62.5, 31).
            let first = try raster(.transforms, 0)
            #expect(isNear(first[70, 33], red) && isNear(first[92, 33], green) && isNear(first[75, 39], blue))
            #expect(first[61, 33] == clear && first[70, 29] == clear)
        }

        @Test func `alpha multiplies what is drawn, over what lies below`() throws {
            // Frame 6: the tile at one half over (0.2, 0.4, 0.6).
            let half = try raster(.alpha, 6)
            #expect(isNear(half[35, 35], [153, 51, 77, 255]))
            #expect(isNear(half[25, 25], [51, 102, 153, 255]))
            #expect(half[5, 5] == clear)
            #expect(isNear(try raster(.alpha, 0)[35, 35], red))
        }

        @Test func `the shapes of a sprite fade as one`() throws {
            // Green at one half over red, outside the base: (0.5, 0.5, 0).
            #expect(isNear(try raster(.alpha, 11)[85, 25], [128, 128, 0, 255]))
            let faint = try raster(.alpha, 1)[85, 15]
            #expect(isNear(faint, [255, 0, 0, 23]))
            #expect(isNear(try raster(.alpha, 1)[85, 25], [128, 128, 0, 23]))
            #expect(try raster(.alpha, 0)[85, 15] == clear)
        }

        @Test func `rectangles are filled to their edges and kept through the movie`() throws {
            for frame in [0, 5, 11] {
                let raster = try raster(.shapes, frame)
                #expect(isNear(raster[5, 5], [255, 128, 0, 255]) && isNear(raster[34, 24], [255, 128, 0, 255]))
                #expect(raster[4, 5] == clear && raster[35, 24] == clear)
                // A corner of 6 points leaves the corner empty; a stroke of 2 points lies half outside.
                #expect(raster[44, 4] == clear)
                #expect(isNear(raster[60, 4], [0, 0, 0, 255]) && isNear(raster[60, 5], [0, 0, 0, 255]))
                #expect(isNear(raster[60, 7], [0, 128, 255, 255]))
            }
        }

        @Test func `a dashed line has its gaps where the pattern says`() throws {
            // Ten on, five off, begun after five: 10 to 15 on, 15 to 20 off, 20 to 30 on.
            let raster = try raster(.shapes, 0)
            #expect([12, 22, 28].allSatisfy { raster[$0, 70] == [0, 0, 0, 255] })
            #expect([17, 32].allSatisfy { raster[$0, 70] == clear })
            #expect(raster[12, 67] == clear && raster[12, 68] == [0, 0, 0, 255])
        }

        @Test func `a stroke is scaled with its shape`() throws {
            // From 10 to 30, 8 points high around 80.
            let raster = try raster(.shapes, 0)
            #expect(raster[20, 76] == [0, 0, 0, 255] && raster[20, 83] == [0, 0, 0, 255])
            #expect(raster[20, 75] == clear && raster[20, 84] == clear && raster[31, 80] == clear)
        }

        @Test func `a hole is one only where the outline goes the other way round`() throws {
            // M35 5 ... clockwise, M40 10 V20 H50 V10 counterclockwise.
            let raster = try raster(.paths, 0)
            #expect(raster[37, 7] != clear && raster[45, 15] == clear)
        }

        @Test func `a matte lets through as much as it covers, of its whole group`() throws {
            // The ramp is 64 wide from x = 0 in frame 0: at 20 its alpha is 20 * 4 + 3.
            let first = try raster(.mattes, 0)
            #expect(isNear(first[20, 20], [255, 0, 0, 83]))
            // Where the second tile covers the green of the first one nothing of that is left.
            #expect(isNear(first[35, 25], [255, 0, 0, 143]))
            #expect(first[20, 55] == clear && first[110, 10] == green)
            // What names a matte that is not there is drawn as it is.
            #expect(first[100, 65] == red)
        }

        @Test func `a matte goes through its own matte`() throws {
            // Half of what the ramp covers, inside the window only.
            let first = try raster(.mattes, 0)
            #expect(isNear(first[5, 40], [0, 153, 0, 12]))
            #expect(first[5, 25] == clear)
            // Hidden in frame 9, it lets nothing through: the blue of a tile is seen alone, through the ramp that begins at 9.
            #expect(isNear(try raster(.mattes, 9)[14, 40], [0, 0, 255, 23]))
        }

        @Test func `a clip path cuts the picture in its own space`() throws {
            let first = try raster(.clips, 0)
            #expect(first[13, 15] == red && first[14, 15] == clear && first[13, 41] == clear)
            #expect(try raster(.clips, 11)[40, 15] == green)
            // The L of the second tile lies 60, 10 away, and cuts shapes too.
            #expect(first[65, 15] == red && isNear(first[75, 25], [128, 0, 0, 255]) && first[85, 35] == clear)
        }

        @Test(arguments: SampleMovie.allCases)
        func `frames beyond the movie are empty, and no frame fails`(sample: SampleMovie) throws {
            let rasterizer = try SVGARasterizer(sample.movie)
            for frame in 0..<SampleMovie.frameCount {
                #expect(rasterizer.raster(at: frame).pixels.contains { $0 != 0 })
            }
            #expect(
                [-1, SampleMovie.frameCount].allSatisfy { rasterizer.raster(at: $0).pixels.allSatisfy { $0 == 0 } })
        }

        @Test func `a movie without area, a scale of none and a picture without pixels are refused or left out`() throws
        {
            var movie = SampleMovie.transforms.movie
            for index in movie.sprites.indices {
                movie.sprites[index].frames = SVGAFrames(
                    movie.sprites[index].frames.map { frame in
                        var frame = frame
                        frame.transform = SVGATransform(a: 0, b: 0, c: 0, d: 0, tx: 5, ty: 5)
                        return frame
                    })
            }
            #expect(try SVGARasterizer(movie).raster(at: 0).pixels.allSatisfy { $0 == 0 })
            #expect(throws: SVGAError(.badParameters)) { try SVGARasterizer(movie, width: 5_000) }
            #expect(throws: SVGAError(.badParameters)) { try SVGARasterizer(movie, width: 0) }
            movie.images["tile"] = try SVGAImage(png: Array(try #require(movie.images["tile"]).png.prefix(40)))
            #expect(throws: SVGAError(.badImage)) { try SVGARasterizer(movie) }
        }
    }
#endif
