package import NIOCore
package import NIOHTTP1
import NIOWebSocket

/// A path that serves a WebSocket, and the code that serves it.
package struct WebSocketEndpoint: Sendable {
    /// Accepts the requests that open it.
    let handshake: WebSocketHandshake
    /// The most bytes of one message.
    let messageBytesMax: Int
    /// Limits requests by address: returns how many milliseconds the client has to wait, or nil to let it in. Called once for each
    /// accepted request.
    let wait: @Sendable (any Channel, HTTPRequestHead) -> Int64?
    /// Decides whether the client may enter, and answers once; nil where every client may.
    var decide: Decision?
    /// Makes the delegate that serves the client of a request.
    let makeDelegate: @Sendable (any Channel, HTTPRequestHead) -> any WebSocketDelegate

    package init(
        handshake: WebSocketHandshake, messageBytesMax: Int,
        wait: @escaping @Sendable (any Channel, HTTPRequestHead) -> Int64?, decide: Decision? = nil,
        makeDelegate: @escaping @Sendable (any Channel, HTTPRequestHead) -> any WebSocketDelegate
    ) {
        self.handshake = handshake
        self.messageBytesMax = messageBytesMax
        self.wait = wait
        self.decide = decide
        self.makeDelegate = makeDelegate
    }

    /// Called on the event loop of a connection. The answer may come from any thread; the connection waits for it.
    package typealias Decision =
        @Sendable (
            any Channel, HTTPRequestHead, _ answer: @escaping @Sendable (_ verdict: HandshakeVerdict) -> Void
        ) -> Void

    /// The most bytes that are read from a socket at a time.
    ///
    /// All frames among them are looked at before the socket can be told to rest: of pings, which are the shortest, 2,700. It is also
    /// what one client may keep its event loop busy with before the others have their turn.
    private static let readBytesMax = 16_384

    /// Turns a connection into the WebSocket that a request asked for. The answer to the request was sent before.
    ///
    /// - Throws: If the connection has ended.
    func install(on channel: any Channel, for request: HTTPRequestHead, isEncrypted: Bool) throws {
        try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
        let buffers = AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 2_048, maximum: Self.readBytesMax)
        try channel.syncOptions?.setOption(.recvAllocator, value: buffers)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: messageBytesMax)))
        try pipeline.addHandler(
            WebSocketHandler(
                messageBytesMax: messageBytesMax, isEncrypted: isEncrypted, deflate: handshake.deflate(for: request),
                delegate: makeDelegate(channel, request)))
    }
}

/// Turns a connection whose request was accepted into a WebSocket, where ``HandshakeReader`` left the request to HTTP.
///
/// One for all endpoints, because NIO keeps one upgrader for each protocol name.
struct WebSocketUpgrader<UpgradeResult: Sendable>: NIOTypedHTTPServerProtocolUpgrader {
    let supportedProtocol = "websocket"
    /// None: NIO wants these named in `Connection` too, which no WebSocket client does.
    let requiredUpgradeHeaders: [String] = []

    let endpoints: [WebSocketEndpoint]
    /// Whether TLS is between the connection and the network.
    let isEncrypted: Bool
    let result: UpgradeResult

    /// No endpoint accepts the request. `HandshakeFilter` lets none such through.
    struct NotAccepted: Error {}

    func buildUpgradeResponse(
        channel: any Channel, upgradeRequest: HTTPRequestHead, initialResponseHeaders: HTTPHeaders
    ) -> EventLoopFuture<HTTPHeaders> {
        channel.eventLoop.makeCompletedFuture {
            try endpoint(of: upgradeRequest).handshake.responseHeaders(for: upgradeRequest)
        }
    }

    func upgrade(channel: any Channel, upgradeRequest: HTTPRequestHead) -> EventLoopFuture<UpgradeResult> {
        channel.eventLoop.makeCompletedFuture {
            let endpoint = try endpoint(of: upgradeRequest)
            let pipeline = channel.pipeline.syncOperations
            let filter = try? pipeline.handler(type: HandshakeFilter.self)
            if let filter { pipeline.removeHandler(filter, promise: nil) }
            if let far = filter?.far {
                try SocketJoint.join(channel, to: far)
                return result
            }
            try endpoint.install(on: channel, for: upgradeRequest, isEncrypted: isEncrypted)
            return result
        }
    }

    private func endpoint(of request: HTTPRequestHead) throws -> WebSocketEndpoint {
        guard let endpoint = endpoints.first(where: { $0.handshake.accepts(request) }) else { throw NotAccepted() }
        return endpoint
    }
}
