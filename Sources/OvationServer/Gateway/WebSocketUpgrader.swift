import NIOCore
import NIOHTTP1
import NIOSSL
import NIOWebSocket

/// A path at which there is a socket, and what answers it.
struct WebSocketEndpoint: Sendable {
    /// Which requests open it.
    let handshake: WebSocketHandshake
    /// Bytes of one message.
    let messageBytesMax: Int
    /// Makes what talks to the client that sent this request.
    let makeDelegate: @Sendable (any Channel, HTTPRequestHead) -> any WebSocketDelegate
}

/// Turns a connection whose request was accepted into a WebSocket.
///
/// One for all endpoints, because NIO keeps one upgrader for each protocol name.
struct WebSocketUpgrader<UpgradeResult: Sendable>: NIOTypedHTTPServerProtocolUpgrader {
    let supportedProtocol = "websocket"
    /// None: NIO wants these named in `Connection` too, which no WebSocket client does.
    let requiredUpgradeHeaders: [String] = []

    let endpoints: [WebSocketEndpoint]
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
            if let filter = try? pipeline.handler(type: HandshakeFilter.self) {
                pipeline.removeHandler(filter, promise: nil)
            }
            let decoder = WebSocketFrameDecoder(maxFrameSize: endpoint.messageBytesMax)
            try pipeline.addHandler(ByteToMessageHandler(decoder))
            let isEncrypted = (try? pipeline.context(handlerType: NIOSSLServerHandler.self)) != nil
            try pipeline.addHandler(
                WebSocketHandler(
                    messageBytesMax: endpoint.messageBytesMax, isEncrypted: isEncrypted,
                    deflate: endpoint.handshake.deflate(for: upgradeRequest),
                    delegate: endpoint.makeDelegate(channel, upgradeRequest)))
            return result
        }
    }

    private func endpoint(of request: HTTPRequestHead) throws -> WebSocketEndpoint {
        guard let endpoint = endpoints.first(where: { $0.handshake.accepts(request) }) else { throw NotAccepted() }
        return endpoint
    }
}
