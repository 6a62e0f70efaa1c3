import Foundation
import OvationTestKit
import SVGA
import SVGAEffects
import Testing

/// A damaged file gives a typed error or a movie within the limits, and never traps. 500 of each sample, 10,000 with `OVATION_VERIFY`.
@Suite struct MutationFuzzTests {
    private static let mutationCount = Thoroughness.rounds(500, verify: 10_000)

    @Test func `damaged samples are read or refused`() throws {
        var random = SeededGenerator.printed()
        for file in try SampleMovie.files() {
            var (read, refused) = (0, 0)
            for _ in 0..<Self.mutationCount {
                if let movie = decoded(mutated(file.bytes, &random)) {
                    read += 1
                    check(movie)
                } else {
                    refused += 1
                }
            }
            #expect(read + refused == Self.mutationCount)
            #expect(refused > 0, "\(file.name)")
        }
    }

    /// A checksum catches most damage before it reaches the message, so this test damages the data under it.
    @Test func `damaged messages and descriptions are read or refused`() throws {
        var random = SeededGenerator.printed()
        for sample in SampleMovie.allCases {
            let archive = try sample.movie.encoded(as: .hybrid)
            let message = try #require(TestFiles.content(of: "movie.binary", in: archive))
            var kept = 0
            for _ in 0..<Self.mutationCount {
                if let movie = decoded(TestFiles.zlib(mutated(message, &random))) {
                    kept += 1
                    check(movie)
                }
            }
            #expect(kept < Self.mutationCount)
            guard sample != .sounds else { continue }
            let spec = try #require(TestFiles.content(of: "movie.spec", in: sample.movie.encoded(as: .archive)))
            for _ in 0..<Self.mutationCount {
                let bytes = mutated(spec, &random)
                if let movie = decoded(TestFiles.zip((name: "movie.spec", bytes: bytes))) { check(movie) }
            }
        }
    }

    private func decoded(_ bytes: [UInt8]) -> SVGAMovie? { try? SVGAMovie(decoding: bytes) }

    /// Checks that the movie is within the limits, and does with it what a player does.
    private func check(_ movie: SVGAMovie) {
        let limits = SVGALimits.standard
        #expect(movie.sprites.count <= limits.spritesMax)
        #expect(movie.frameCount <= limits.framesMax)
        #expect(movie.decodedImageBytes <= limits.imagePixelsMax * 4)
        let scene = SVGAScene(movie)
        for index in [0, movie.frameCount / 2, movie.frameCount - 1] {
            for group in scene.groups where scene.isVisible(group, at: index) {
                for sprite in group.sprites {
                    guard let frame = scene.frame(of: sprite, at: index) else { continue }
                    #expect((0...1).contains(frame.alpha))
                    _ = SVGAPath(frame.clipPath)
                    for shape in frame.shapes { _ = SVGAPath(shape.geometry) }
                }
            }
        }
    }

    private func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0...random.number(0...3) {
            guard !bytes.isEmpty else { return bytes }
            let place = random.number(0...(bytes.count - 1))
            switch random.number(0...6) {
            case 0: bytes[place] = UInt8(random.number(0...255))
            case 1: bytes[place] ^= 1 << UInt8(random.number(0...7))
            case 2: bytes.insert(UInt8(random.number(0...255)), at: place)
            case 3: bytes.remove(at: place)
            case 4: bytes.removeSubrange(place..<min(bytes.count, place + random.number(1...40)))
            case 5: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + random.number(1...40))], at: place)
            default:
                let end = min(bytes.count, place + 4)
                bytes.replaceSubrange(
                    place..<end, with: random.pick([[255, 255, 255, 255], [0, 0, 0, 0], [255, 255, 255, 127]]))
            }
        }
        return bytes
    }
}
