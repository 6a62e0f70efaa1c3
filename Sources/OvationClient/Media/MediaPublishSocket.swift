package import NIOCore
import NIOHTTP1
import NIOPosix
package import NIOSSL
import NIOWebSocket
package import OvationModel

/// A WebSocket over which a picture is published: bytes of fragmented MP4 go out, pings are answered, and the server says by a close code
/// why it ends.
package final class MediaPublishSocket: Sendable {
    /// The subprotocol of publishers and players.
    package static let subprotocol = "ovation.media.v1"
    /// How long the other end may take to accept a piece, or to answer a close frame.
    private static let writeTimeout = TimeAmount.seconds(30)
    private static let closeTimeout = TimeAmount.seconds(5)
    /// A server sends pings and a close frame, both short.
    private static let frameBytesMax = 64 * 1_024

    /// How it ended.
    package struct End: Error, Hashable, Sendable {
        /// The server's code, or `CloseCode.lost`.
        package let code: CloseCode
        /// The server's words; empty where there are none.
        package let reason: String
    }

    /// The server answered the handshake with something else than a WebSocket.
    package struct Refusal: Error, Hashable, Sendable {
        /// The status of the answer.
        package let status: Int
        /// The server's number for the reason; nil where it gave none.
        package let code: ErrorCode?
        /// What happened, in the server's words; nil where it gave none.
        package let message: String?

        /// Whether the same request may be taken later.
        package var isTemporary: Bool { [408, 425, 429].contains(status) || status >= 500 }
    }

    /// What shows that somebody may publish.
    package enum Proof: Sendable {
        /// The live's stream key. It travels in a header, because addresses are logged.
        case key(String)
        /// The address that the server gave, with a ticket for one use: a path and a query.
        case address(String)
    }

    private let channel: any Channel
    private let handler: NIOLoopBound<MediaPublishHandler>

    private init(channel: any Channel, handler: NIOLoopBound<MediaPublishHandler>) {
        self.channel = channel
        self.handler = handler
    }

    /// Opens a socket to the picture of a live.
    ///
    /// - Parameters:
    ///   - server: where the server is.
    ///   - tls: by which a server is believed; nil for the system's way.
    /// - Throws: ``Refusal`` where the server says no, else what the network or TLS says.
    package static func open(
        to server: TransportEndpoint, live: LiveID, proof: Proof, tls: TLSConfiguration?
    ) async throws -> MediaPublishSocket {
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

    /// What became of a handshake.
    private enum Opening: Sendable {
        case socket(MediaPublishSocket)
        /// The answer is still being read.
        case refused(EventLoopFuture<Refusal>)
    }

    /// Sets a channel up for a handshake.
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
                return .socket(MediaPublishSocket(channel: channel, handler: bound))
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
        // What comes in one segment with the response are the server's first frames.
        http.leftOverBytesStrategy = .forwardBytes
        let opening = try pipeline.configureUpgradableHTTPClientPipeline(configuration: http)
        opening.whenFailure { _ in channel.close(promise: nil) }
        return opening
    }

    // MARK: - Publishing

    /// Sends bytes of the stream, and returns when the socket has taken them.
    ///
    /// - Throws: ``End`` where the connection is over.
    package func send(_ bytes: [UInt8]) async throws {
        let slow = channel.eventLoop.scheduleTask(in: Self.writeTimeout) { [channel] in channel.close(promise: nil) }
        defer { slow.cancel() }
        let frame = WebSocketFrame(
            fin: true, opcode: .binary, maskKey: .random(), data: channel.allocator.buffer(bytes: bytes))
        do {
            try await channel.writeAndFlush(frame).get()
        } catch {
            // The close frame says more than the write that failed.
            throw await ended()
        }
    }

    /// Waits until a moment, or until the connection is over.
    ///
    /// - Throws: ``End`` where the connection is over, and `CancellationError`; from then on nothing on this socket is waited for.
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

    /// Says that the stream ends here, and waits for the server's answer.
    package func finish() async {
        channel.writeAndFlush(MediaPublishHandler.close(1_000), promise: nil)
        let silent = channel.eventLoop.scheduleTask(in: Self.closeTimeout) { [channel] in channel.close(promise: nil) }
        _ = await ended()
        silent.cancel()
    }

    /// Breaks the connection off, as a network does: to the server the picture is interrupted.
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
    /// What stands before `/v1/ws`: empty, but where a proxy has the server below a path.
    var pathPrefix: String { path.hasSuffix("/v1/ws") ? String(path.dropLast("/v1/ws".utf8.count)) : path }

    /// The path of a live's picture.
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
