import CZlib

/// Streams of zlib (RFC 1950), with a bound on what they may grow to.
package enum Zlib {
    /// Why bytes could not be inflated.
    package enum Failure: Error, Hashable {
        /// They are no zlib stream, or its checksum is wrong.
        case damaged
        /// The stream ends too early.
        case truncated
        /// The stream grows beyond the bound.
        case tooLarge
        /// Something follows the stream.
        case trailingBytes
    }

    /// How hard `deflate` tries.
    package enum Level: Hashable {
        /// What zlib takes for the best compromise.
        case standard
        /// 0 stores, 1 is fastest, 9 is smallest; others are taken for the nearest of these.
        case number(Int)

        var rawValue: Int32 {
            switch self {
            case .standard: Z_DEFAULT_COMPRESSION
            case .number(let number): Int32(min(max(number, 0), 9))
            }
        }
    }

    /// Inflates one whole stream of any level.
    ///
    /// The memory that it takes is bounded by `bytesMax`, whatever the stream says.
    ///
    /// - Parameter bytesMax: How many bytes the result has at most.
    package static func inflate(_ bytes: [UInt8], bytesMax: Int) throws(Failure) -> [UInt8] {
        var stream = z_stream()
        guard inflateInit_(&stream, zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw .damaged
        }
        defer { inflateEnd(&stream) }
        var input = bytes
        var status = Z_DATA_ERROR
        let result = input.withUnsafeMutableBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: max(bytesMax, 1)) { output, count in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(clamping: input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(clamping: bytesMax)
                status = CZlib.inflate(&stream, Z_FINISH)
                count = max(bytesMax, 0) - Int(stream.avail_out)
            }
        }
        switch status {
        case Z_STREAM_END where stream.avail_in > 0: throw .trailingBytes
        case Z_STREAM_END: return result
        case Z_BUF_ERROR, Z_OK: throw stream.avail_out == 0 ? .tooLarge : .truncated
        default: throw .damaged
        }
    }

    /// Deflates bytes into one stream.
    package static func deflate(_ bytes: [UInt8], level: Level = .standard) -> [UInt8] {
        var input = bytes
        return input.withUnsafeMutableBufferPointer { input in
            let bound = Int(compressBound(UInt(input.count)))
            return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                var length = UInt(bound)
                let status = compress2(
                    output.baseAddress, &length, input.baseAddress, UInt(input.count), level.rawValue)
                // The output has room for the worst case, so what is left is a lack of memory.
                precondition(status == Z_OK, "zlib is out of memory")
                count = Int(length)
            }
        }
    }

    /// Compresses bytes as a gzip file (RFC 1952), as small as zlib can. The same bytes always give the same file.
    package static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        // 16 more than the largest window asks for gzip's header and trailer.
        let status = deflateInit2_(
            &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY, zlibVersion(),
            Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib is out of memory")
        defer { deflateEnd(&stream) }
        var input = bytes
        return input.withUnsafeMutableBufferPointer { input in
            let bound = Int(deflateBound(&stream, UInt(input.count)))
            return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(bound)
                let status = CZlib.deflate(&stream, Z_FINISH)
                precondition(status == Z_STREAM_END, "zlib is out of memory")
                count = bound - Int(stream.avail_out)
            }
        }
    }
}
