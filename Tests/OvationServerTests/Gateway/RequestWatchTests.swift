import NIOCore
import NIOEmbedded
import NIOHTTP1
import OvationModel
import Testing

@testable import OvationHTTP
@testable import OvationObservability

/// The time limits of an HTTP connection, without sockets and real clocks.
struct RequestWatchTests {
    /// Records what reaches the routes.
    private final class Routes: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        private(set) var parts: [HTTPServerRequestPart] = []
        private(set) var failures: [RequestFailure] = []

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { parts.append(unwrapInboundIn(data)) }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            if let failure = error as? RequestFailure { failures.append(failure) }
        }
    }

    /// Stands for the socket, whose output is closed before the whole of it.
    private final class Socket: ChannelOutboundHandler {
        typealias OutboundIn = Any
        private(set) var isOutputClosed = false

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            guard mode == .output else { return context.close(mode: mode, promise: promise) }
            isOutputClosed = true
            promise?.succeed(())
        }
    }

    private let routes = Routes()
    private let socket = Socket()
    private let registry = PrometheusRegistry()
    private let channel: EmbeddedChannel

    init() throws {
        let watch = RequestWatch(RequestProgress.Bounds(Limits()), metrics: RequestMetrics(factory: registry))
        channel = EmbeddedChannel(handlers: [socket, watch, routes])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func receive(
        _ method: HTTPMethod = .POST, _ headers: HTTPHeaders = [:], body: String? = nil, ends: Bool = true
    ) throws {
        try channel.writeInbound(
            HTTPServerRequestPart.head(HTTPRequestHead(version: .http1_1, method: method, uri: "/", headers: headers)))
        if let body { try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: body))) }
        if ends { try channel.writeInbound(HTTPServerRequestPart.end(nil)) }
    }

    /// Answers as the routes would. Returns the head that was written.
    private func answer() throws -> HTTPResponseHead? {
        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Content-Length": "0"])
        channel.write(HTTPServerResponsePart.head(head), promise: nil)
        channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
        guard case .head(let written)? = try channel.readOutbound(as: HTTPServerResponsePart.self) else { return nil }
        _ = try channel.readOutbound(as: HTTPServerResponsePart.self)
        return written
    }

    @Test func `a body that does not arrive is given up and answered, and the connection ends`() throws {
        try receive(headers(length: 100), body: "x", ends: false)
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(routes.failures == [])
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(routes.failures == [.timedOut])
        #expect(try answer()?.headers["Connection"] == ["close"])
        #expect(
            socket.isOutputClosed && channel.isActive,
            "the connection stays open so that the client can read the answer")
        channel.embeddedEventLoop.advanceTime(by: .seconds(5))
        #expect(!channel.isActive)
        let metrics = registry.render()
        #expect(metrics.contains(#"ovation_http_too_slow_total{step="request"} 1"#), "\(metrics)")
        #expect(metrics.contains(#"ovation_http_too_slow_total{step="end"} 1"#))
    }

    private func receive(_ headers: HTTPHeaders, body: String? = nil, ends: Bool = true) throws {
        try receive(.POST, headers, body: body, ends: ends)
    }

    private func headers(length: Int, _ more: HTTPHeaders = [:]) -> HTTPHeaders {
        var headers = more
        headers.add(name: "Content-Length", value: "\(length)")
        return headers
    }

    @Test func `the rest of an answered body never reaches the routes, and may trickle in for five seconds at most`()
        throws
    {
        try receive(headers(length: 100), body: "x", ends: false)
        #expect(try answer()?.headers["Connection"] == [])
        let before = routes.parts.count
        for _ in 1..<5 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: "x")))
        }
        #expect(routes.parts.count == before && channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func `a body of a terabyte is answered at once, and the answer is the last`() throws {
        try receive(headers(length: 1_000_000_000_000), body: "x", ends: false)
        #expect(try answer()?.headers["Connection"] == ["close"])
        #expect(socket.isOutputClosed)
    }

    @Test func `a client that waits for 100-continue gets it when a route wants the body`() throws {
        try receive(headers(length: 1, ["Expect": "100-Continue"]), ends: false)
        #expect(try channel.readOutbound(as: HTTPServerResponsePart.self) == nil)
        channel.pipeline.triggerUserOutboundEvent(RequestWatch.BodyWanted(), promise: nil)
        guard case .head(let head)? = try channel.readOutbound(as: HTTPServerResponsePart.self) else {
            Issue.record("no answer was written")
            return
        }
        #expect(head.status == .continue)
        try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: "x")))
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        #expect(try answer()?.headers["Connection"] == [])
    }

    @Test func `a malformed request gets exactly one 400, and nothing reaches the routes`() throws {
        try receive(.GET)
        _ = try answer()
        let before = routes.parts.count
        channel.pipeline.fireErrorCaught(HTTPParserError.invalidHeaderToken)
        guard case .head(let head)? = try channel.readOutbound(as: HTTPServerResponsePart.self) else {
            Issue.record("no answer was written")
            return
        }
        #expect(head.status == .badRequest && head.headers["Connection"] == ["close"])
        guard case .end? = try channel.readOutbound(as: HTTPServerResponsePart.self) else {
            Issue.record("the answer does not end")
            return
        }
        #expect(try channel.readOutbound(as: HTTPServerResponsePart.self) == nil)
        #expect(routes.failures == [] && routes.parts.count == before && socket.isOutputClosed)
        channel.embeddedEventLoop.advanceTime(by: .seconds(5))
        #expect(!channel.isActive)
    }

    @Test(arguments: [
        (HTTPParserError.invalidChunkSize, RequestFailure.unreadable), (.invalidEOFState, .aborted),
    ])
    func `a route hears of a body that breaks off or is badly framed`(
        error: HTTPParserError, failure: RequestFailure
    ) throws {
        try receive(["Transfer-Encoding": "chunked"], body: "x", ends: false)
        channel.pipeline.fireErrorCaught(error)
        #expect(routes.failures == [failure])
        #expect(try answer()?.headers["Connection"] == ["close"])
    }

    @Test func `a connection that the client closes between two requests is closed without an answer`() throws {
        try receive(.GET)
        _ = try answer()
        channel.pipeline.fireErrorCaught(HTTPParserError.invalidEOFState)
        #expect(!channel.isActive)
        #expect(try channel.readOutbound(as: HTTPServerResponsePart.self) == nil)
    }

    @Test func `a stop gives an unfinished request five seconds`() throws {
        try receive(headers(length: 100), body: "x", ends: false)
        channel.pipeline.fireUserInboundEventTriggered(RequestWatch.StopBegan())
        channel.embeddedEventLoop.advanceTime(by: .seconds(5))
        #expect(routes.failures == [.timedOut])
        channel.embeddedEventLoop.advanceTime(by: .seconds(5))
        #expect(!channel.isActive)
    }

    @Test func `a connection has one timer, not one for each request`() throws {
        for _ in 0..<100 {
            try receive(.GET)
            #expect(try answer()?.headers["Connection"] == [])
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        }
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(!channel.isActive, "the connection is closed a minute after the last answer")
    }
}
