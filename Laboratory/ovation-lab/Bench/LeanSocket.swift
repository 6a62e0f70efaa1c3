import NIOCore
import NIOPosix

/// The client's end of a WebSocket without anything that costs time: for measuring a server beside which it runs.
///
/// Its frames are masked with zeros, which the protocol allows and no server can tell from any other mask.
///
/// Sound as `Sendable` because everything but `channel` is touched on the channel's event loop only.
final class LeanSocket: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Takes every text message, on the event loop.
    private let onText: (ByteBufferView) -> Void
    private var pending = ByteBuffer()
    private var isOpen = false
    private var opened: EventLoopPromise<Void>?
    private(set) var channel: (any Channel)?

    private init(onText: @escaping (ByteBufferView) -> Void) { self.onText = onText }

    /// Connects and waits until the socket is open.
    static func connect(
        port: Int, group: any EventLoopGroup, onText: @escaping @Sendable (ByteBufferView) -> Void
    ) async throws -> LeanSocket {
        let loop = group.next()
        let socket = LeanSocket(onText: onText)
        let opened = loop.makePromise(of: Void.self)
        socket.opened = opened
        let channel = try await ClientBootstrap(group: loop)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(socket) }
            }
            .connect(host: "127.0.0.1", port: port).get()
        socket.channel = channel
        let request = """
            GET /v1/ws HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nUpgrade: websocket\r\nConnection: Upgrade\r
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r
            Sec-WebSocket-Protocol: ovation.v1.json\r\n\r\n
            """
        try await channel.writeAndFlush(ByteBuffer(string: request))
        try await opened.futureResult.get()
        return socket
    }

    /// Sends a text message. From any thread.
    func send(_ text: String) {
        var frame = ByteBuffer()
        Self.append(opcode: 1, Array(text.utf8), to: &frame)
        channel?.writeAndFlush(frame, promise: nil)
    }

    func close() async { try? await channel?.close() }

    private static func append(opcode: UInt8, _ payload: [UInt8], to frame: inout ByteBuffer) {
        frame.writeInteger(0x80 | opcode)
        if payload.count < 126 {
            frame.writeInteger(UInt8(payload.count) | 0x80)
        } else {
            frame.writeInteger(UInt8(126) | 0x80)
            frame.writeInteger(UInt16(payload.count))
        }
        frame.writeInteger(UInt32(0))
        frame.writeBytes(payload)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var read = unwrapInboundIn(data)
        pending.writeBuffer(&read)
        if !isOpen {
            guard let end = pending.readableBytesView.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
            let head = pending.readString(length: end.upperBound - pending.readerIndex) ?? ""
            guard head.hasPrefix("HTTP/1.1 101") else {
                opened?.fail(StormServer.Failure(description: "The server refused the socket: \(head.prefix(80))"))
                return context.close(promise: nil)
            }
            isOpen = true
            opened?.succeed(())
        }
        readFrames(context)
        pending.discardReadBytes()
    }

    private func readFrames(_ context: ChannelHandlerContext) {
        while let first = pending.getInteger(at: pending.readerIndex, as: UInt8.self),
            let second = pending.getInteger(at: pending.readerIndex + 1, as: UInt8.self)
        {
            var start = pending.readerIndex + 2
            var length = Int(second & 0x7F)
            if length == 126 {
                guard let long = pending.getInteger(at: start, as: UInt16.self) else { return }
                length = Int(long)
                start += 2
            } else if length == 127 {
                guard let long = pending.getInteger(at: start, as: UInt64.self) else { return }
                length = Int(long)
                start += 8
            }
            guard let payload = pending.viewBytes(at: start, length: length) else { return }
            // Before anything is made of it: a write that fails reads what is left of the connection from within.
            pending.moveReaderIndex(to: start + length)
            switch first & 0x0F {
            case 1: onText(payload)
            case 9:
                var pong = ByteBuffer()
                Self.append(opcode: 10, [], to: &pong)
                context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
            default: break
            }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        opened?.fail(ChannelError.eof)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
