package import NIOCore
package import OvationModel

/// Writes the frames that a server sends: unmasked, unfragmented, straight into a buffer that many connections share.
package enum Framing {
    /// The bytes before the payload of a text frame of this length.
    package static func headerBytes(payloadBytes: Int) -> Int {
        payloadBytes < 126 ? 2 : payloadBytes < 65_536 ? 4 : 10
    }

    /// Appends a text frame.
    package static func appendText(_ payload: [UInt8], to buffer: inout ByteBuffer) {
        buffer.reserveCapacity(minimumWritableBytes: payload.count + 10)
        appendHeader(opcode: 0x1, payloadBytes: payload.count, to: &buffer)
        buffer.writeBytes(payload)
    }

    /// Appends a text frame whose payload is compressed.
    package static func appendCompressedText(_ payload: ByteBuffer, to buffer: inout ByteBuffer) {
        var payload = payload
        buffer.reserveCapacity(minimumWritableBytes: payload.readableBytes + 10)
        appendHeader(opcode: compressedBit | 0x1, payloadBytes: payload.readableBytes, to: &buffer)
        buffer.writeBuffer(&payload)
    }

    /// RSV1, which permessage-deflate gives its meaning.
    private static let compressedBit: UInt8 = 0x40

    /// A buffer with one text frame.
    package static func text(_ payload: [UInt8]) -> ByteBuffer {
        var buffer = ByteBuffer()
        appendText(payload, to: &buffer)
        return buffer
    }

    /// A buffer with one data frame of the same kind as a message that came in.
    ///
    /// - Parameter isCompressed: whether the payload is compressed.
    package static func message(_ payload: ByteBuffer, isText: Bool, isCompressed: Bool = false) -> ByteBuffer {
        var buffer = ByteBuffer()
        var payload = payload
        buffer.reserveCapacity(payload.readableBytes + 10)
        appendHeader(
            opcode: (isText ? 0x1 : 0x2) | (isCompressed ? compressedBit : 0), payloadBytes: payload.readableBytes,
            to: &buffer)
        buffer.writeBuffer(&payload)
        return buffer
    }

    /// Appends a part of a binary message as a frame of its own.
    package static func appendBinaryPart(
        _ content: ArraySlice<UInt8>, isFirst: Bool, isLast: Bool, to buffer: inout ByteBuffer
    ) {
        appendHeader(opcode: isFirst ? 0x2 : 0x0, isLast: isLast, payloadBytes: content.count, to: &buffer)
        buffer.writeBytes(content)
    }

    /// A buffer with a pong.
    package static func pong(_ payload: ByteBuffer) -> ByteBuffer { control(opcode: 0xA, payload) }

    /// A buffer with an empty ping.
    package static func ping() -> ByteBuffer { control(opcode: 0x9, ByteBuffer()) }

    /// A buffer with a close frame; without a code it is empty.
    ///
    /// - Parameter reason: why, in ASCII; the name of the code where it is nil. What is beyond the size of a frame is left out.
    package static func close(_ code: CloseCode?, reason: String? = nil) -> ByteBuffer {
        var payload = ByteBuffer()
        if let code {
            payload.writeInteger(code.rawValue)
            // A control frame carries at most 125 bytes, which may not end within a character.
            let text = (reason ?? code.name ?? "").utf8.prefix(123)
            payload.writeBytes(text.allSatisfy { $0 < 0x80 } ? Array(text) : Array((code.name ?? "").utf8))
        }
        return control(opcode: 0x8, payload)
    }

    /// A buffer with the answer to a peer's close: its code and nothing else.
    package static func closeEcho(_ code: CloseCode?) -> ByteBuffer {
        var payload = ByteBuffer()
        if let code { payload.writeInteger(code.rawValue) }
        return control(opcode: 0x8, payload)
    }

    private static func control(opcode: UInt8, _ payload: ByteBuffer) -> ByteBuffer {
        var buffer = ByteBuffer()
        var payload = payload
        appendHeader(opcode: opcode, payloadBytes: payload.readableBytes, to: &buffer)
        buffer.writeBuffer(&payload)
        return buffer
    }

    private static func appendHeader(
        opcode: UInt8, isLast: Bool = true, payloadBytes: Int, to buffer: inout ByteBuffer
    ) {
        buffer.writeInteger((isLast ? 0x80 : 0) | opcode)
        if payloadBytes < 126 {
            buffer.writeInteger(UInt8(payloadBytes))
        } else if payloadBytes < 65_536 {
            buffer.writeMultipleIntegers(UInt8(126), UInt16(payloadBytes))
        } else {
            buffer.writeMultipleIntegers(UInt8(127), UInt64(payloadBytes))
        }
    }
}
