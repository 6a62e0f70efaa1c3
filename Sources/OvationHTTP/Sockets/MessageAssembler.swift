import NIOCore
import NIOWebSocket
import OvationModel
import OvationSupport

/// Makes messages of frames by the rules of RFC 6455, and says what the rules ask for where a peer breaks them.
///
/// NIO's decoder finds the frames; everything that it lets pass is checked here: reserved bits and opcodes, masks, the order
/// of fragments, sizes, UTF-8 across fragments, and the code and reason of a close.
struct MessageAssembler {
    /// What is to be done after a frame.
    enum Action: Equatable {
        /// Nothing; more fragments follow, or it was a pong.
        case none
        /// A whole text message.
        case text(ByteBuffer)
        /// A whole binary message.
        case binary(ByteBuffer)
        /// Answer a ping.
        case pong(ByteBuffer)
        /// The peer closes: answer with the same code, or none, and close.
        case close(CloseCode?)
        /// The peer broke the rules: close with this code.
        case fail(CloseCode)
    }

    private enum Kind { case text, binary }

    /// The largest message, all fragments together.
    let bytesMax: Int
    /// Whether permessage-deflate was negotiated.
    let isCompressionNegotiated: Bool
    private var kind: Kind?
    private var isCompressed = false
    private var message = ByteBuffer()
    private var utf8 = UTF8Validator()
    private var isClosed = false

    /// Makes an assembler for messages of at most so many bytes.
    init(bytesMax: Int, isCompressionNegotiated: Bool = false) {
        self.bytesMax = bytesMax
        self.isCompressionNegotiated = isCompressionNegotiated
    }

    /// Takes in the next frame of a client.
    mutating func receive(_ frame: WebSocketFrame) -> Action {
        guard !isClosed else { return .none }
        let action = check(frame)
        switch action {
        case .close, .fail:
            isClosed = true
            message = ByteBuffer()
        default: break
        }
        return action
    }

    private mutating func check(_ frame: WebSocketFrame) -> Action {
        // Clients must mask. The first bit may say that a message is compressed, at its beginning and where that was
        // agreed; the others have no meaning.
        guard frame.maskKey != nil, !frame.rsv2, !frame.rsv3 else { return .fail(.protocolError) }
        let mayBeCompressed = isCompressionNegotiated && (frame.opcode == .text || frame.opcode == .binary)
        guard !frame.rsv1 || mayBeCompressed else { return .fail(.protocolError) }
        switch frame.opcode {
        case .ping:
            return frame.fin ? .pong(frame.unmaskedData) : .fail(.protocolError)
        case .pong:
            return frame.fin ? .none : .fail(.protocolError)
        case .connectionClose:
            return frame.fin ? close(frame.unmaskedData) : .fail(.protocolError)
        case .text:
            guard kind == nil else { return .fail(.protocolError) }
            kind = .text
            isCompressed = frame.rsv1
            utf8 = UTF8Validator()
            return append(frame)
        case .binary:
            guard kind == nil else { return .fail(.protocolError) }
            kind = .binary
            isCompressed = frame.rsv1
            return append(frame)
        case .continuation:
            guard kind != nil else { return .fail(.protocolError) }
            return append(frame)
        default:
            return .fail(.protocolError)
        }
    }

    private mutating func append(_ frame: WebSocketFrame) -> Action {
        var data = frame.unmaskedData
        guard message.readableBytes + data.readableBytes <= bytesMax else { return .fail(.messageTooBig) }
        if kind == .text, !isCompressed, !data.withUnsafeReadableBytes({ utf8.consume($0) }) {
            return .fail(.invalidPayload)
        }
        var whole: ByteBuffer
        if message.readableBytes == 0, frame.fin {
            whole = data
        } else {
            message.writeBuffer(&data)
            guard frame.fin else { return .none }
            whole = message
            message = ByteBuffer()
        }
        defer { kind = nil }
        if isCompressed {
            do throws(RawInflater.Failure) {
                whole = try RawInflater.inflate(whole, bytesMax: bytesMax)
            } catch {
                return .fail(error == .tooLarge ? .messageTooBig : .invalidPayload)
            }
            if kind == .text, !whole.withUnsafeReadableBytes({ utf8.consume($0) }) { return .fail(.invalidPayload) }
        }
        if kind == .text { return utf8.isComplete ? .text(whole) : .fail(.invalidPayload) }
        return .binary(whole)
    }

    private func close(_ data: ByteBuffer) -> Action {
        var data = data
        guard data.readableBytes > 0 else { return .close(nil) }
        guard let code = data.readInteger(as: UInt16.self) else { return .fail(.protocolError) }
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: break
        default: return .fail(.protocolError)
        }
        var reason = UTF8Validator()
        guard data.withUnsafeReadableBytes({ reason.consume($0) }), reason.isComplete else {
            return .fail(.invalidPayload)
        }
        return .close(CloseCode(rawValue: code))
    }
}
