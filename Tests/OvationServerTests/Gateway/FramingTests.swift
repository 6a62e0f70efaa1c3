import NIOCore
import NIOEmbedded
import NIOWebSocket
import OvationModel
import Testing

@testable import OvationHTTP
@testable import OvationSupport

/// NIO's own decoder reads the frames that the server writes.
struct FramingTests {
    private func decode(_ buffer: ByteBuffer) throws -> [WebSocketFrame] {
        let channel = EmbeddedChannel(handler: ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: 1 << 20)))
        try channel.writeInbound(buffer)
        var frames: [WebSocketFrame] = []
        while let frame = try channel.readInbound(as: WebSocketFrame.self) { frames.append(frame) }
        #expect(try channel.finish().isClean, "nothing is left over")
        return frames
    }

    private func expectPlain(_ frame: WebSocketFrame, _ opcode: WebSocketOpcode, _ payload: some Sequence<UInt8>) {
        #expect(frame.fin)
        #expect(frame.opcode == opcode)
        #expect(frame.maskKey == nil)
        #expect(!frame.rsv1 && !frame.rsv2 && !frame.rsv3)
        #expect(Array(frame.data.readableBytesView) == Array(payload))
    }

    @Test(arguments: [
        (0, 2), (1, 2), (124, 2), (125, 2), (126, 4), (127, 4), (255, 4), (256, 4), (65_534, 4), (65_535, 4),
        (65_536, 10),
        (65_537, 10), (100_000, 10),
    ])
    func `a text frame has the shortest header for its size`(payloadBytes: Int, headerBytes: Int) throws {
        let payload = (0..<payloadBytes).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let buffer = Framing.text(payload)
        #expect(Framing.headerBytes(payloadBytes: payloadBytes) == headerBytes)
        #expect(buffer.readableBytes == headerBytes + payloadBytes)
        let frames = try decode(buffer)
        try #require(frames.count == 1)
        expectPlain(frames[0], .text, payload)
    }

    @Test(arguments: [0, 125, 126, 65_535, 65_536], [true, false])
    func `an echoed message keeps its type`(payloadBytes: Int, isText: Bool) throws {
        var payload = ByteBuffer(repeating: 0x61, count: payloadBytes + 3)
        payload.moveReaderIndex(forwardBy: 3)
        let frames = try decode(Framing.message(payload, isText: isText))
        try #require(frames.count == 1)
        expectPlain(frames[0], isText ? .text : .binary, payload.readableBytesView)
    }

    @Test func `frames that are appended to one buffer come out one by one`() throws {
        let payloads = [0, 5, 125, 126, 70_000, 1].map { [UInt8](repeating: 0x62, count: $0) }
        var buffer = ByteBuffer()
        for payload in payloads { Framing.appendText(payload, to: &buffer) }
        let frames = try decode(buffer)
        #expect(frames.map { $0.data.readableBytes } == payloads.map(\.count))
        for (frame, payload) in zip(frames, payloads) { expectPlain(frame, .text, payload) }
    }

    @Test func `pings, pongs and the echo of a close`() throws {
        let frames = try decode(Framing.ping())
        try #require(frames.count == 1)
        expectPlain(frames[0], .ping, [])
        let most = [UInt8](repeating: 0x63, count: 125)
        for payload in [[], [1, 2, 3], most] {
            let pong = try decode(Framing.pong(ByteBuffer(bytes: payload)))
            try #require(pong.count == 1)
            expectPlain(pong[0], .pong, payload)
        }
        expectPlain(try #require(try decode(Framing.closeEcho(.normal)).first), .connectionClose, [0x03, 0xE8])
        expectPlain(try #require(try decode(Framing.closeEcho(nil)).first), .connectionClose, [])
        expectPlain(try #require(try decode(Framing.close(nil)).first), .connectionClose, [])
    }

    @Test(arguments: CloseCode.all + [CloseCode(rawValue: 4_999)])
    func `a close carries its code and name, and a strict peer accepts it`(code: CloseCode) throws {
        let frame = try #require(try decode(Framing.close(code)).first)
        let name = Array((code.name ?? "").utf8)
        expectPlain(frame, .connectionClose, [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)] + name)
        #expect(frame.data.readableBytes <= 125)
        // The rules are those for a client's close, which hold for every peer.
        var masked = frame.data
        let key = try #require(WebSocketMaskingKey([1, 2, 3, 4]))
        masked.webSocketMask(key)
        var assembler = MessageAssembler(bytesMax: 1_000)
        let received = WebSocketFrame(fin: true, opcode: .connectionClose, maskKey: key, data: masked)
        #expect(assembler.receive(received) == .close(code))
    }
}
