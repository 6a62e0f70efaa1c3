/// What a file says of itself that is a picture: its type and its size. The pixels are not decoded. Pure.
///
/// The type is found by the content. What the sender calls the file is nothing to go by. A file that ends before its parts do is none.
public struct PictureHeader: Hashable, Sendable {
    /// The type: PNG, JPEG or WebP.
    public let type: FileType
    /// The width in pixels, at least 1.
    public let width: Int
    /// The height in pixels, at least 1.
    public let height: Int

    /// Reads a file; nil if it is no whole picture of these types.
    public init?(_ bytes: [UInt8]) {
        let reader = Reader(bytes: bytes)
        guard let (type, size) = reader.png() ?? reader.jpeg() ?? reader.webp(), size.width > 0, size.height > 0 else {
            return nil
        }
        self.type = type
        (width, height) = size
    }
}

private struct Reader {
    typealias Found = (type: FileType, size: (width: Int, height: Int))

    let bytes: [UInt8]

    /// A PNG (RFC 2083): chunks from `IHDR`, which has the size, to `IEND`.
    func png() -> Found? {
        guard starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0), let first = big(4, at: 8),
            first == 13, starts(with: Array("IHDR".utf8), at: 12), let width = big(4, at: 16),
            let height = big(4, at: 20)
        else { return nil }
        var place = 8
        while let length = big(4, at: place), length <= bytes.count - place - 12 {
            if starts(with: Array("IEND".utf8), at: place + 4) { return (.png, (width, height)) }
            place += length + 12
        }
        return nil
    }

    /// A JPEG (ITU T.81): segments up to the one that begins the frame, which has the size.
    func jpeg() -> Found? {
        guard starts(with: [0xFF, 0xD8, 0xFF], at: 0) else { return nil }
        var place = 2
        while byte(at: place) == 0xFF {
            // A marker may have any number of bytes 0xFF before it.
            while byte(at: place) == 0xFF { place += 1 }
            guard let marker = byte(at: place), let length = big(2, at: place + 1), length >= 2 else { return nil }
            switch marker {
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard let height = big(2, at: place + 4), let width = big(2, at: place + 6) else { return nil }
                return place + length < bytes.count ? (.jpeg, (width, height)) : nil
            // Markers without a content, the end, and pixels before there is a size.
            case 0x00, 0x01, 0xD0...0xDA: return nil
            default: place += 1 + length
            }
        }
        return nil
    }

    /// A WebP (RFC 9649): a container with one picture, or with a canvas for several.
    func webp() -> Found? {
        guard starts(with: Array("RIFF".utf8), at: 0), starts(with: Array("WEBP".utf8), at: 8),
            let length = little(4, at: 4), length >= 12, length <= bytes.count - 8
        else { return nil }
        if starts(with: Array("VP8 ".utf8), at: 12) {
            guard starts(with: [0x9D, 0x01, 0x2A], at: 23), let width = little(2, at: 26),
                let height = little(2, at: 28)
            else { return nil }
            // The two highest bits say how to scale.
            return (.webp, (width & 0x3FFF, height & 0x3FFF))
        }
        if starts(with: Array("VP8L".utf8), at: 12) {
            guard byte(at: 20) == 0x2F, let bits = little(4, at: 21) else { return nil }
            return (.webp, ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1))
        }
        guard starts(with: Array("VP8X".utf8), at: 12), let width = little(3, at: 24), let height = little(3, at: 27)
        else { return nil }
        return (.webp, (width + 1, height + 1))
    }

    private func byte(at place: Int) -> UInt8? { bytes.indices.contains(place) ? bytes[place] : nil }

    private func starts(with text: [UInt8], at place: Int) -> Bool {
        place <= bytes.count - text.count && bytes[place..<place + text.count].elementsEqual(text)
    }

    /// A number whose highest byte is the first.
    private func big(_ count: Int, at place: Int) -> Int? {
        guard place <= bytes.count - count else { return nil }
        return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// A number whose lowest byte is the first.
    private func little(_ count: Int, at place: Int) -> Int? {
        guard place <= bytes.count - count else { return nil }
        return bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
