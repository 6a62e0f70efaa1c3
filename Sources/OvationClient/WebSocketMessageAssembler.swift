import NIOCore
import NIOWebSocket
import OvationModel

/// Puts the fragments of a message together, by the rules of RFC 6455. Control frames do not come here.
struct WebSocketMessageAssembler {
    enum Step: Equatable {
        /// More is to come.
        case partial
        /// A whole text message.
        case text(ByteBuffer)
        /// The server broke the rules; the connection is to be closed with this code.
        case violation(CloseCode)
    }

    private let bytesMax: Int
    private var fragments: ByteBuffer?

    init(bytesMax: Int) { self.bytesMax = bytesMax }

    /// Takes in the next data frame.
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
