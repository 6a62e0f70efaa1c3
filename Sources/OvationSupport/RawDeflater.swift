import CZlib
package import NIOCore

/// A raw deflate stream (RFC 1951) whose messages can be read one by one as they come.
///
/// Not `Sendable`: its owner confines it to one event loop.
package final class RawDeflater {
    private let stream: UnsafeMutablePointer<z_stream>

    /// Begins a stream.
    ///
    /// - Parameters:
    ///   - level: 1 is fastest, 9 is smallest.
    ///   - windowBits: how far back it refers at most, as a power of two: 9 to 15.
    ///   - memoryLevel: 1 to 9; what the stream takes is `2^(windowBits+2) + 2^(memoryLevel+9)` bytes.
    package init(level: Int, windowBits: Int, memoryLevel: Int) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let status = deflateInit2_(
            stream, Int32(min(max(level, 1), 9)), Z_DEFLATED, Int32(-windowBits), Int32(memoryLevel),
            Z_DEFAULT_STRATEGY, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib is out of memory, or is of another version")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Empties the window: later messages refer to no earlier ones.
    package func reset() { deflateReset(stream) }

    /// Compresses a message, without the four bytes that end each one (RFC 7692, 7.2.1), and appends it.
    package func append(_ message: UnsafeRawBufferPointer, to output: inout ByteBuffer) {
        // zlib reads through a pointer that it takes for mutable and leaves the bytes as they are.
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: message.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(message.count)
        let start = output.writerIndex
        repeat {
            output.writeWithUnsafeMutableBytes(minimumWritableBytes: message.count / 2 + 64) { space in
                stream.pointee.next_out = space.bindMemory(to: UInt8.self).baseAddress
                stream.pointee.avail_out = UInt32(space.count)
                let status = deflate(stream, Z_SYNC_FLUSH)
                precondition(status == Z_OK || status == Z_BUF_ERROR, "zlib refuses to deflate")
                return space.count - Int(stream.pointee.avail_out)
            }
        } while stream.pointee.avail_out == 0
        let end = output.writerIndex
        precondition(
            end - start >= 4 && output.getInteger(at: end - 4, as: UInt32.self) == 0x0000_FFFF,
            "a sync flush ends with an empty stored block")
        output.moveWriterIndex(to: end - 4)
    }
}
