import NIOCore
import OvationModel

/// Sends every message back. For conformance suites, on the very code that the gateway runs on.
final class EchoDelegate: WebSocketDelegate {
    func webSocketOpened(_ socket: WebSocketHandler) {}
    func webSocketHeard(_ socket: WebSocketHandler) {}
    func webSocket(_ socket: WebSocketHandler, isWritable: Bool) {}
    func webSocketClosed(_ socket: WebSocketHandler, code: CloseCode) {}

    func webSocket(_ socket: WebSocketHandler, text: ByteBuffer) {
        socket.write(Framing.message(text, isText: true))
    }

    func webSocket(_ socket: WebSocketHandler, binary: ByteBuffer) {
        socket.write(Framing.message(binary, isText: false))
    }
}
