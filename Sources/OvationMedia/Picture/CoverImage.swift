/// A small picture of a live that its publisher sends, for the list: JPEG or WebP.
///
/// The server decodes no picture. It looks into the bytes far enough to know that they are what they say, and how large the picture is: a
/// few bytes must not cost a browser gigabytes, and nothing else than a picture is handed out under this name.
public struct CoverImage: Sendable, Hashable {
    /// The MIME type: `image/jpeg` or `image/webp`.
    public let type: String
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The file.
    public let bytes: [UInt8]

    /// The longest side in pixels.
    public static let sideMax = 1_280

    /// Looks at a file. Returns nil if it is no still picture of these kinds, or too large a one.
    public init?(_ bytes: [UInt8]) {
        let found = Self.jpeg(bytes).map { ("image/jpeg", $0) } ?? Self.webP(bytes).map { ("image/webp", $0) }
        guard let (type, size) = found, (1...Self.sideMax).contains(size.width),
            (1...Self.sideMax).contains(size.height)
        else { return nil }
        self.type = type
        (width, height) = size
        self.bytes = bytes
    }

    /// Walks the segments of a JPEG to the one with its size.
    private static func jpeg(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]), bytes.suffix(2).elementsEqual([0xFF, 0xD9]) else { return nil }
        var place = 2
        while place + 9 < bytes.count {
            guard bytes[place] == 0xFF else { return nil }
            let marker = bytes[place + 1]
            // Fill bytes stand before a marker.
            if marker == 0xFF {
                place += 1
                continue
            }
            let length = number(bytes, at: place + 2, count: 2, isLittle: false)
            guard length >= 2 else { return nil }
            switch marker {
            case 0xC0...0xC2:
                return (
                    number(bytes, at: place + 7, count: 2, isLittle: false),
                    number(bytes, at: place + 5, count: 2, isLittle: false)
                )
            // The samples begin, or the picture ends, before its size was told.
            case 0xDA, 0xD9, 0xD8: return nil
            default: place += 2 + length
            }
        }
        return nil
    }

    /// Looks at the first chunk of a WebP.
    private static func webP(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        guard bytes.count >= 30, bytes.starts(with: Array("RIFF".utf8)),
            bytes[8..<12].elementsEqual(Array("WEBP".utf8))
        else { return nil }
        let total = number(bytes, at: 4, count: 4, isLittle: true)
        guard total + 8 == bytes.count || total + 8 + total % 2 == bytes.count else { return nil }
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8 ":
            guard bytes[23..<26].elementsEqual([0x9D, 0x01, 0x2A]) else { return nil }
            return (
                number(bytes, at: 26, count: 2, isLittle: true) & 0x3FFF,
                number(bytes, at: 28, count: 2, isLittle: true) & 0x3FFF
            )
        case "VP8L":
            guard bytes[20] == 0x2F else { return nil }
            let bits = number(bytes, at: 21, count: 4, isLittle: true)
            return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        case "VP8X":
            // Nothing moves in a cover.
            guard bytes[20] & 0x02 == 0 else { return nil }
            return (
                number(bytes, at: 24, count: 3, isLittle: true) + 1, number(bytes, at: 27, count: 3, isLittle: true) + 1
            )
        default: return nil
        }
    }

    private static func number(_ bytes: [UInt8], at place: Int, count: Int, isLittle: Bool) -> Int {
        let part = bytes[place..<min(place + count, bytes.count)]
        return isLittle ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
    }
}
