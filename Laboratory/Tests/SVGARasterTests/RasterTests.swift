#if Laboratory
    import SVGA
    import SVGAEffects
    import SVGARaster
    import Testing

    /// Pixels calculated by hand from the format's rules, not copied from another player's output.
    @Suite struct RasterTests {
        private let red: [UInt8] = [255, 0, 0, 255]
        private let green: [UInt8] = [0, 255, 0, 255]
        private let blue: [UInt8] = [0, 0, 255, 255]
        private let clear: [UInt8] = [0, 0, 0, 0]

        private func raster(_ sample: SampleMovie, _ frame: Int) throws -> SVGARaster {
            try SVGARasterizer(sample.movie).raster(at: frame)
        }

        /// Whether two pixels look the same. Their colours count only as far as they are opaque.
        private func isNear(_ pixel: [UInt8], _ other: [UInt8], by distance: Int = 2) -> Bool {
            func shown(_ pixel: [UInt8], _ part: Int) -> Int { Int(pixel[part]) * Int(pixel[3]) / 255 }
            return abs(Int(pixel[3]) - Int(other[3])) <= distance
                && (0..<3).allSatisfy { abs(shown(pixel, $0) - shown(other, $0)) <= distance }
        }

        @Test func `a picture is drawn where its transform puts it`() throws {
            let first = try raster(.transforms, 0)
            #expect(first.width == 120 && first.height == 90)
            #expect(first[2, 7] == red && first[17, 7] == green && first[2, 22] == blue)
            #expect(isNear(first[17, 22], [255, 255, 255, 128]))
            #expect(first[22, 7] == clear && first[2, 2] == clear)
            // Two frames later the picture is ten points further.
            let third = try raster(.transforms, 2)
            #expect(third[12, 7] == red && third[2, 7] == clear)
        }

        @Test func `a quarter turn goes clockwise around the corner`() throws {
            // x' = 30 - y, y' = 60 + x: red stays at the corner, green moves below it, blue to the left.
            let turned = try raster(.transforms, 2)
            #expect(isNear(turned[25, 65], red) && isNear(turned[25, 75], green) && isNear(turned[15, 65], blue))
            #expect(turned[35, 65] == clear)
        }

        @Test func `a mirrored picture is flipped, and a hidden one is missing in every third frame`() throws {
            let first = try raster(.transforms, 0)
            #expect(isNear(first[105, 65], red) && isNear(first[95, 65], green) && isNear(first[105, 75], blue))
            #expect(try raster(.transforms, 2)[105, 65] == clear)
        }

        @Test func `the layout moves and stretches before the transform shears`() throws {
            // x' = x + 0.5 y + 60 after adding the layout's 2 and 1: the red quarter spans 20 by 5 points from (62.5, 31).
            let first = try raster(.transforms, 0)
            #expect(isNear(first[70, 33], red) && isNear(first[92, 33], green) && isNear(first[75, 39], blue))
            #expect(first[61, 33] == clear && first[70, 29] == clear)
        }

        @Test func `alpha blends a sprite with what lies below`() throws {
            // Frame 6 has the tile at one half over (0.2, 0.4, 0.6).
            let half = try raster(.alpha, 6)
            #expect(isNear(half[35, 35], [153, 51, 77, 255]))
            #expect(isNear(half[25, 25], [51, 102, 153, 255]))
            #expect(half[5, 5] == clear)
            #expect(isNear(try raster(.alpha, 0)[35, 35], red))
        }

        @Test func `a sprite's shapes fade as one`() throws {
            // Green at one half covers red outside the base, which gives (0.5, 0.5, 0).
            #expect(isNear(try raster(.alpha, 11)[85, 25], [128, 128, 0, 255]))
            let faint = try raster(.alpha, 1)[85, 15]
            #expect(isNear(faint, [255, 0, 0, 23]))
            #expect(isNear(try raster(.alpha, 1)[85, 25], [128, 128, 0, 23]))
            #expect(try raster(.alpha, 0)[85, 15] == clear)
        }

        @Test func `rectangles are filled to their edges and kept throughout the movie`() throws {
            for frame in [0, 5, 11] {
                let raster = try raster(.shapes, frame)
                #expect(isNear(raster[5, 5], [255, 128, 0, 255]) && isNear(raster[34, 24], [255, 128, 0, 255]))
                #expect(raster[4, 5] == clear && raster[35, 24] == clear)
                // A corner radius of 6 points leaves the corner empty, and half of the 2-point stroke lies outside.
                #expect(raster[44, 4] == clear)
                #expect(isNear(raster[60, 4], [0, 0, 0, 255]) && isNear(raster[60, 5], [0, 0, 0, 255]))
                #expect(isNear(raster[60, 7], [0, 128, 255, 255]))
            }
        }

        @Test func `a dashed line has its gaps where its pattern puts them`() throws {
            // Ten on and five off, starting five in: 10 to 15 on, 15 to 20 off, 20 to 30 on.
            let raster = try raster(.shapes, 0)
            #expect([12, 22, 28].allSatisfy { raster[$0, 70] == [0, 0, 0, 255] })
            #expect([17, 32].allSatisfy { raster[$0, 70] == clear })
            #expect(raster[12, 67] == clear && raster[12, 68] == [0, 0, 0, 255])
        }

        @Test func `a stroke scales with its shape`() throws {
            // The stroke runs from 10 to 30 and is 8 points high around 80.
            let raster = try raster(.shapes, 0)
            #expect(raster[20, 76] == [0, 0, 0, 255] && raster[20, 83] == [0, 0, 0, 255])
            #expect(raster[20, 75] == clear && raster[20, 84] == clear && raster[31, 80] == clear)
        }

        @Test func `an inner outline makes a hole only if it runs the other way round`() throws {
            // M35 5 runs clockwise, M40 10 V20 H50 V10 counterclockwise.
            let raster = try raster(.paths, 0)
            #expect(raster[37, 7] != clear && raster[45, 15] == clear)
        }

        @Test func `a matte masks its whole group by its own alpha`() throws {
            // The ramp is 64 wide from x = 0 in frame 0, so its alpha at 20 is 20 * 4 + 3.
            let first = try raster(.mattes, 0)
            #expect(isNear(first[20, 20], [255, 0, 0, 83]))
            // The second tile leaves nothing of the first one's green below it.
            #expect(isNear(first[35, 25], [255, 0, 0, 143]))
            #expect(first[20, 55] == clear && first[110, 10] == green)
            // A sprite whose matte does not exist is drawn unmasked.
            #expect(first[100, 65] == red)
        }

        @Test func `a matte is masked by its own matte`() throws {
            // Half of what the ramp covers is left, and only inside the window.
            let first = try raster(.mattes, 0)
            #expect(isNear(first[5, 40], [0, 153, 0, 12]))
            #expect(first[5, 25] == clear)
            // The matte is hidden in frame 9 and lets nothing through. Only a tile's blue is seen, through the ramp that begins at 9.
            #expect(isNear(try raster(.mattes, 9)[14, 40], [0, 0, 255, 23]))
        }

        @Test func `a clip path cuts the picture in the picture's own space`() throws {
            let first = try raster(.clips, 0)
            #expect(first[13, 15] == red && first[14, 15] == clear && first[13, 41] == clear)
            #expect(try raster(.clips, 11)[40, 15] == green)
            // The second tile's L lies at 60, 10 and cuts shapes too.
            #expect(first[65, 15] == red && isNear(first[75, 25], [128, 0, 0, 255]) && first[85, 35] == clear)
        }

        @Test(arguments: SampleMovie.allCases)
        func `no frame fails to draw, and frames beyond the movie are empty`(sample: SampleMovie) throws {
            let rasterizer = try SVGARasterizer(sample.movie)
            for frame in 0..<SampleMovie.frameCount {
                #expect(rasterizer.raster(at: frame).pixels.contains { $0 != 0 })
            }
            #expect(
                [-1, SampleMovie.frameCount].allSatisfy { rasterizer.raster(at: $0).pixels.allSatisfy { $0 == 0 } })
        }

        @Test func `a movie scaled to nothing draws nothing, wrong widths and broken pictures are refused`() throws {
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
