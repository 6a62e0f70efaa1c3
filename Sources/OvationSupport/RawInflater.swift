import CZlib
package import NIOCore

/// Reads compressed messages, each by itself, up to a bound.
package enum RawInflater {
    /// Why a message could not be read.
    package enum Failure: Error, Hashable {
        /// It is no deflate stream, or ends too early.
        case damaged
        /// It grows beyond the bound.
        case tooLarge
    }

    /// Inflates a message that came without the four bytes at its end.
    ///
    /// What it takes in memory grows with the result and never beyond `bytesMax`, whatever the message says.
    package static func inflate(_ message: ByteBuffer, bytesMax: Int) throws(Failure) -> ByteBuffer {
        var stream = z_stream()
        guard inflateInit2_(&stream, -15, zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw .damaged
        }
        defer { inflateEnd(&stream) }
        var input = message
        input.writeInteger(UInt32(0x0000_FFFF))
        var output = ByteBuffer()
        var failure: Failure?
        input.withUnsafeMutableReadableBytes { bytes in
            stream.next_in = bytes.bindMemory(to: UInt8.self).baseAddress
            stream.avail_in = UInt32(bytes.count)
            var step = min(max(bytes.count * 4, 512), 65_536)
            while failure == nil {
                // One byte more than allowed tells a message that is too large from one that just fits.
                let room = min(step, bytesMax + 1 - output.readableBytes)
                var status = Z_OK
                output.writeWithUnsafeMutableBytes(minimumWritableBytes: room) { space in
                    stream.next_out = space.bindMemory(to: UInt8.self).baseAddress
                    stream.avail_out = UInt32(room)
                    status = CZlib.inflate(&stream, Z_SYNC_FLUSH)
                    return room - Int(stream.avail_out)
                }
                if output.readableBytes > bytesMax { failure = .tooLarge }
                // A last block may be followed by the empty one that we put back; whatever else follows is nonsense.
                if status == Z_STREAM_END {
                    if stream.avail_in > 5 { failure = .damaged }
                    return
                }
                guard status == Z_OK || status == Z_BUF_ERROR else {
                    failure = .damaged
                    return
                }
                if stream.avail_out > 0 {
                    if stream.avail_in > 0 { failure = .damaged }
                    return
                }
                step = min(step * 2, 1_048_576)
            }
        }
        if let failure { throw failure }
        return output
    }
}
