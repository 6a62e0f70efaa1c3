import NIOCore

/// One connection of a viewer: its handshake, and the frames in what comes. The only handler of its channel but TLS.
///
/// A viewer has one after the other, each an object of its own, so that nothing of an old one reaches a new one.
///
/// Bytes are read in the order in which they came, also those that come while others are read. An answer to a frame is a
/// write, and where a write fails NIO reads what is left of the connection before the write returns.
///
/// Confined to the event loop of its viewer's shard.
final class LoadConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Nil when the connection is over.
    private var viewer: LoadViewer?
    private let shard: LoadShard
    /// Reads what is compressed; nil where compression was not offered.
    private let inflater: StreamInflater?
    private var context: ChannelHandlerContext?
    /// Whether the server has accepted the handshake.
    private var isOpen = false
    /// The beginning of a frame whose rest has not come.
    private var partial: ByteBuffer?
    private var isReading = false
    /// What came while other bytes were read.
    private var waiting: ByteBuffer?
    /// Whether what comes is of no interest any more.
    private var isCut = false
    private var receivedCode: UInt16?

    init(viewer: LoadViewer) {
        self.viewer = viewer
        shard = viewer.shard
        inflater = shard.offersCompression ? StreamInflater() : nil
    }

    // MARK: - Sending

    /// Writes frames. Does nothing when the connection is over.
    func write(_ bytes: ByteBuffer) {
        guard let context else { return }
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
    }

    /// Stops reading, or goes on. What is not read fills the buffers of the kernel, then the server's.
    func setReading(_ isReading: Bool) {
        guard let context else { return }
        // The only error is a closed channel, which reads nothing anyway.
        try? context.channel.syncOptions?.setOption(.autoRead, value: isReading)
    }

    /// Ends without a word.
    func cut() {
        isCut = true
        context?.close(promise: nil)
    }

    /// Ends with a close frame.
    func close() {
        write(ClientFrame.make(ClientFrame.close, [0x03, 0xE8]))
        cut()
    }

    private func fail(_ problem: String) {
        viewer?.note(problem)
        cut()
    }

    // MARK: - Beginning and ending

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) {
        viewer?.handshakeBegan()
        write(
            ClientHandshake.request(
                path: shard.target.path, host: shard.target.host, offersCompression: inflater != nil))
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.context = nil
        // What has come already counts; the viewer hears of the end behind it.
        if !isReading { end() }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        viewer?.note("\(error)")
        context.close(promise: nil)
    }

    private func end() {
        guard let viewer else { return }
        self.viewer = nil
        viewer.connectionEnded(self, code: receivedCode ?? 1006)
    }

    // MARK: - Receiving

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        shard.statistics.bytes += bytes.readableBytes
        guard !isReading else {
            waiting.setOrWriteBuffer(&bytes)
            return
        }
        isReading = true
        read(bytes)
        while let more = waiting.take() { read(more) }
        isReading = false
        if self.context == nil { end() }
    }

    private func read(_ new: ByteBuffer) {
        guard let viewer, !isCut else { return }
        var bytes = new
        let now = NIODeadline.now().uptimeNanoseconds
        if var begun = partial.take() {
            begun.writeBuffer(&bytes)
            bytes = begun
        }
        if !isOpen {
            switch ClientHandshake.read(&bytes) {
            case .incomplete:
                partial = bytes
                return
            case .refused(let answer):
                fail("the handshake was answered with \(answer)")
                return
            case .accepted:
                isOpen = true
                viewer.handshakeSucceeded()
            }
        }
        if let inflater {
            guard let plain = inflater.plainFrames(&bytes) else {
                fail("a compressed frame cannot be read")
                return
            }
            if bytes.readableBytes > 0 { partial = ByteBuffer(bytes: bytes.readableBytesView) }
            bytes = plain
        }
        guard bytes.readableBytes > 0 else { return }
        let batch = shard.reader.read(bytes)
        // What was inflated is whole frames.
        let left = bytes.readableBytes - batch.consumed
        if inflater == nil, left > 0 { partial = ByteBuffer(bytes: bytes.readableBytesView.suffix(left)) }
        viewer.take(batch, bytes, at: now)
    }

    /// Takes in a frame that is about the connection itself.
    func take(control opcode: UInt8, _ payload: ByteBuffer) {
        switch opcode {
        case 0x8:
            receivedCode = payload.getInteger(at: payload.readerIndex)
            write(ClientFrame.make(ClientFrame.close, payload.readableBytesView.prefix(2)))
            cut()
        case 0x9: write(ClientFrame.make(ClientFrame.pong, payload.readableBytesView))
        default: break
        }
    }

    /// The server broke RFC 6455: nothing behind it can be read.
    func violated(at place: Int, of bytes: ByteBuffer) {
        let begin = bytes.readableBytesView.dropFirst(place).prefix(16)
        let hex = begin.map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined()
        fail("the server broke the rules of WebSocket, with a frame that begins with \(hex)")
    }
}
