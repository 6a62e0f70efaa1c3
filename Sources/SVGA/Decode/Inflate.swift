import CZlib

/// Decompresses zlib and raw DEFLATE streams block by block, and stops at a limit so that oversized output is never stored.
enum Inflate {
    /// The container around the compressed data.
    enum Format: Int32 {
        case zlib = 15
        case raw = -15
    }

    private static let blockBytes = 64 * 1_024

    /// Decompresses bytes.
    ///
    /// - Throws: `inflatedTooLarge` if the output exceeds `bytesMax`, `badCompression` if the stream is damaged or incomplete.
    static func inflated(_ bytes: ArraySlice<UInt8>, as format: Format, bytesMax: Int) throws(SVGAError) -> [UInt8] {
        var stream = z_stream()
        guard
            inflateInit2_(&stream, format.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { throw SVGAError(.badCompression) }
        defer { inflateEnd(&stream) }
        var output: [UInt8] = []
        let code: SVGAError.Code? = bytes.withUnsafeBufferPointer { input in
            guard let base = input.baseAddress else { return .badCompression }
            // zlib does not write through this pointer.
            stream.next_in = UnsafeMutablePointer(mutating: base)
            stream.avail_in = UInt32(clamping: input.count)
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: blockBytes) { block in
                while true {
                    stream.next_out = block.baseAddress
                    stream.avail_out = UInt32(blockBytes)
                    let status = inflate(&stream, Z_NO_FLUSH)
                    guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
                        return .badCompression
                    }
                    let count = blockBytes - Int(stream.avail_out)
                    guard output.count + count <= bytesMax else { return .inflatedTooLarge }
                    output.append(contentsOf: block[..<count])
                    if status == Z_STREAM_END { return nil }
                    // The input ran out before the end of the stream.
                    if count == 0 { return .badCompression }
                }
            }
        }
        if code == .inflatedTooLarge {
            throw SVGAError(
                .inflatedTooLarge,
                SVGAError.Excess(limit: "inflatedBytesMax", limitValue: bytesMax, fileValue: bytesMax + 1))
        }
        if let code { throw SVGAError(code) }
        return output
    }
}
