/// Writes boxes of ISO/IEC 14496-12.
public enum BoxWriter {
    /// Encodes a box: its size, its type, its content.
    public static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
        let content = content.flatMap { $0 }
        return number32(content.count + 8) + Array(type.utf8) + content
    }

    /// Encodes a full box, which begins with version and flags.
    public static func full(_ type: String, version: Int = 0, flags: Int = 0, _ content: [UInt8]...) -> [UInt8] {
        box(type, number32(version << 24 | flags), content.flatMap { $0 })
    }

    /// Encodes a number in 8 bits.
    public static func number8(_ value: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: value)] }
    /// Encodes a number in 16 bits, big-endian.
    public static func number16(_ value: Int) -> [UInt8] { number8(value >> 8) + number8(value) }
    /// Encodes a number in 32 bits, big-endian.
    public static func number32(_ value: Int) -> [UInt8] { number16(value >> 16) + number16(value) }
    /// Encodes a number in 64 bits, big-endian.
    public static func number64(_ value: Int) -> [UInt8] { number32(value >> 32) + number32(value) }
    /// Makes a run of zero bytes.
    public static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
