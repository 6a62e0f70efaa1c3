import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOSSL

/// A connection of the one port: HTTP until a request asks for a WebSocket, which then belongs to the gateway.
///
/// Hummingbird's task for the connection ends with the upgrade; from then on no task and no async sequence is involved.
struct GatewayChannel: ServerChildChannel, HTTPChannelHandler {
    typealias HTTPChannel = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    /// A connection whose protocol is still being found out.
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        /// The HTTP channel; nil where the connection became a WebSocket.
        let negotiated: EventLoopFuture<HTTPChannel?>
    }

    let responder: Responder
    let endpoints: [WebSocketEndpoint]
    let tls: NIOSSLContext?
    /// How long the first request of a connection may take.
    let requestTimeout: TimeAmount
    /// How long a connection may be idle between two requests.
    let idleTimeout: TimeAmount

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
            try channel.syncOptions?.setOption(.tcpOption(.tcp_nodelay), value: 1)
            try channel.syncOptions?.setOption(.writeBufferWaterMark, value: .init(low: 64 * 1024, high: 512 * 1024))
            let idleTimeout = idleTimeout
            let negotiated: EventLoopFuture<HTTPChannel?> = try pipeline.configureUpgradableHTTPServerPipeline(
                configuration: .init(
                    upgradeConfiguration: .init(upgraders: [WebSocketUpgrader(endpoints: endpoints, result: nil)]) {
                        channel in
                        channel.eventLoop.makeCompletedFuture {
                            let pipeline = channel.pipeline.syncOperations
                            try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: tls != nil))
                            try pipeline.addHandler(
                                HTTPConnectionStateHandler(idleTimeout: .init(idleTimeout), logger: logger))
                            return try NIOAsyncChannel(
                                wrappingChannelSynchronously: channel,
                                configuration: .init(isOutboundHalfClosureEnabled: true))
                        }
                    }))
            let endpoints = endpoints
            let filter = HandshakeFilter(timeout: requestTimeout) { head in
                endpoints.contains { $0.handshake.accepts(head) }
            }
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(filter, position: .after(decoder))
            return Value(channel: channel, negotiated: negotiated)
        }
    }

    func handle(value: Value, logger: Logger) async {
        do {
            guard let http = try await value.negotiated.get() else { return }
            await handleHTTP(asyncChannel: http, logger: logger)
        } catch {
            // The connection ended before it said what it wanted.
            value.channel.close(promise: nil)
        }
    }
}
