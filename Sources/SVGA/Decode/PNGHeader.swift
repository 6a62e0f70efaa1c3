/// The header of a PNG file: its first 33 bytes. The pixels are not decoded.
struct PNGHeader {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    let width: Int
    let height: Int

    /// Reads the header. Returns nil if the bytes do not begin like a PNG file, or if its width or height is invalid.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 33, Self.isPNG(bytes) else { return nil }
        let start = bytes.startIndex
        func number(_ offset: Int) -> Int {
            (0..<4).reduce(0) { $0 << 8 | Int(bytes[start + offset + $1]) }
        }
        // The first chunk is always IHDR, with 13 bytes of content.
        guard number(8) == 13, number(12) == 0x4948_4452 else { return nil }
        width = number(16)
        height = number(20)
        guard (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height) else { return nil }
    }

    /// Returns true if the bytes begin with the PNG signature.
    static func isPNG(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.starts(with: signature) }
}
