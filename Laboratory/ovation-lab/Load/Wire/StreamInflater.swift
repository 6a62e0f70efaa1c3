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
        while true {
            switch bytes.withUnsafeReadableBytes({ WebSocketReader.read($0, at: 0, allowsCompressed: true) }) {
            case .incomplete: return plain
            case .violation: return nil
            case .frame(let frame):
                guard frame.isCompressed else {
                    if let whole = bytes.readSlice(length: frame.payload.upperBound) {
                        plain.writeImmutableBuffer(whole)
                    }
                    continue
                }
                bytes.moveReaderIndex(forwardBy: frame.payload.lowerBound)
                guard let message = bytes.readBytes(length: frame.payload.count), let text = inflate(message) else {
                    return nil
                }
                Self.append(opcode: frame.opcode, text, to: &plain)
            }
        }
    }

    private static func append(opcode: UInt8, _ text: ArraySlice<UInt8>, to plain: inout ByteBuffer) {
        plain.writeInteger(0x80 | opcode)
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
