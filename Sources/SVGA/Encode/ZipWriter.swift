/// Writes plain zip archives.
struct ZipWriter {
    private var content: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    /// Adds a file. It is compressed only if that makes it smaller.
    mutating func add(_ name: String, _ bytes: [UInt8]) {
        let deflated = Deflate.deflated(bytes, as: .raw)
        let isDeflated = deflated.count < bytes.count
        let stored = isDeflated ? deflated : bytes
        // In order: version 2.0, no flags, the compression method, and 1 January 1980 as the time, the earliest date of the format.
        var common: [UInt8] = [20, 0, 0, 0, isDeflated ? 8 : 0, 0, 0, 0, 0x21, 0]
        common += Self.number(Int(Deflate.checksum(bytes)), 4)
        common += Self.number(stored.count, 4) + Self.number(bytes.count, 4) + Self.number(name.utf8.count, 2)
        common += [0, 0]
        let offset = content.count
        content += Self.number(0x0403_4B50, 4) + common + Array(name.utf8) + stored
        directory += Self.number(0x0201_4B50, 4) + [20, 0] + common
        directory += [UInt8](repeating: 0, count: 10) + Self.number(offset, 4) + Array(name.utf8)
        count += 1
    }

    /// Returns the finished archive.
    func archive() -> [UInt8] {
        content + directory + Self.number(0x0605_4B50, 4) + [0, 0, 0, 0] + Self.number(count, 2)
            + Self.number(count, 2) + Self.number(directory.count, 4) + Self.number(content.count, 4) + [0, 0]
    }

    /// Encodes a number in little-endian order.
    private static func number(_ value: Int, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
