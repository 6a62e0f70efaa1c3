import SVGA
import SVGAEffects
import Testing

@Suite struct EncodingTests {
    @Test(arguments: SampleMovie.allCases)
    func `a movie survives a 2.x file`(sample: SampleMovie) throws {
        let movie = sample.movie
        #expect(try SVGAMovie(decoding: movie.encoded()) == movie)
    }

    @Test(arguments: SampleMovie.allCases)
    func `a movie survives a hybrid file`(sample: SampleMovie) throws {
        let movie = sample.movie
        #expect(try SVGAMovie(decoding: movie.encoded(as: .hybrid)) == movie)
    }

    @Test(arguments: SampleMovie.allCases.filter { $0 != .sounds })
    func `a movie survives a 1.x file`(sample: SampleMovie) throws {
        let movie = sample.movie
        #expect(try SVGAMovie(decoding: movie.encoded(as: .archive)) == movie)
    }

    @Test func `a movie with sounds cannot become a 1.x file`() {
        #expect(throws: SVGAError(.badAudio)) { try SampleMovie.sounds.movie.encoded(as: .archive) }
    }

    @Test(arguments: SVGAFileFormat.allCases)
    func `a movie always encodes to the same bytes`(format: SVGAFileFormat) throws {
        var movie = SampleMovie.mattes.movie
        let bytes = try movie.encoded(as: format)
        movie.images = Dictionary(uniqueKeysWithValues: movie.images.sorted { $0.key > $1.key })
        #expect(try movie.encoded(as: format) == bytes)
    }

    @Test func `unchanged shapes are written once`() throws {
        var movie = SVGAMovie(width: 100, height: 100, framesPerSecond: 20, frameCount: 60)
        let shape = SVGAShape(
            .path("M" + String(repeating: "1 2 ", count: 500)),
            style: SVGAShapeStyle(fill: .init(red: 1, green: 0, blue: 0)))
        movie.sprites = [SVGASprite(imageKey: "a.vector", frames: [SVGAFrame(shapes: [shape])])]
        let one = try movie.encoded(as: .hybrid).count
        movie.sprites[0].frames = SVGAFrames(repeatElement(movie.sprites[0].frames[0], count: 60))
        #expect(try movie.encoded(as: .hybrid).count < one + 60 * 12)
        #expect(try SVGAMovie(decoding: movie.encoded()) == movie)
    }

    @Test(arguments: [0, 24, 25, 61])
    func `an unsupported frame rate is refused`(rate: Int) {
        let movie = SVGAMovie(width: 1, height: 1, framesPerSecond: rate, frameCount: 1)
        #expect(throws: SVGAError(.badParameters)) { try movie.encoded() }
    }

    @Test func `pixels become a PNG file with their size in the header`() throws {
        let image = SVGAImage(pixels: [UInt8](repeating: 7, count: 3 * 5 * 4), width: 3, height: 5)
        #expect(image.width == 3 && image.height == 5)
        #expect(image.png.suffix(8) == [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
    }

    @Test func `a message has the format's bytes`() throws {
        // Written by hand: version "2", a canvas of 1 by 2, 20 frames a second, 3 frames, and one hidden frame of a sprite "a".
        let message: [UInt8] =
            [0x0A, 1, 0x32, 0x12, 14, 0x0D, 0, 0, 0x80, 0x3F, 0x15, 0, 0, 0, 0x40, 0x18, 20, 0x20, 3]
            + [0x22, 5, 0x0A, 1, 0x61, 0x12, 0]
        let movie = try SVGAMovie(decoding: TestFiles.zlib(message))
        #expect(
            movie
                == SVGAMovie(
                    version: "2", width: 1, height: 2, framesPerSecond: 20, frameCount: 3,
                    sprites: [SVGASprite(imageKey: "a", frames: [.hidden])]))
    }
}
