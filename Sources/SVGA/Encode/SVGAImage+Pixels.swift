extension SVGAImage {
    /// Encodes pixels as a PNG file. Each pixel is red, green, blue and alpha, not premultiplied, row by row from the top.
    ///
    /// Rows are filtered as the PNG specification recommends for true-colour images, so that smooth images compress well.
    ///
    /// - Precondition: `pixels` holds four bytes for each of `width` × `height` pixels.
    public init(pixels: [UInt8], width: Int, height: Int) {
        precondition(width > 0 && height > 0 && pixels.count == width * height * 4, "the pixels must fill the size")
        var png = PNGHeader.signature
        func append(_ name: String, _ content: [UInt8]) {
            let body = Array(name.utf8) + content
            png += Self.number(content.count) + body + Self.number(Int(Deflate.checksum(body)))
        }
        // The header says: 8 bits a channel, with alpha, not interlaced.
        append("IHDR", Self.number(width) + Self.number(height) + [8, 6, 0, 0, 0])
        append("IDAT", Deflate.deflated(Self.filtered(pixels, rowBytes: width * 4), as: .zlib))
        append("IEND", [])
        do {
            try self.init(png: png)
        } catch {
            preconditionFailure("the PNG header that was just written is invalid")
        }
    }

    private static func number(_ value: Int) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// Filters each row with the filter that leaves the smallest differences.
    private static func filtered(_ pixels: [UInt8], rowBytes: Int) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(pixels.count + pixels.count / rowBytes)
        var above = [UInt8](repeating: 0, count: rowBytes)
        for start in stride(from: 0, to: pixels.count, by: rowBytes) {
            let row = Array(pixels[start..<start + rowBytes])
            let candidates = (0..<5).map { filter in filtered(row, above, by: filter) }
            // Differences wrap around, so a byte of 255 is a difference of -1.
            let sums = candidates.map { $0.reduce(0) { $0 + min(Int($1), 256 - Int($1)) } }
            let best = sums.indices.min { sums[$0] < sums[$1] } ?? 0
            output.append(UInt8(best))
            output += candidates[best]
            above = row
        }
        return output
    }

    private static func filtered(_ row: [UInt8], _ above: [UInt8], by filter: Int) -> [UInt8] {
        row.indices.map { index in
            let left = index >= 4 ? Int(row[index - 4]) : 0
            let up = Int(above[index])
            let corner = index >= 4 ? Int(above[index - 4]) : 0
            let guess: Int
            switch filter {
            case 1: guess = left
            case 2: guess = up
            case 3: guess = (left + up) / 2
            case 4:
                let estimate = left + up - corner
                let distances = (abs(estimate - left), abs(estimate - up), abs(estimate - corner))
                guess =
                    distances.0 <= distances.1 && distances.0 <= distances.2
                    ? left : distances.1 <= distances.2 ? up : corner
            default: guess = 0
            }
            return row[index] &- UInt8(truncatingIfNeeded: guess)
        }
    }
}
