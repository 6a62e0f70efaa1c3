package import NIOCore
package import OvationModel
import OvationSupport

/// Sends every message back. For conformance suites, on the very code that the gateway runs on.
package final class EchoDelegate: WebSocketDelegate {
    /// Makes one for a socket.
    package init() {}

    package func webSocketOpened(_ socket: WebSocketHandler) {}
    package func webSocketHeard(_ socket: WebSocketHandler) {}
    package func webSocket(_ socket: WebSocketHandler, isWritable: Bool) {}
    package func webSocketClosed(_ socket: WebSocketHandler, code: CloseCode) {}

    package func webSocket(_ socket: WebSocketHandler, text: ByteBuffer) {
        send(text, isText: true, over: socket)
    }

    package func webSocket(_ socket: WebSocketHandler, binary: ByteBuffer) {
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
