@testable import SVGA

/// Handmade files, valid and invalid.
enum TestFiles {
    /// Compresses bytes as a zlib stream.
    static func zlib(_ bytes: [UInt8]) -> [UInt8] { Deflate.deflated(bytes, as: .zlib) }

    /// Packs files into an archive.
    static func zip(_ files: (name: String, bytes: [UInt8])...) -> [UInt8] {
        var zip = ZipWriter()
        for file in files { zip.add(file.name, file.bytes) }
        return zip.archive()
    }

    /// Packs a description into an archive.
    static func spec(_ json: String) -> [UInt8] { zip((name: "movie.spec", bytes: Array(json.utf8))) }

    /// A protobuf field with bytes.
    static func field(_ number: Int, _ content: [UInt8]) -> [UInt8] {
        varint(number << 3 | 2) + varint(content.count) + content
    }

    /// A protobuf field with an integer.
    static func field(_ number: Int, _ value: Int) -> [UInt8] { varint(number << 3) + varint(value) }

    /// A protobuf field with a float.
    static func field(_ number: Int, _ value: Float) -> [UInt8] {
        varint(number << 3 | 5) + (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) }
    }

    /// The start of a message: canvas, rate and length.
    static func parameters(width: Float = 100, height: Float = 100, rate: Int = 20, frames: Int = 10) -> [UInt8] {
        field(2, field(1, width) + field(2, height) + field(3, rate) + field(4, frames))
    }

    /// The header of a PNG file with the given size, without pixels.
    static func png(width: Int, height: Int) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        return PNGHeader.signature + number(13) + Array("IHDR".utf8) + number(width) + number(height)
            + [8, 6, 0, 0, 0, 0, 0, 0, 0]
    }

    /// A message with one entry in its map of images.
    static func image(_ content: [UInt8], key: String = "a") -> [UInt8] {
        field(3, field(1, Array(key.utf8)) + field(2, content))
    }

    private static func varint(_ value: Int) -> [UInt8] {
        var rest = UInt64(bitPattern: Int64(value))
        var bytes: [UInt8] = []
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}

extension TestFiles {
    /// The content of one file in an archive.
    static func content(of name: String, in archive: [UInt8]) -> [UInt8]? {
        guard var archive = try? ZipArchive(archive, limits: .standard) else { return nil }
        return try? archive.read(name)
    }
}
