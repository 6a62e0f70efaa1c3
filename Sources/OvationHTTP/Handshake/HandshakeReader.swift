import NIOCore
import NIOHTTP1

/// The first handler of a connection: it answers a WebSocket's handshake itself, and leaves everything else to HTTP.
///
/// The HTTP pipeline is built when the first bytes turn out to be for it: something other than a handshake of ours, or one
/// that is not as plain as ``PlainRequest`` wants it. It then gets all bytes and decides for itself, so a request is never
/// refused here. A connection that says nothing is closed when its time is over or the server stops.
final class HandshakeReader: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let endpoints: [WebSocketEndpoint]
    private let isEncrypted: Bool
    private let timeout: TimeAmount
    private let buildHTTP: (NIODeadline) throws -> Void
    private var deadline = NIODeadline.distantFuture
    private var alarm: Scheduled<Void>?

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - endpoints: where there are sockets.
    ///   - isEncrypted: whether TLS is between this handler and the network.
    ///   - timeout: how long the first request may take.
    ///   - buildHTTP: adds to the connection what speaks HTTP, which has until the deadline for its first request.
    init(
        endpoints: [WebSocketEndpoint], isEncrypted: Bool, timeout: TimeAmount,
        buildHTTP: @escaping (_ deadline: NIODeadline) throws -> Void
    ) {
        self.endpoints = endpoints
        self.isEncrypted = isEncrypted
        self.timeout = timeout
        self.buildHTTP = buildHTTP
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        deadline = context.eventLoop.now + timeout
        alarm = context.eventLoop.scheduleTask(deadline: deadline) { channel.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { alarm?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        alarm?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        alarm?.cancel()
        do {
            if let (head, length) = PlainRequest.head(of: bytes),
                let endpoint = endpoints.first(where: { $0.handshake.accepts(head) }), endpoint.decide == nil
            {
                if let milliseconds = endpoint.wait(context.channel, head) {
                    return refuse(HandshakeRefusal(milliseconds: milliseconds), context)
                }
                context.writeAndFlush(
                    wrapOutboundOut(answer(endpoint.handshake.responseHeaders(for: head))), promise: nil)
                try endpoint.install(on: context.channel, for: head, isEncrypted: isEncrypted)
                // A client may speak before it has read our answer.
                if length < bytes.readableBytes, let rest = bytes.dropped(length) {
                    context.fireChannelRead(wrapInboundOut(rest))
                }
            } else {
                try buildHTTP(deadline)
                context.fireChannelRead(data)
            }
            context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        } catch {
            context.close(promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        let isOver = event is ChannelShouldQuiesceEvent || (event as? ChannelEvent) == .inputClosed
        if isOver { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    private func refuse(_ refusal: HandshakeRefusal, _ context: ChannelHandlerContext) {
        // Endpoints that refuse for another reason decide later, with the HTTP pipeline in place.
        var bytes = answer(refusal.headers, status: "429 Too Many Requests")
        bytes.writeBytes(refusal.body)
        let channel = context.channel
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.whenComplete { _ in channel.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(bytes), promise: promise)
    }

    private func answer(_ headers: HTTPHeaders, status: StaticString = "101 Switching Protocols") -> ByteBuffer {
        var answer = ByteBuffer()
        answer.reserveCapacity(256)
        answer.writeStaticString("HTTP/1.1 ")
        answer.writeStaticString(status)
        answer.writeStaticString("\r\n")
        for (name, value) in headers {
            answer.writeString(name)
            answer.writeStaticString(": ")
            answer.writeString(value)
            answer.writeStaticString("\r\n")
        }
        answer.writeStaticString("\r\n")
        return answer
    }
}

extension ByteBuffer {
    /// What is left to read after so many bytes; nil where there are fewer.
    fileprivate func dropped(_ count: Int) -> ByteBuffer? {
        getSlice(at: readerIndex + count, length: readableBytes - count)
    }
}
