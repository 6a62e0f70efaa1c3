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

    private let accepts: @Sendable (HTTPRequestHead) -> Bool
    private let timeout: TimeAmount
    private var deadline: Scheduled<Void>?
    private var hasRequest = false

    /// Makes a filter.
    ///
    /// - Parameters:
    ///   - timeout: how long the first request may take.
    ///   - accepts: whether a request is a handshake of ours.
    init(timeout: TimeAmount, accepts: @escaping @Sendable (HTTPRequestHead) -> Bool) {
        self.timeout = timeout
        self.accepts = accepts
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasRequest, case .head(var head) = unwrapInboundIn(data) else {
            context.fireChannelRead(data)
            return
        }
        hasRequest = true
        deadline?.cancel()
        guard head.headers.contains(name: "Upgrade"), !accepts(head) else {
            context.fireChannelRead(data)
            return
        }
        head.headers.remove(name: "Upgrade")
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent, !hasRequest { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}
