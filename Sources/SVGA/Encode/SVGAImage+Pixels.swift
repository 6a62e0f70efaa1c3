extension SVGAImage {
    /// Makes a picture of pixels, each of them red, green, blue and alpha, not multiplied with it, row by row from the top.
    ///
    /// Rows are filtered as PNG advises for pictures with many colours, so that soft ones become small.
    ///
    /// - Precondition: there are as many pixels as width and height say.
    public init(pixels: [UInt8], width: Int, height: Int) {
        precondition(width > 0 && height > 0 && pixels.count == width * height * 4, "a picture has all its pixels")
        var png = PNGHeader.signature
        func append(_ name: String, _ content: [UInt8]) {
            let body = Array(name.utf8) + content
            png += Self.number(content.count) + body + Self.number(Int(Deflate.checksum(body)))
        }
        // 8 bits a channel, with alpha, not interlaced.
        append("IHDR", Self.number(width) + Self.number(height) + [8, 6, 0, 0, 0])
        append("IDAT", Deflate.deflated(Self.filtered(pixels, rowBytes: width * 4), as: .zlib))
        append("IEND", [])
        do {
            try self.init(png: png)
        } catch {
            preconditionFailure("a header that was just written")
        }
    }

    private static func number(_ value: Int) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// Each row after the filter that leaves the smallest differences.
    private static func filtered(_ pixels: [UInt8], rowBytes: Int) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(pixels.count + pixels.count / rowBytes)
        var above = [UInt8](repeating: 0, count: rowBytes)
        for start in stride(from: 0, to: pixels.count, by: rowBytes) {
            let row = Array(pixels[start..<start + rowBytes])
            let candidates = (0..<5).map { filter in filtered(row, above, by: filter) }
            // A difference of 255 is one of 1 downwards.
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
