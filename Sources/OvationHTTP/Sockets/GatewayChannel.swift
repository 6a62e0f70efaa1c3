package import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOSSL

/// A connection of the one port: HTTP until a request asks for a WebSocket, which then belongs to the gateway.
///
/// Hummingbird's task for the connection ends with the upgrade; from then on no task and no async sequence is involved.
package struct GatewayChannel: HTTPChannelHandler {
    typealias HTTPChannel = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    package let responder: Responder
    let endpoints: [WebSocketEndpoint]
    /// The certificate of an encrypted port.
    let certificate: ServedCertificate?
    /// How long the head of a connection's first request may take.
    let requestTimeout: TimeAmount
    /// The time limits of everything after that, when the connection stays HTTP.
    let bounds: RequestProgress.Bounds
    /// Counts the clients that exceed them.
    let metrics: RequestMetrics
    /// All connections of the port.
    let sockets: OpenSockets

    package init(
        responder: @escaping Responder, endpoints: [WebSocketEndpoint], certificate: ServedCertificate?,
        requestTimeout: TimeAmount, bounds: RequestProgress.Bounds, metrics: RequestMetrics, sockets: OpenSockets
    ) {
        self.responder = responder
        self.endpoints = endpoints
        self.certificate = certificate
        self.requestTimeout = requestTimeout
        self.bounds = bounds
        self.metrics = metrics
        self.sockets = sockets
    }

    /// Prepares a new connection.
    ///
    /// - Parameter arrived: called on the event loop with a connection that stays HTTP.
    func configure(
        _ channel: any Channel, logger: Logger, _ arrived: @escaping @Sendable (HTTPChannel) -> Void
    ) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            // The last sockets are for questions about the server's health. The routes refuse whatever else comes over them.
            let isReserved = sockets.isReserved(channel)
            let endpoints = isReserved ? [] : endpoints
            let bounds = isReserved ? bounds.forOneQuestion : bounds
            if let certificate { try pipeline.addHandler(NIOSSLServerHandler(context: certificate.context)) }
            try channel.syncOptions?.setOption(.tcpOption(.tcp_nodelay), value: 1)
            try channel.syncOptions?.setOption(.writeBufferWaterMark, value: .init(low: 64 * 1024, high: 512 * 1024))
            let reader = HandshakeReader(
                endpoints: endpoints, isEncrypted: certificate != nil,
                timeout: isReserved ? bounds.request : requestTimeout
            ) {
                try negotiate(channel, endpoints, bounds, until: $0).whenComplete { result in
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
        _ channel: any Channel, _ endpoints: [WebSocketEndpoint], _ bounds: RequestProgress.Bounds,
        until deadline: NIODeadline
    ) throws -> EventLoopFuture<HTTPChannel?> {
        let pipeline = channel.pipeline.syncOperations
        let (isEncrypted, metrics) = (certificate != nil, metrics)
        let upgrader = WebSocketUpgrader(endpoints: endpoints, isEncrypted: isEncrypted, result: HTTPChannel?.none)
        var configuration = NIOUpgradableHTTPServerPipelineConfiguration<HTTPChannel?>(
            upgradeConfiguration: .init(upgraders: [upgrader]) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(RequestWatch(bounds, metrics: metrics))
                    try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: isEncrypted))
                    return try NIOAsyncChannel(
                        wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            })
        // What is no HTTP is answered by `HandshakeFilter` and `RequestWatch`, once. NIO's own handler answers beside Hummingbird,
        // and one answer too many is taken for that of the next request.
        configuration.enableErrorHandling = false
        let negotiated = try pipeline.configureUpgradableHTTPServerPipeline(configuration: configuration)
        let filter = HandshakeFilter(
            deadline: deadline, accepts: { head in endpoints.contains { $0.handshake.accepts(head) } },
            wait: { head in endpoints.first { $0.handshake.accepts(head) }?.wait(channel, head) },
            decision: { head in endpoints.first { $0.handshake.accepts(head) }?.decide })
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try pipeline.addHandler(filter, position: .after(decoder))
        return negotiated
    }

    // What Hummingbird's own server would call. `GatewayListener` is in its place and calls `configure`.

    /// A connection that stays HTTP.
    package struct Value: ServerChildChannelValue {
        let http: HTTPChannel
        package var channel: any Channel { http.channel }
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let promise = channel.eventLoop.makePromise(of: Value.self)
        return configure(channel, logger: logger) { promise.succeed(Value(http: $0)) }.flatMap { promise.futureResult }
    }

    package func handle(value: Value, logger: Logger) async {
        await handleHTTP(asyncChannel: value.http, logger: logger)
    }
}
