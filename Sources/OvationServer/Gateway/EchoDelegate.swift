import NIOCore
import OvationModel

/// Sends every message back. For conformance suites, on the very code that the gateway runs on.
final class EchoDelegate: WebSocketDelegate {
    func webSocketOpened(_ socket: WebSocketHandler) {}
    func webSocketHeard(_ socket: WebSocketHandler) {}
    func webSocket(_ socket: WebSocketHandler, isWritable: Bool) {}
    func webSocketClosed(_ socket: WebSocketHandler, code: CloseCode) {}

    func webSocket(_ socket: WebSocketHandler, text: ByteBuffer) {
        send(text, isText: true, over: socket)
    }

    func webSocket(_ socket: WebSocketHandler, binary: ByteBuffer) {
        send(binary, isText: false, over: socket)
    }

    private func send(_ message: ByteBuffer, isText: Bool, over socket: WebSocketHandler) {
        guard let deflate = socket.deflate else {
            return socket.write(Framing.message(message, isText: isText))
        }
        var compressed = ByteBuffer()
        let deflater = RawDeflater(level: 1, windowBits: deflate.windowBits, memoryLevel: 8)
        message.withUnsafeReadableBytes { deflater.append($0, to: &compressed) }
        socket.write(Framing.message(compressed, isText: isText, isCompressed: true))
    }
}
