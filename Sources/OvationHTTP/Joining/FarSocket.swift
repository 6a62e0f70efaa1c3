package import NIOCore
package import NIOHTTP1
import NIOPosix
package import NIOSSL

/// A WebSocket at another server of the cluster, which has answered the handshake of a client that came to this one.
///
/// Its bytes and the client's are then one connection: see ``SocketJoint``.
package struct FarSocket: Sendable {
    /// How the other server answered.
    package enum Answer: Sendable {
        /// The socket is open.
        case open(FarSocket)
        /// It refuses the client.
        case refused(HandshakeRefusal)
        /// It could not be reached, or said nothing that an answer is.
        case unreachable
    }

    /// What a joint may cost.
    package struct Bounds: Sendable {
        /// Bytes that may wait in each direction, beyond what is read at a time.
        package let bytesMax: Int
        /// After how long a joint is closed in which nothing moves.
        package let silence: TimeAmount

        package init(bytesMax: Int, silence: TimeAmount) {
            self.bytesMax = bytesMax
            self.silence = silence
        }

        var waterMark: ChannelOptions.Types.WriteBufferWaterMark {
            ChannelOptions.Types.WriteBufferWaterMark(low: max(bytesMax / 4, 1), high: max(bytesMax, 1))
        }
    }

    /// The connection to the other server. What it sends waits until it is joined.
    let channel: any Channel
    let bounds: Bounds
    /// Told how many bytes the client sent.
    let onBytes: @Sendable (Int) -> Void
    /// Told once how the joint ended.
    let onEnd: @Sendable (SocketJoint.End) -> Void

    /// Completes when the connection to the other server is over, whether it was joined or not.
    package var closeFuture: EventLoopFuture<Void> { channel.closeFuture }

    /// The most bytes of a refusal that are passed on.
    static let refusalBytesMax = 64 * 1_024
    /// How much is read from either side at a time.
    static let readBytesMax = 65_536

    /// Makes the handshake of a client at another server.
    ///
    /// - Parameters:
    ///   - head: what the client asked, with what is added for the other server.
    ///   - tls: for servers that want it.
    ///   - near: the client's connection. The other one is on its event loop, and ends with it.
    ///   - connectTime: how long the connection may take.
    ///   - answerTime: how long the answer may take after that.
    ///   - onBytes: told how many bytes the client sent, as they come.
    ///   - onEnd: told once how it ended, where it was joined.
    package static func open(
        at address: ServerAddress, _ head: HTTPRequestHead, tls: NIOSSLContext, for near: any Channel,
        connectTime: TimeAmount, answerTime: TimeAmount, _ bounds: Bounds,
        onBytes: @escaping @Sendable (Int) -> Void, onEnd: @escaping @Sendable (SocketJoint.End) -> Void
    ) async -> Answer {
        let eventLoop = near.eventLoop
        let answer = eventLoop.makePromise(of: Answer.self)
        let open: @Sendable (any Channel) -> Answer = { far in
            .open(FarSocket(channel: far, bounds: bounds, onBytes: onBytes, onEnd: onEnd))
        }
        let bootstrap = ClientBootstrap(group: eventLoop)
            .connectTimeout(connectTime)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if address.isEncrypted {
                        try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: nil))
                    }
                    try pipeline.addHandler(FarHandshake(head, answerTime: answerTime, open, answer))
                }
            }
        do {
            let far = try await bootstrap.connect(host: address.host, port: address.port).get()
            // A client that is gone leaves nothing behind.
            near.closeFuture.whenComplete { _ in far.close(promise: nil) }
        } catch {
            answer.succeed(.unreachable)
        }
        return (try? await answer.futureResult.get()) ?? .unreachable
    }
}

/// Sends a client's handshake to another server and reads the answer. What comes behind that waits here.
final class FarHandshake: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let head: HTTPRequestHead
    private let answerTime: TimeAmount
    private let opened: (any Channel) -> FarSocket.Answer
    private let promise: EventLoopPromise<FarSocket.Answer>
    private var bytes = ByteBuffer()
    private var alarm: Scheduled<Void>?
    private var isOver = false
    private var isReleased = false

    init(
        _ head: HTTPRequestHead, answerTime: TimeAmount, _ opened: @escaping (any Channel) -> FarSocket.Answer,
        _ promise: EventLoopPromise<FarSocket.Answer>
    ) {
        self.head = head
        self.opened = opened
        self.answerTime = answerTime
        self.promise = promise
    }

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        alarm = context.eventLoop.scheduleTask(in: answerTime) { channel.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(request), promise: nil)
        context.fireChannelActive()
    }

    /// The head in bytes. NIO's parser has let no line end into a name, a value or the target.
    private var request: ByteBuffer {
        var buffer = ByteBuffer()
        buffer.writeString("GET \(head.uri) HTTP/1.1\r\n")
        for (name, value) in head.headers { buffer.writeString("\(name): \(value)\r\n") }
        buffer.writeStaticString("\r\n")
        return buffer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isReleased else { return context.fireChannelRead(data) }
        var read = unwrapInboundIn(data)
        bytes.writeBuffer(&read)
        // One that has ended is closed.
        guard !isOver else { return }
        do throws(HandshakeAnswer.Malformed) {
            guard let answer = try HandshakeAnswer.read(bytes) else { return }
            if answer.status == 101 { return open(answer, context) }
            // An answer before the last one.
            guard answer.status >= 200 else { throw HandshakeAnswer.Malformed() }
            refuse(answer, context)
        } catch {
            end(.unreachable, context)
        }
    }

    private func open(_ answer: HandshakeAnswer, _ context: ChannelHandlerContext) {
        isOver = true
        alarm?.cancel()
        // Until the client's own connection is ready for it.
        try? context.channel.syncOptions?.setOption(.autoRead, value: false)
        bytes.moveReaderIndex(forwardBy: answer.headBytes)
        promise.succeed(opened(context.channel))
    }

    /// What has come behind the answer. What comes from now on is for the handlers behind this one.
    func release() -> ByteBuffer {
        defer { bytes = ByteBuffer() }
        isReleased = true
        return bytes
    }

    private func refuse(_ answer: HandshakeAnswer, _ context: ChannelHandlerContext) {
        let body = bytes.readableBytesView.dropFirst(answer.headBytes)
        let length = answer.headers["content-length"].flatMap { Int($0) } ?? 0
        guard (0...FarSocket.refusalBytesMax).contains(length) else { return end(.unreachable, context) }
        guard body.count >= length else { return }
        end(
            .refused(
                HandshakeRefusal(status: answer.status, passedOn: answer.headers, body: Array(body.prefix(length)))),
            context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        if !isOver { end(.unreachable, context) }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if isOver { context.fireErrorCaught(error) } else { end(.unreachable, context) }
    }

    private func end(_ answer: FarSocket.Answer, _ context: ChannelHandlerContext) {
        guard !isOver else { return }
        isOver = true
        alarm?.cancel()
        bytes = ByteBuffer()
        promise.succeed(answer)
        context.close(promise: nil)
    }
}

extension HandshakeRefusal {
    /// Passes on what another server answered.
    ///
    /// - Parameter headers: of that answer, with names in small letters.
    fileprivate init(status: Int, passedOn headers: [String: String], body: [UInt8]) {
        var kept: HTTPHeaders = ["Content-Length": String(body.count), "Connection": "close"]
        for name in ["Content-Type", "Retry-After"] {
            if let value = headers[name.lowercased()] { kept.add(name: name, value: value) }
        }
        self.init(status: HTTPResponseStatus(statusCode: status), headers: kept, body: body)
    }
}
