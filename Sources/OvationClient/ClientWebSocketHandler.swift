import NIOCore
import NIOHTTP1
import NIOWebSocket
import OvationModel

/// The last handler in a client's pipeline. It hands the server's frames to the connection.
final class ClientWebSocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    private let connection: NIOTransportConnection
    private var assembler = WebSocketMessageAssembler(bytesMax: NIOTransport.messageBytesMax)

    init(connection: NIOTransportConnection) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        // The client agreed to no extension, and a server must not mask its frames.
        guard !frame.rsv1, !frame.rsv2, !frame.rsv3, frame.maskKey == nil else {
            connection.violated(.protocolError)
            return
        }
        switch frame.opcode {
        case .ping: connection.received(ping: frame.data)
        case .pong: connection.receivedPong()
        case .connectionClose:
            var bytes = frame.data
            // A close frame without a code counts as 1005, which no frame can carry.
            connection.received(close: CloseCode(rawValue: bytes.readInteger() ?? 1005))
        case .text, .binary, .continuation:
            switch assembler.accept(frame.opcode, isLast: frame.fin, frame.data) {
            case .partial: connection.receivedPong()
            case .text(let text): connection.received(text)
            case .violation(let code): connection.violated(code)
            }
        default: connection.violated(.protocolError)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        connection.failed(error)
    }
}

/// Reads the status of a response that is not an upgrade.
final class HandshakeRefusalHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let connection: NIOTransportConnection

    init(connection: NIOTransportConnection) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) { connection.refused(status: head.status) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        connection.failed(error)
    }
}
