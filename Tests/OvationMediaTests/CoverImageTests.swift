import OvationMedia
import Testing

@Suite struct CoverImageTests {
    /// A JPEG as far as the server looks: application data, tables, its size, and its end.
    static func jpeg(width: Int, height: Int) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xDB, 0, 3, 7, 0xFF, 0xC0, 0, 11, 8]
        for number in [height, width] { bytes += [UInt8(number >> 8), UInt8(number & 255)] }
        bytes += [1, 1, 0x11, 0, 0xFF, 0xDA, 0, 2, 9, 9, 9, 9, 0xFF, 0xD9]
        return bytes
    }

    /// A WebP with this first chunk.
    static func webP(_ type: String, _ chunk: [UInt8]) -> [UInt8] {
        let body = Array("WEBP\(type)".utf8) + little(chunk.count, 4) + chunk
        return Array("RIFF".utf8) + little(body.count, 4) + body
    }

    static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    static func lossy(width: Int, height: Int) -> [UInt8] {
        webP("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A] + little(width, 2) + little(height, 2) + [0, 0, 0, 0])
    }

    @Test func `JPEG and WebP are told by their content, with their size`() throws {
        let lossless = Self.webP("VP8L", [0x2F] + Self.little(319 | 179 << 14, 4) + [0, 0, 0, 0, 0])
        let extended = Self.webP("VP8X", [0, 0, 0, 0] + Self.little(319, 3) + Self.little(179, 3))
        for (bytes, type) in [
            (Self.jpeg(width: 320, height: 180), "image/jpeg"), (Self.lossy(width: 320, height: 180), "image/webp"),
            (lossless, "image/webp"), (extended, "image/webp"),
        ] {
            let image = try #require(CoverImage(bytes))
            #expect(image.type == type && image.width == 320 && image.height == 180)
            #expect(image.bytes == bytes)
        }
    }

    @Test func `what is no still picture of these kinds is refused`() {
        let moving = Self.webP("VP8X", [2, 0, 0, 0] + Self.little(319, 3) + Self.little(179, 3))
        let svg = Array("<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>".utf8)
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(repeating: 0, count: 40)
        let cut = Array(Self.jpeg(width: 320, height: 180).dropLast(2))
        let longer = Self.lossy(width: 320, height: 180) + Array("<script>".utf8)
        for bytes in [[], [0xFF, 0xD8, 0xFF], moving, svg, png, cut, longer, Array("RIFF0000WEBPVP8 ".utf8)] {
            #expect(CoverImage(bytes) == nil)
        }
    }

    @Test(arguments: [(0, 10), (10, 0), (1_281, 10), (10, 16_000)])
    func `a picture without a size, or of a large one, is refused`(_ width: Int, _ height: Int) {
        #expect(CoverImage(Self.jpeg(width: width, height: height)) == nil)
        #expect(CoverImage(Self.lossy(width: width, height: height)) == nil)
    }

    @Test func `no bytes make it read beyond their end`() {
        for whole in [Self.jpeg(width: 320, height: 180), Self.lossy(width: 320, height: 180)] {
            for count in whole.indices { _ = CoverImage(Array(whole.prefix(count))) }
            for index in whole.indices {
                for value in [UInt8(0), 0x7F, 0xFF] {
                    var bytes = whole
                    bytes[index] = value
                    _ = CoverImage(bytes)
                }
            }
        }
    }
}
