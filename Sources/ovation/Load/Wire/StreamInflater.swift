import CZlib
import NIOCore

/// The window of one viewer into its room's compressed stream: turns frames that are compressed into frames that are not.
///
/// Not `Sendable`: confined to the event loop of its viewer.
final class StreamInflater {
    private static let messageBytesMax = 1_048_576
    private var stream = z_stream()
    private var output = [UInt8](repeating: 0, count: 4_096)

    init?() {
        guard inflateInit2_(&stream, -15, zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    }

    deinit { inflateEnd(&stream) }

    /// Reads whole frames and writes them anew, those that were compressed as the plain text frames that they stand for.
    ///
    /// - Parameter bytes: what came; what was read is taken away, an incomplete frame is left.
    /// - Returns: Plain frames; nil where a frame cannot be read.
    func plainFrames(_ bytes: inout ByteBuffer) -> ByteBuffer? {
        var plain = ByteBuffer()
        plain.reserveCapacity(bytes.readableBytes * 4)
        while let frame = Self.next(bytes) {
            guard let first = bytes.getInteger(at: bytes.readerIndex, as: UInt8.self) else { return nil }
            if first & 0x40 == 0 {
                if let whole = bytes.readSlice(length: frame.header + frame.length) {
                    plain.writeImmutableBuffer(whole)
                }
            } else {
                bytes.moveReaderIndex(forwardBy: frame.header)
                guard let message = bytes.readBytes(length: frame.length), let text = inflate(message) else {
                    return nil
                }
                plain.writeInteger(first & ~0x40)
                switch text.count {
                case 0..<126: plain.writeInteger(UInt8(text.count))
                case 126..<65_536:
                    plain.writeInteger(UInt8(126))
                    plain.writeInteger(UInt16(text.count))
                default:
                    plain.writeInteger(UInt8(127))
                    plain.writeInteger(UInt64(text.count))
                }
                plain.writeBytes(text)
            }
        }
        return plain
    }

    /// How long the next frame is; nil where it has not come as a whole.
    private static func next(_ bytes: ByteBuffer) -> (header: Int, length: Int)? {
        let start = bytes.readerIndex
        guard let second = bytes.getInteger(at: start + 1, as: UInt8.self) else { return nil }
        var header = 2
        var length = Int(second & 0x7F)
        if length == 126 {
            guard let long = bytes.getInteger(at: start + 2, as: UInt16.self) else { return nil }
            (header, length) = (4, Int(long))
        } else if length == 127 {
            guard let long = bytes.getInteger(at: start + 2, as: UInt64.self), long <= UInt64(messageBytesMax) else {
                return nil
            }
            (header, length) = (10, Int(long))
        }
        return bytes.readableBytes >= header + length ? (header, length) : nil
    }

    private func inflate(_ message: [UInt8]) -> ArraySlice<UInt8>? {
        var input = message
        // The four bytes that every message ends with, and that do not travel (RFC 7692, 7.2.2).
        input.append(contentsOf: [0, 0, 0xFF, 0xFF])
        var written = 0
        let isWhole = input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            while true {
                let room = output.count - written
                let status = output.withUnsafeMutableBufferPointer { output in
                    stream.next_out = output.baseAddress.map { $0 + written }
                    stream.avail_out = UInt32(room)
                    return CZlib.inflate(&stream, Z_SYNC_FLUSH)
                }
                written = output.count - Int(stream.avail_out)
                guard status == Z_OK || status == Z_BUF_ERROR else { return false }
                if stream.avail_out > 0 { return stream.avail_in == 0 }
                guard output.count < Self.messageBytesMax else { return false }
                output += [UInt8](repeating: 0, count: output.count)
            }
        }
        return isWhole ? output[..<written] : nil
    }
}
