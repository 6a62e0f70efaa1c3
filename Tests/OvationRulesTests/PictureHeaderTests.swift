import OvationRules
import Testing

/// Pictures are known by their bytes.
@Suite struct PictureHeaderTests {
    private static func big(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func png(_ width: Int, _ height: Int) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + big(13) + Array("IHDR".utf8) + big(width) + big(height)
            + [8, 6, 0, 0, 0] + big(0) + big(2) + Array("IDAT".utf8) + [0x78, 0x9C] + big(0) + big(0)
            + Array("IEND".utf8) + big(0)
    }

    private static func jpeg(_ width: Int, _ height: Int, marker: UInt8 = 0xC0) -> [UInt8] {
        let size = [UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF)]
        return [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0x4A, 0x46, 0xFF, 0xFF, marker, 0, 11, 8] + size
            + [1, 1, 0x11, 0, 0xFF, 0xDA, 0, 2, 0xFF, 0xD9]
    }

    private static func webp(_ chunk: String, _ body: [UInt8]) -> [UInt8] {
        func little(_ number: Int) -> [UInt8] { big(number).reversed() }
        return Array("RIFF".utf8) + little(body.count + 12) + Array("WEBP\(chunk)".utf8) + little(body.count) + body
    }

    static let pictures: [(name: String, bytes: [UInt8], type: FileType, width: Int, height: Int)] = [
        ("png", png(640, 360), .png, 640, 360),
        ("a png of 30,000 × 30,000", png(30_000, 30_000), .png, 30_000, 30_000),
        ("jpeg", jpeg(1_280, 720), .jpeg, 1_280, 720),
        ("progressive jpeg", jpeg(3, 65_535, marker: 0xC2), .jpeg, 3, 65_535),
        ("webp", webp("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 0x80, 0x42, 0x68, 0x81]), .webp, 640, 360),
        ("lossless webp", webp("VP8L", [0x2F, 0x7F, 0xC2, 0x59, 0]), .webp, 640, 360),
        ("webp with a canvas", webp("VP8X", [0x10, 0, 0, 0, 0x7F, 2, 0, 0x67, 1, 0]), .webp, 640, 360),
    ]

    @Test(arguments: pictures.indices) func `type and size are read from the content`(index: Int) throws {
        let picture = Self.pictures[index]
        let header = try #require(PictureHeader(picture.bytes), "\(picture.name)")
        #expect(header.type == picture.type)
        #expect(header.width == picture.width, "\(picture.name)")
        #expect(header.height == picture.height, "\(picture.name)")
    }

    @Test(arguments: [
        "", "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>", "<!doctype html><p>png",
        "GIF89a\u{1}\u{1}", "\u{89}PNG", "RIFF    WEBP", "%PDF-1.7", "\u{0}\u{0}\u{0} ftypisom",
    ])
    func `bytes of another type are no picture`(text: String) {
        #expect(PictureHeader(Array(text.utf8)) == nil)
    }

    @Test(arguments: pictures.indices) func `a file that is cut anywhere is no picture or the same one`(index: Int) {
        let picture = Self.pictures[index]
        for count in picture.bytes.indices {
            guard let header = PictureHeader(Array(picture.bytes.prefix(count))) else { continue }
            // The size of a JPEG is known before its pixels are, and who shows it sees what came.
            #expect(picture.type == .jpeg, "\(picture.name) of \(count) bytes")
            #expect(header.width == picture.width)
        }
    }

    @Test(arguments: pictures.indices) func `no damaged byte makes a trap, or a size below 1`(index: Int) {
        for place in Self.pictures[index].bytes.indices {
            for value: UInt8 in [0x00, 0x01, 0x7F, 0x80, 0xD8, 0xFF] {
                var bytes = Self.pictures[index].bytes
                bytes[place] = value
                if let header = PictureHeader(bytes) { #expect(min(header.width, header.height) > 0) }
            }
        }
    }

    @Test func `a picture without a width or a height is none`() {
        #expect(PictureHeader(Self.png(0, 7)) == nil)
        #expect(PictureHeader(Self.jpeg(7, 0)) == nil)
    }
}
