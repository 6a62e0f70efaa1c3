import Foundation
import OvationTestKit
import SVGA
import SVGAEffects
import Testing

@Suite struct GrandGiftTests {
    // There is only one test, because drawing takes seconds without optimisation.
    @Test(.enabled(if: Thoroughness.isWhole, "scripts/verify long draws them"), arguments: GrandGift.allCases)
    func `a demo effect is small, complete and of the right length, and empty at its end`(gift: GrandGift) throws {
        let movie = gift.movie
        let bytes = try movie.encoded()
        #expect(bytes.count < GrandGift.fileBytesMax)
        #expect(try SVGAMovie(decoding: bytes) == movie)
        #expect((2_500...5_000).contains(movie.durationMilliseconds))
        #expect(movie.framesPerSecond == 30 && movie.width == 750 && movie.height == 750)
        #expect(movie.decodedImageBytes < 4_000_000)
        // Every picture is used. Every sprite is visible and has a picture or shapes.
        let used = Set(movie.sprites.compactMap { movie.image(of: $0) }.map(\.png))
        #expect(used.count == movie.images.count)
        for (index, sprite) in movie.sprites.enumerated() {
            #expect(sprite.frames.contains { $0.isVisible }, "\(index) \(sprite.imageKey)")
            #expect(sprite.imageKey.hasSuffix(".vector") || movie.image(of: sprite) != nil, "\(sprite.imageKey)")
        }
        // The page has what the program draws. Pictures are compared by size, because their bytes depend on the version of zlib.
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let committed = try SVGAMovie(
            decoding: [UInt8](Data(contentsOf: root.appendingPathComponent("Web/gifts/\(gift.rawValue).svga"))))
        #expect(committed.sprites == movie.sprites, "ovation-lab svga make gifts Web/gifts")
        #expect(committed.images.count == movie.images.count)
        #expect(committed.decodedImageBytes == movie.decodedImageBytes)
        let scene = SVGAScene(movie)
        let seen = movie.sprites.indices.filter { !movie.sprites[$0].isMatte }
        let last = seen.compactMap { scene.frame(of: $0, at: movie.frameCount - 1)?.alpha }
        #expect(last.allSatisfy { $0 < 0.35 }, "\(last)")
    }
}
