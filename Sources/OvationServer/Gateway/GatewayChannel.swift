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
struct GatewayChannel: HTTPChannelHandler {
    typealias HTTPChannel = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let responder: Responder
    let endpoints: [WebSocketEndpoint]
    let tls: NIOSSLContext?
    /// How long the first request of a connection may take.
    let requestTimeout: TimeAmount
    /// How long a connection may be idle between two requests.
    let idleTimeout: TimeAmount

    /// Prepares a new connection.
    ///
    /// - Parameter arrived: called on the event loop with a connection that stays HTTP.
    func configure(
        _ channel: any Channel, logger: Logger, _ arrived: @escaping @Sendable (HTTPChannel) -> Void
    ) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
            try channel.syncOptions?.setOption(.tcpOption(.tcp_nodelay), value: 1)
            try channel.syncOptions?.setOption(.writeBufferWaterMark, value: .init(low: 64 * 1024, high: 512 * 1024))
            let reader = HandshakeReader(endpoints: endpoints, isEncrypted: tls != nil, timeout: requestTimeout) {
                try negotiate(channel, until: $0, logger: logger).whenComplete { result in
                    switch result {
                    case .success(let http?): arrived(http)
                    // It is a WebSocket now.
                    case .success(nil): break
                    // The connection ended before it said what it wanted.
                    case .failure: channel.close(promise: nil)
                    }
                }
            }
            try pipeline.addHandler(reader)
        }
    }

    /// The HTTP channel, as soon as it is known to be one; nil where the connection became a WebSocket.
    private func negotiate(
        _ channel: any Channel, until deadline: NIODeadline, logger: Logger
    ) throws -> EventLoopFuture<HTTPChannel?> {
        let pipeline = channel.pipeline.syncOperations
        let idleTimeout = idleTimeout
        let upgrader = WebSocketUpgrader(endpoints: endpoints, isEncrypted: tls != nil, result: HTTPChannel?.none)
        let negotiated: EventLoopFuture<HTTPChannel?> = try pipeline.configureUpgradableHTTPServerPipeline(
            configuration: .init(
                upgradeConfiguration: .init(upgraders: [upgrader]) { channel in
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
        let filter = HandshakeFilter(
            deadline: deadline, accepts: { head in endpoints.contains { $0.handshake.accepts(head) } },
            wait: { head in endpoints.first { $0.handshake.accepts(head) }?.wait(channel, head) })
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try pipeline.addHandler(filter, position: .after(decoder))
        return negotiated
    }

    // What Hummingbird's own server would call. `GatewayListener` is in its place and calls `configure`.

    /// A connection that stays HTTP.
    struct Value: ServerChildChannelValue {
        let http: HTTPChannel
        var channel: any Channel { http.channel }
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let promise = channel.eventLoop.makePromise(of: Value.self)
        return configure(channel, logger: logger) { promise.succeed(Value(http: $0)) }.flatMap { promise.futureResult }
    }

    func handle(value: Value, logger: Logger) async { await handleHTTP(asyncChannel: value.http, logger: logger) }
}
