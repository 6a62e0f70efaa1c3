import NIOCore
import NIOHTTP1

/// Watches over a connection until its first request, and takes the wish for an upgrade out of one that is no handshake of
/// ours, so that the HTTP routes answer it.
///
/// NIO 2.101 forgets the head of a request whose upgrade every upgrader refuses; a request without the wish is passed on
/// whole. A connection that says nothing is closed when its time is over or the server stops.
final class HandshakeFilter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let accepts: @Sendable (HTTPRequestHead) -> Bool
    private let wait: @Sendable (HTTPRequestHead) -> Int64?
    private let deadline: NIODeadline
    private var alarm: Scheduled<Void>?
    private var hasRequest = false
    /// Whether the request was answered here, so that nothing of it is passed on.
    private var hasAnswered = false

    /// Makes a filter.
    ///
    /// - Parameters:
    ///   - deadline: until when the first request has to be there.
    ///   - accepts: whether a request is a handshake of ours.
    ///   - wait: after how many milliseconds to come again, where a handshake of ours is refused for now.
    init(
        deadline: NIODeadline, accepts: @escaping @Sendable (HTTPRequestHead) -> Bool,
        wait: @escaping @Sendable (HTTPRequestHead) -> Int64?
    ) {
        self.deadline = deadline
        self.accepts = accepts
        self.wait = wait
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        alarm = context.eventLoop.scheduleTask(deadline: deadline) { channel.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { alarm?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        alarm?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasAnswered else { return }
        guard !hasRequest, case .head(var head) = unwrapInboundIn(data) else {
            context.fireChannelRead(data)
            return
        }
        hasRequest = true
        alarm?.cancel()
        guard head.headers.contains(name: "Upgrade") else {
            context.fireChannelRead(data)
            return
        }
        guard !accepts(head) else {
            if let milliseconds = wait(head) {
                return refuse(HandshakeRefusal(milliseconds: milliseconds), head, context)
            }
            context.fireChannelRead(data)
            return
        }
        head.headers.remove(name: "Upgrade")
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private func refuse(_ refusal: HandshakeRefusal, _ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        hasAnswered = true
        let channel = context.channel
        context.write(
            wrapOutboundOut(
                .head(HTTPResponseHead(version: head.version, status: .tooManyRequests, headers: refusal.headers))),
            promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: refusal.body)))), promise: nil)
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.whenComplete { _ in channel.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent, !hasRequest { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}
