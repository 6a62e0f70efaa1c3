package import NIOCore
import NIOHTTP1
import NIOPosix
package import NIOSSL
import NIOWebSocket
package import OvationModel

/// A WebSocket that publishes a picture. It sends fragmented MP4 and answers pings, and the server's close code says why it ended.
package final class MediaPublishConnection: Sendable {
    /// The WebSocket subprotocol of publishers and players.
    package static let subprotocol = "ovation.media.v1"
    /// How long the server may take to accept a write.
    private static let writeTimeout = TimeAmount.seconds(30)
    private static let closeTimeout = TimeAmount.seconds(5)
    /// The longest frame that is accepted, in bytes. A server sends only pings and a close frame, both short.
    private static let frameBytesMax = 64 * 1_024

    /// How the connection ended.
    package struct End: Error, Hashable, Sendable {
        /// The server's close code, or `CloseCode.lost` if it sent none.
        package let code: CloseCode
        /// The reason in the server's words; empty if it gave none.
        package let reason: String
    }

    /// The server refused the handshake.
    package struct Refusal: Error, Hashable, Sendable {
        /// The HTTP status of the answer.
        package let status: Int
        /// The server's error code; nil if it gave none.
        package let code: ErrorCode?
        /// The reason in the server's words; nil if it gave none.
        package let message: String?

        /// Whether the same request may succeed later.
        package var isTemporary: Bool { [408, 425, 429].contains(status) || status >= 500 }
    }

    /// The publisher's permission.
    package enum Proof: Sendable {
        /// The live's stream key. It travels in a header, because servers and proxies log addresses.
        case key(String)
        /// The path and query that the server gave out. The query has a ticket that can be used once.
        case address(String)
    }

    private let channel: any Channel
    private let handler: NIOLoopBound<MediaPublishHandler>

    private init(channel: any Channel, handler: NIOLoopBound<MediaPublishHandler>) {
        self.channel = channel
        self.handler = handler
    }

    /// Opens a socket that publishes the picture of a live.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - tls: The TLS configuration that decides which certificates to trust; nil for the system's.
    /// - Throws: ``Refusal`` if the server refuses the handshake, or the error of the network or of TLS.
    package static func open(
        to server: TransportEndpoint, live: LiveID, proof: Proof, tls: TLSConfiguration?
    ) async throws -> MediaPublishConnection {
        let context = server.isSecure ? try NIOSSLContext(configuration: tls ?? .makeClientConfiguration()) : nil
        var headers: HTTPHeaders = [
            "Host": server.hostHeader, "Content-Length": "0", "Sec-WebSocket-Protocol": subprotocol,
            "User-Agent": "Ovation/1",
        ]
        let address: String
        switch proof {
        case .key(let key):
            headers.add(name: "Authorization", value: "Bearer \(key)")
            address = server.mediaPath(of: live) + "/publish"
        case .address(let path): address = server.pathPrefix + path
        }
        let request = HTTPRequestHead(version: .http1_1, method: .GET, uri: address, headers: headers)
        let opening = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .connect(host: server.host, port: server.port) { channel in
                channel.eventLoop.makeCompletedFuture { try configure(channel, server, request, context) }
            }
        switch try await opening.get() {
        case .socket(let socket): return socket
        case .refused(let refusal): throw try await refusal.get()
        }
    }

    /// The outcome of a handshake.
    private enum Opening: Sendable {
        case socket(MediaPublishConnection)
        /// The server refused. The body of its answer is still being read.
        case refused(EventLoopFuture<Refusal>)
    }

    /// Sets up a channel for the handshake.
    private static func configure(
        _ channel: any Channel, _ server: TransportEndpoint, _ request: HTTPRequestHead, _ tls: NIOSSLContext?
    ) throws -> EventLoopFuture<Opening> {
        let pipeline = channel.pipeline.syncOperations
        if let tls {
            let isAddress = (try? SocketAddress(ipAddress: server.host, port: 0)) != nil
            try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: isAddress ? nil : server.host))
        }
        let upgrader = NIOTypedWebSocketClientUpgrader<Opening>(
            maxFrameSize: frameBytesMax, enableAutomaticErrorHandling: false
        ) { channel, response in
            channel.eventLoop.makeCompletedFuture {
                guard response.headers["Sec-WebSocket-Protocol"] == [subprotocol] else {
                    throw TransportFailure("The server does not speak \(subprotocol).", isPermanent: true)
                }
                let handler = MediaPublishHandler(eventLoop: channel.eventLoop)
                try channel.pipeline.syncOperations.addHandler(handler)
                let bound = NIOLoopBound(handler, eventLoop: channel.eventLoop)
                return .socket(MediaPublishConnection(channel: channel, handler: bound))
            }
        }
        let configuration = NIOTypedHTTPClientUpgradeConfiguration<Opening>(
            upgradeRequestHead: request, upgraders: [upgrader]
        ) { channel in
            channel.eventLoop.makeCompletedFuture {
                let refusal = channel.eventLoop.makePromise(of: Refusal.self)
                do {
                    try channel.pipeline.syncOperations.addHandler(MediaRefusalHandler(refusal))
                } catch {
                    refusal.fail(error)
                }
                return .refused(refusal.futureResult)
            }
        }
        var http = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: configuration)
        // Bytes that arrive together with the response are the server's first frames.
        http.leftOverBytesStrategy = .forwardBytes
        let opening = try pipeline.configureUpgradableHTTPClientPipeline(configuration: http)
        opening.whenFailure { _ in channel.close(promise: nil) }
        return opening
    }

    // MARK: - Publishing

    /// Sends bytes of the stream. It returns when the socket has accepted them.
    ///
    /// - Throws: ``End`` if the connection is over.
    package func send(_ bytes: [UInt8]) async throws {
        let slow = channel.eventLoop.scheduleTask(in: Self.writeTimeout) { [channel] in channel.close(promise: nil) }
        defer { slow.cancel() }
        let frame = WebSocketFrame(
            fin: true, opcode: .binary, maskKey: .random(), data: channel.allocator.buffer(bytes: bytes))
        do {
            try await channel.writeAndFlush(frame).get()
        } catch {
            // The close frame tells more than the failed write does.
            throw await ended()
        }
    }

    /// Waits until a moment, or until the connection ends.
    ///
    /// - Throws: ``End`` if the connection is over, or `CancellationError` if the task was cancelled. After a cancellation no call on this
    ///   socket waits any more.
    package func wait(until moment: NIODeadline) async throws {
        let eventLoop = channel.eventLoop
        try await withTaskCancellationHandler {
            let end = try await eventLoop.flatSubmit { [handler] in handler.value.wait(until: moment) }.get()
            if let end { throw end }
        } onCancel: {
            eventLoop.execute { [handler] in handler.value.cancel() }
        }
        try Task.checkCancellation()
    }

    /// Ends the stream, and waits for the server's answer.
    package func finish() async {
        channel.writeAndFlush(MediaPublishHandler.close(1_000), promise: nil)
        let silent = channel.eventLoop.scheduleTask(in: Self.closeTimeout) { [channel] in channel.close(promise: nil) }
        _ = await ended()
        silent.cancel()
    }

    /// Drops the connection without a close frame, so that the server takes the picture for interrupted.
    package func breakOff() async {
        channel.close(promise: nil)
        _ = await ended()
    }

    private func ended() async -> End {
        try? await channel.closeFuture.get()
        let end = try? await channel.eventLoop.submit { [handler] in handler.value.end }.get()
        return end ?? End(code: .lost, reason: "")
    }
}

extension TransportEndpoint {
    /// The part of the path before `/v1/ws`. It is empty unless a proxy serves the server below a path.
    var pathPrefix: String { path.hasSuffix("/v1/ws") ? String(path.dropLast("/v1/ws".utf8.count)) : path }

    /// The path of a live's picture on the server.
    package func mediaPath(of live: LiveID) -> String {
        let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        let digits = Array("0123456789ABCDEF")
        let escaped = live.rawValue.utf8.map { byte in
            letters.contains(byte)
                ? String(UnicodeScalar(byte)) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 0xF)])"
        }
        return "\(pathPrefix)/v1/media/\(escaped.joined())"
    }
}
