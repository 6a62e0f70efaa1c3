#if Laboratory
    import Foundation
    import SVGA
    import SVGAEffects
    import SVGARaster
    import Testing

    /// The files and pictures in Tests/fixtures/svga, which a browser test compares with the page's player. The encoder writes the files
    /// and the rasteriser draws the pictures. Two pictures show large effects of the demo (`Web/gifts`).
    @Suite struct ReferenceTests {
        private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        private static let folder = root.appendingPathComponent("Tests/fixtures/svga")

        private func bytes(of name: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(name)))
        }

        /// The effect of a picture: the file beside it, or one of the demo's.
        private func effect(_ name: String) throws -> [UInt8] {
            let places = [Self.folder, Self.root.appendingPathComponent("Web/gifts")]
                .map { $0.appendingPathComponent("\(name).svga") }
            let place = try #require(places.first { FileManager.default.fileExists(atPath: $0.path) }, "\(name)")
            return [UInt8](try Data(contentsOf: place))
        }

        @Test func `the stored sample files equal the encoder's output`() throws {
            let files = try SampleMovie.files()
            #expect(files.count >= 10)
            for file in files {
                let kept = try SVGAMovie(decoding: bytes(of: file.name))
                let written = try SVGAMovie(decoding: file.bytes)
                #expect(kept.sprites == written.sprites, "\(file.name)")
                #expect(kept.audios == written.audios, "\(file.name)")
                // The bytes of a picture depend on the version of zlib that compressed it.
                #expect(kept.images.keys.sorted() == written.images.keys.sorted(), "\(file.name)")
                #expect(kept.frameCount == written.frameCount && kept.width == written.width, "\(file.name)")
            }
        }

        @Test func `the stored reference frames equal the rasteriser's output`() throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter {
                $0.hasSuffix(".png")
            }
            #expect(names.count >= 70)
            #expect(names.contains("castle-frame60.png") && names.contains("dragon-frame60.png"))
            for name in names.sorted() {
                let parts = name.dropLast(".png".count).components(separatedBy: "-frame")
                let frame = try #require(parts.count == 2 ? Int(parts[1]) : nil, "\(name)")
                let drawn = try SVGARasterizer(SVGAMovie(decoding: effect(parts[0]))).raster(at: frame)
                let kept = try pixels(of: SVGAImage(png: bytes(of: name)), like: drawn)
                #expect(kept.count == drawn.pixels.count, "\(name)")
                let distance = zip(kept, drawn.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
                // The mean may differ by a quarter of a step, because other versions of Cairo smooth edges differently.
                #expect(distance * 4 <= kept.count, "\(name): \(distance) over \(kept.count) values")
            }
        }

        @Test(arguments: GrandGift.allCases)
        func `no frame of a demo effect is cut at its canvas's border`(gift: GrandGift) throws {
            let movie = try SVGAMovie(decoding: effect(gift.rawValue))
            let rasterizer = try SVGARasterizer(movie, width: 150)
            var most = (alpha: UInt8(0), frame: 0)
            for frame in 0..<movie.frameCount {
                let raster = rasterizer.raster(at: frame)
                let (right, bottom) = (raster.width - 1, raster.height - 1)
                for place in 0...right {
                    let border = [raster[place, 0], raster[place, bottom], raster[0, place], raster[right, place]]
                    if let alpha = border.map({ $0[3] }).max(), alpha > most.alpha { most = (alpha, frame) }
                }
            }
            // An alpha below 9 of 255 is too faint to be seen as an edge beside a stage.
            #expect(most.alpha < 9, "frame \(most.frame) has \(most.alpha) of 255 at its border")
        }

        /// A picture's pixels, drawn unchanged as the only sprite of an effect.
        private func pixels(of image: SVGAImage, like raster: SVGARaster) throws -> [UInt8] {
            var movie = SVGAMovie(
                width: Float(raster.width), height: Float(raster.height), framesPerSecond: 30, frameCount: 1,
                images: ["picture": image])
            let layout = SVGARectangle(width: movie.width, height: movie.height)
            movie.sprites = [SVGASprite(imageKey: "picture", frames: [SVGAFrame(alpha: 1, layout: layout)])]
            return try SVGARasterizer(movie).raster(at: 0).pixels
        }
    }
#endif
