import NIOCore
import NIOWebSocket
import OvationModel

/// Joins the fragments of a message, by the rules of RFC 6455. It gets no control frames.
struct WebSocketMessageAssembler {
    enum Step: Equatable {
        /// More fragments of the message will follow.
        case partial
        /// The text message is complete.
        case text(ByteBuffer)
        /// The server broke the rules. The connection has to be closed with this code.
        case violation(CloseCode)
    }

    private let bytesMax: Int
    private var fragments: ByteBuffer?

    init(bytesMax: Int) { self.bytesMax = bytesMax }

    /// Adds the next data frame.
    mutating func accept(_ opcode: WebSocketOpcode, isLast: Bool, _ bytes: ByteBuffer) -> Step {
        switch (opcode, fragments.take()) {
        case (.text, nil):
            guard bytes.readableBytes <= bytesMax else { return .violation(.messageTooBig) }
            if isLast { return .text(bytes) }
            fragments = bytes
            return .partial
        case (.continuation, var begun?):
            guard bytes.readableBytes <= bytesMax - begun.readableBytes else { return .violation(.messageTooBig) }
            begun.writeImmutableBuffer(bytes)
            if isLast { return .text(begun) }
            fragments = begun
            return .partial
        case (.binary, nil): return .violation(.unsupportedData)
        default: return .violation(.protocolError)
        }
    }
}
