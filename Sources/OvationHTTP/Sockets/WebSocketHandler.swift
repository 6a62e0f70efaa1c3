package import NIOCore
package import NIOWebSocket
package import OvationModel
import OvationSupport

/// Receives the events of a WebSocket. All calls come on the socket's event loop.
package protocol WebSocketDelegate: AnyObject {
    /// The socket is open and may be written to.
    func webSocketOpened(_ socket: WebSocketHandler)
    /// A whole text message came.
    func webSocket(_ socket: WebSocketHandler, text: ByteBuffer)
    /// A whole binary message came.
    func webSocket(_ socket: WebSocketHandler, binary: ByteBuffer)
    /// Anything came, a pong for instance.
    func webSocketHeard(_ socket: WebSocketHandler)
    /// The socket takes bytes again, or takes none any more.
    func webSocket(_ socket: WebSocketHandler, isWritable: Bool)
    /// The connection is over.
    ///
    /// - Parameter code: the code with which the peer closed, ``CloseCode/lost`` where it closed without one or was lost.
    func webSocketClosed(_ socket: WebSocketHandler, code: CloseCode)
}

/// The server's end of a WebSocket: RFC 6455 and nothing else.
///
/// The last handler of the channel. It writes buffers that are framed already, straight towards the socket; there is no
/// encoder in between, so that one buffer can be written to thousands of connections.
package final class WebSocketHandler: ChannelInboundHandler {
    package typealias InboundIn = WebSocketFrame
    package typealias OutboundOut = ByteBuffer

    /// How long a peer may take to answer a close before the connection is cut.
    private static let closeTimeout = TimeAmount.seconds(1)

    /// What was agreed on compression; nil for none.
    package let deflate: DeflateExtension?
    /// Finds the socket for writes past NIO; nil when there is none.
    private let findSocket: (any Channel) -> (any DirectSocket)?
    private var assembler: MessageAssembler
    private var delegate: (any WebSocketDelegate)?
    private var context: ChannelHandlerContext?
    private var sentClose = false
    private var receivedCode: CloseCode?
    /// The socket for writes past NIO; nil when TLS is in between.
    private var socket: (any DirectSocket)?
    /// Bytes that the socket did not take and NIO is to write. While there are some, all others must queue behind them.
    private var queuedBytes = 0
    /// Whether messages of one read are being handled.
    private var isInBurst = false
    /// What was written meanwhile.
    private var burst = ByteBuffer()
    private static let burstBytesMax = 16_384

    /// Makes the end of a socket.
    ///
    /// - Parameters:
    ///   - messageBytesMax: bytes of one message, inflated.
    ///   - isEncrypted: whether TLS is between this handler and the socket, and has to see the bytes.
    ///   - deflate: what was agreed on compression; nil for none.
    ///   - delegate: what talks to the client.
    ///   - findSocket: finds the socket of a channel that is not encrypted; nil where it has none.
    package init(
        messageBytesMax: Int, isEncrypted: Bool, deflate: DeflateExtension?, delegate: any WebSocketDelegate,
        findSocket: @escaping (any Channel) -> (any DirectSocket)? = { SocketDescriptor(of: $0) }
    ) {
        self.findSocket = isEncrypted ? { _ in nil } : findSocket
        self.deflate = deflate
        assembler = MessageAssembler(bytesMax: messageBytesMax, isCompressionNegotiated: deflate != nil)
        self.delegate = delegate
    }

    /// Whether the socket takes bytes. Kept here because a fan-out asks it of every connection, and the channel is far to ask.
    package private(set) var isWritable = true

    /// Whether it is open in both directions.
    package var isOpen: Bool { context != nil && !sentClose }

    /// Writes frames. Does nothing after a close was sent.
    ///
    /// What is written while a burst of messages is read leaves together when it has been read. What is written behind
    /// frames that were gathered leaves with them.
    package func write(_ frames: ByteBuffer) {
        guard !sentClose else { return }
        let isTooLarge = burst.readableBytes + frames.readableBytes > Self.burstBytesMax
        guard burst.readableBytes > 0 || (isInBurst && !isTooLarge) else { return send(frames) }
        // One write for both, also where it is too much: the end of a write may be told before the write returns, and what
        // is written then must not get in between.
        burst.writeImmutableBuffer(frames)
        if isTooLarge { sendBurst() }
    }

    /// Begins to gather what is written; ``writeGathered()`` writes it.
    ///
    /// - Returns: Whether it did. It does not, and has not taken the frames, where it gathers already or writes nothing any
    ///   more.
    package func gather(_ frames: ByteBuffer) -> Bool {
        guard !sentClose, !isInBurst, burst.readableBytes == 0, frames.readableBytes <= Self.burstBytesMax else {
            return false
        }
        burst.writeImmutableBuffer(frames)
        return true
    }

    /// Writes what was gathered.
    package func writeGathered() { if !isInBurst { sendBurst() } }

    private func sendBurst() {
        guard burst.readableBytes > 0 else { return }
        let frames = burst
        // A new one: what was read from the network must not hold memory while the connection is idle.
        burst = ByteBuffer()
        send(frames)
    }

    /// Writes what the socket takes now past NIO, and hands it the rest.
    private func send(_ frames: ByteBuffer) {
        guard let context else { return }
        guard let socket else {
            context.writeAndFlush(wrapOutboundOut(frames), promise: nil)
            return
        }
        guard queuedBytes == 0 else { return enqueue(frames, context) }
        guard context.channel.isActive else { return }
        switch frames.withUnsafeReadableBytes({ socket.write($0) }) {
        case .wrote(frames.readableBytes): break
        case .wrote(let count):
            enqueue(frames.getSlice(at: frames.readerIndex + count, length: frames.readableBytes - count), context)
        // The end comes as an event of the channel, as it does for a peer that is only read from.
        case .failed: break
        }
    }

    private func enqueue(_ rest: ByteBuffer?, _ context: ChannelHandlerContext) {
        guard let rest else { return }
        let count = rest.readableBytes
        queuedBytes += count
        isWritable = false
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenComplete { _ in
            self.queuedBytes -= count
            if self.queuedBytes == 0 { self.becameWritable() }
        }
        context.writeAndFlush(wrapOutboundOut(rest), promise: promise)
    }

    private func becameWritable() {
        isWritable = true
        delegate?.webSocket(self, isWritable: true)
    }

    /// Stops reading, or goes on. Bounds what a client can have under way.
    package func setReading(_ isReading: Bool) {
        guard let context else { return }
        // The only error is a closed channel, which reads nothing anyway.
        try? context.channel.syncOptions?.setOption(.autoRead, value: isReading)
    }

    /// Sends a close frame and cuts the connection when the peer has answered, or after a second.
    ///
    /// - Parameter reason: why, in ASCII; the name of the code where it is nil.
    package func close(_ code: CloseCode?, reason: String? = nil) {
        guard let context, !sentClose else { return }
        sentClose = true
        sendBurst()
        send(Framing.close(code, reason: reason))
        // A peer that does not read keeps its close frame waiting for ever; then the connection is cut without.
        let channel = context.channel
        context.eventLoop.scheduleTask(in: Self.closeTimeout) { channel.close(promise: nil) }
    }

    /// Cuts the connection without a word.
    package func cut() { context?.close(promise: nil) }

    package func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        // Where the socket did not take the answer to the handshake, that is still to be written.
        let buffered = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
        if buffered == 0 { socket = findSocket(context.channel) }
        if context.channel.isActive { delegate?.webSocketOpened(self) }
    }

    package func handlerRemoved(context: ChannelHandlerContext) { finish() }

    package func channelInactive(context: ChannelHandlerContext) {
        finish()
        context.fireChannelInactive()
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let delegate else { return }
        isInBurst = true
        delegate.webSocketHeard(self)
        switch assembler.receive(unwrapInboundIn(data)) {
        case .none: break
        case .text(let text): if !sentClose { delegate.webSocket(self, text: text) }
        case .binary(let bytes): if !sentClose { delegate.webSocket(self, binary: bytes) }
        // To a peer that does not read, the latest ping may go unanswered (RFC 6455, 5.5.3); its pongs would pile up here.
        case .pong(let payload): if isWritable { write(Framing.pong(payload)) }
        case .close(let code):
            receivedCode = code ?? .lost
            answerClose(code, context)
        case .fail(let code):
            fail(code)
        }
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        isInBurst = false
        sendBurst()
        context.fireChannelReadComplete()
    }

    package func channelWritabilityChanged(context: ChannelHandlerContext) {
        // With a descriptor of our own it is what waits in NIO's queue that counts.
        if socket == nil {
            isWritable = context.channel.isWritable
            delegate?.webSocket(self, isWritable: isWritable)
        }
        context.fireChannelWritabilityChanged()
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The peer has closed its half without a close frame, so nothing more can come.
        if let event = event as? ChannelEvent, event == .inputClosed { context.close(promise: nil) }
        if event is ChannelShouldQuiesceEvent { close(.shutdown) }
        context.fireUserInboundEventTriggered(event)
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength: fail(.messageTooBig)
        case is NIOWebSocketError: fail(.protocolError)
        default: context.close(promise: nil)
        }
    }

    /// Closes because the peer broke the rules. What it says from now on is not read, its answer to the close included
    /// (RFC 6455, 7.1.7), so this half is closed at once; the other when the peer has done the same, or after a second.
    private func fail(_ code: CloseCode) {
        guard !sentClose else { return }
        close(code)
        context?.close(mode: .output, promise: nil)
    }

    private func answerClose(_ code: CloseCode?, _ context: ChannelHandlerContext) {
        if !sentClose {
            sentClose = true
            sendBurst()
            send(Framing.closeEcho(code))
        }
        context.close(promise: nil)
    }

    private func finish() {
        guard let delegate else { return }
        self.delegate = nil
        context = nil
        socket = nil
        delegate.webSocketClosed(self, code: receivedCode ?? .lost)
    }
}
