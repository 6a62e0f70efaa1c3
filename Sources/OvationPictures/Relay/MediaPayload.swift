import NIOCore
import OvationSupport

/// Bytes of a picture in the one buffer that all its players share.
///
/// They lie there as the frames of one binary message, since most are sent over WebSockets. A large message is cut into frames, so that a
/// ping or a close never waits for more than one of them, and a turn of an event loop writes some of them.
struct MediaPayload: Sendable {
    /// Bytes of the content of a frame.
    static let frameContentBytesMax = 65_535
    /// Bytes of such a frame with its header.
    static let frameBytesMax = frameContentBytesMax + 4

    /// The frames of the message.
    let frames: ByteBuffer
    /// Bytes of the content.
    let byteCount: Int

    /// Copies bytes, once.
    init(_ bytes: [UInt8]) {
        byteCount = bytes.count
        var frames = ByteBuffer()
        let frameCount = (bytes.count + Self.frameContentBytesMax - 1) / Self.frameContentBytesMax
        frames.reserveCapacity(bytes.count + 4 * max(frameCount, 1))
        var rest = bytes[...]
        repeat {
            let content = rest.prefix(Self.frameContentBytesMax)
            let isFirst = rest.startIndex == bytes.startIndex
            rest = rest.dropFirst(Self.frameContentBytesMax)
            Framing.appendBinaryPart(content, isFirst: isFirst, isLast: rest.isEmpty, to: &frames)
        } while !rest.isEmpty
        self.frames = frames
    }

    /// A copy of the content.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        for part in content { bytes.append(contentsOf: part.readableBytesView) }
        return bytes
    }

    /// The content without the heads of the frames. Nothing is copied.
    var content: [ByteBuffer] {
        var parts: [ByteBuffer] = []
        var (place, left) = (frames.readerIndex, byteCount)
        while left > 0 {
            let count = min(left, Self.frameContentBytesMax)
            place += Framing.headerBytes(payloadBytes: count)
            if let part = frames.getSlice(at: place, length: count) { parts.append(part) }
            place += count
            left -= count
        }
        return parts
    }
}

extension ByteBuffer {
    /// Takes whole frames of a payload from the beginning, one at least, and beyond that no more than so many bytes.
    mutating func readMediaFrames(bytesMax: Int) -> ByteBuffer {
        let count = max(bytesMax / MediaPayload.frameBytesMax, 1) * MediaPayload.frameBytesMax
        return readSlice(length: Swift.min(count, readableBytes)) ?? ByteBuffer()
    }

    /// What a range of several buffers has that follow each other. Nothing is copied.
    static func slices(of buffers: [ByteBuffer], in range: Range<Int>) -> [ByteBuffer] {
        var (found, start) = ([ByteBuffer](), 0)
        for buffer in buffers {
            let own = start..<(start + buffer.readableBytes)
            start = own.upperBound
            let wanted = own.clamped(to: range)
            guard !wanted.isEmpty else { continue }
            let place = buffer.readerIndex + wanted.lowerBound - own.lowerBound
            if let slice = buffer.getSlice(at: place, length: wanted.count) { found.append(slice) }
        }
        return found
    }
}
