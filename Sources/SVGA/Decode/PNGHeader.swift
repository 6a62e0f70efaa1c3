/// What the first 33 bytes of a PNG file say. Its pixels are left alone.
struct PNGHeader {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    let width: Int
    let height: Int

    /// Reads the header; nil where the bytes do not begin as a PNG file with pixels does.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 33, Self.isPNG(bytes) else { return nil }
        let start = bytes.startIndex
        func number(_ offset: Int) -> Int {
            (0..<4).reduce(0) { $0 << 8 | Int(bytes[start + offset + $1]) }
        }
        // IHDR, 13 bytes long, is always first.
        guard number(8) == 13, number(12) == 0x4948_4452 else { return nil }
        width = number(16)
        height = number(20)
        guard (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height) else { return nil }
    }

    /// Whether bytes begin as every PNG file does.
    static func isPNG(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.starts(with: signature) }
}
