import Foundation
import SVGA
import Testing

@Suite struct DocumentationTests {
    /// The documentation's examples. A test compares their lines with it.
    private func example(png: [UInt8]) throws -> (file: [UInt8], movie: SVGAMovie) {
        // begin
        let image = try SVGAImage(png: png)
        var movie = SVGAMovie(width: 300, height: 300, framesPerSecond: 30, frameCount: 60, images: ["star": image])
        let frames = (0..<60).map { index in
            SVGAFrame(
                alpha: 1, layout: SVGARectangle(width: 64, height: 64),
                transform: SVGATransform(translationX: Float(index) * 4, y: 118))
        }
        movie.sprites = [SVGASprite(imageKey: "star", frames: frames)]
        let file = try movie.encoded()
        // end
        return (file, movie)
    }

    private func look(_ bytes: [UInt8]) throws -> SVGAMovie {
        // begin
        let movie = try SVGAMovie(decoding: bytes)
        print(movie.durationMilliseconds, movie.sprites.count, movie.decodedImageBytes)
        // end
        return movie
    }

    @Test func `the documentation's examples create an effect and read it`() throws {
        let png = SVGAImage(pixels: [UInt8](repeating: 255, count: 8 * 8 * 4), width: 8, height: 8).png
        let made = try example(png: png)
        let movie = try look(made.file)
        #expect(movie == made.movie)
        #expect(movie.durationMilliseconds == 2_000 && movie.decodedImageBytes == 256)
    }

    @Test func `the documentation shows these examples line by line`() throws {
        func lines(_ text: Substring) -> [String] {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let own = URL(fileURLWithPath: #filePath)
        let source = try String(contentsOf: own, encoding: .utf8)
        let root = own.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let document = try String(
            contentsOf: root.appendingPathComponent("Sources/SVGA/Docs.docc/SVGA.md"), encoding: .utf8)
        // The text between the marks, and the document's code blocks.
        let examples = source.components(separatedBy: "        // begin\n").dropFirst()
            .compactMap { $0.components(separatedBy: "        // end\n").first }
        let blocks = document.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(examples.count == 2)
        for example in examples {
            #expect(blocks.contains { lines($0[...]) == lines(example[...]) }, "\(example)")
        }
    }
}
