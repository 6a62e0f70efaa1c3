import NIOCore
import NIOHTTP1

/// Watches over a connection until its first request, takes the wish for an upgrade out of one that is no handshake of ours, so
/// that the HTTP routes answer it, and lets nothing but ASCII of a head pass (``NIOHTTP1/HTTPRequestHead/keepToASCII()``).
///
/// NIO 2.101 forgets the head of a request whose upgrade every upgrader refuses; a request without the wish is passed on
/// whole. A connection that says nothing is closed when its time is over or the server stops, one that begins with something
/// else than HTTP is told so.
final class HandshakeFilter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// Bytes of a request's target: a UserSig in a query has some 250, and 8,192 at most.
    static let targetBytesMax = 16_384

    private let accepts: @Sendable (HTTPRequestHead) -> Bool
    private let wait: @Sendable (HTTPRequestHead) -> Int64?
    private let decision: @Sendable (HTTPRequestHead) -> WebSocketEndpoint.Decision?
    private let deadline: NIODeadline
    private var alarm: Scheduled<Void>?
    private var hasRequest = false
    /// Whether a handshake was passed on.
    private var isUpgraded = false
    /// Whether the request was answered here, so that nothing of it is passed on.
    private var isRefused = false
    /// A handshake that waits for its decision, and the data behind it.
    private var undecided: [NIOAny]?
    /// The socket at another server to which the client's is joined; nil where it is served here.
    private(set) var far: FarSocket?

    /// Makes a filter.
    ///
    /// - Parameters:
    ///   - deadline: until when the first request has to be there.
    ///   - accepts: whether a request is a handshake of ours.
    ///   - wait: after how many milliseconds to come again, where a handshake of ours is refused for now.
    ///   - decision: looks whether the client may, where that takes its time.
    init(
        deadline: NIODeadline, accepts: @escaping @Sendable (HTTPRequestHead) -> Bool,
        wait: @escaping @Sendable (HTTPRequestHead) -> Int64?,
        decision: @escaping @Sendable (HTTPRequestHead) -> WebSocketEndpoint.Decision? = { _ in nil }
    ) {
        self.deadline = deadline
        self.accepts = accepts
        self.wait = wait
        self.decision = decision
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
        guard !isRefused else { return }
        guard undecided == nil else {
            undecided?.append(data)
            return
        }
        // What comes behind a handshake is no HTTP any more: NIO's decoder hands it on as bytes.
        guard !isUpgraded else { return context.fireChannelRead(data) }
        guard case .head(var head) = unwrapInboundIn(data) else {
            context.fireChannelRead(data)
            return
        }
        let isFirst = !hasRequest
        hasRequest = true
        alarm?.cancel()
        guard head.uri.utf8.count <= Self.targetBytesMax else { return refuse(context) }
        head.keepToASCII()
        if isFirst, head.headers.contains(name: "Upgrade") {
            guard accepts(head) else {
                head.headers.remove(name: "Upgrade")
                return context.fireChannelRead(wrapInboundOut(.head(head)))
            }
            if let milliseconds = wait(head) {
                return refuse(HandshakeRefusal(milliseconds: milliseconds), head, context)
            }
            isUpgraded = true
            if let decide = decision(head) { return ask(decide, head, context) }
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Keeps a handshake until it is decided whether the client may. Meanwhile nothing is read that is not here already.
    private func ask(
        _ decide: WebSocketEndpoint.Decision, _ head: HTTPRequestHead, _ context: ChannelHandlerContext
    ) {
        undecided = [wrapInboundOut(.head(head))]
        let channel = context.channel
        try? channel.syncOptions?.setOption(.autoRead, value: false)
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        decide(channel, head) { verdict in
            bound.eventLoop.execute {
                guard channel.isActive else { return }
                let (filter, context) = bound.value
                filter.decided(verdict, head, context)
            }
        }
    }

    private func decided(
        _ verdict: HandshakeVerdict, _ head: HTTPRequestHead, _ context: ChannelHandlerContext
    ) {
        guard let parts = undecided else { return }
        undecided = nil
        try? context.channel.syncOptions?.setOption(.autoRead, value: true)
        switch verdict {
        case .accepted: break
        case .refused(let refusal): return refuse(refusal, head, context)
        case .joined(let socket): far = socket
        }
        for part in parts { context.fireChannelRead(part) }
        context.fireChannelReadComplete()
    }

    private func refuse(_ context: ChannelHandlerContext) {
        isRefused = true
        let headers: HTTPHeaders = ["Content-Length": "0", "Connection": "close"]
        context.write(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .uriTooLong, headers: headers))),
            promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
            channel.close(promise: nil)
        }
    }

    private func refuse(_ refusal: HandshakeRefusal, _ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        isRefused = true
        let channel = context.channel
        context.write(
            wrapOutboundOut(
                .head(HTTPResponseHead(version: head.version, status: refusal.status, headers: refusal.headers))),
            promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: refusal.body)))), promise: nil)
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.whenComplete { _ in channel.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            if !hasRequest || isRefused || undecided != nil { context.close(promise: nil) }
            context.fireUserInboundEventTriggered(RequestWatch.StopBegan())
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError, !hasRequest else { return context.fireErrorCaught(error) }
        (hasRequest, isRefused) = (true, true)
        guard error != .invalidEOFState else { return context.close(promise: nil) }
        let headers: HTTPHeaders = ["Connection": "close", "Content-Length": "0"]
        context.write(
            wrapOutboundOut(.head(.init(version: .http1_1, status: .badRequest, headers: headers))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        // The alarm closes the other half, where the client does not.
        context.close(mode: .output, promise: nil)
    }
}

extension HTTPRequestHead {
    /// Drops header fields that are not ASCII. The parser takes no such target.
    ///
    /// Header fields are compared, folded and hashed as Unicode, by us and by the libraries below, and Swift takes the square of the time
    /// for a row of combining marks: 80 KB of them, from anybody, would hold up an event loop for seconds. No field that we read has
    /// anything but ASCII in it.
    mutating func keepToASCII() {
        func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }
        guard !headers.allSatisfy({ isASCII($0.value) }) else { return }
        headers = HTTPHeaders(headers.filter { isASCII($0.value) })
    }
}
