import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import OvationTestKit

@testable import OvationClient

/// A small WebSocket server on an ephemeral local port. It does what a test tells it to, right or wrong.
final class WebSocketTestServer: Sendable {
    struct Options: Sendable {
        var isSecure = false
        /// The subprotocol in the handshake's answer.
        var subprotocol: String? = NIOTransport.subprotocol
        /// Frames sent in one segment with the handshake's answer.
        var greeting: [UInt8] = []
        /// Whether the handshake is accepted.
        var accepts = true
    }

    private let channel: any Channel
    private let connections: Mailbox<ServerConnection>

    private init(channel: any Channel, connections: Mailbox<ServerConnection>) {
        self.channel = channel
        self.connections = connections
    }

    var port: Int { channel.localAddress?.port ?? 0 }

    func nextConnection() async -> ServerConnection { await connections.next() }

    func stop() async throws { try await channel.close() }

    static func start(_ options: Options = Options()) async throws -> WebSocketTestServer {
        let connections = Mailbox<ServerConnection>()
        let tls = options.isSecure ? try NIOSSLContext(configuration: serverTLS()) : nil
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    if !options.greeting.isEmpty {
                        try channel.pipeline.syncOperations.addHandler(GreetingHandler(options.greeting))
                    }
                    try configure(channel, options, connections)
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return WebSocketTestServer(channel: channel, connections: connections)
    }

    private static func serverTLS() throws -> TLSConfiguration {
        try .makeServerConfiguration(
            certificateChain: [
                .certificate(NIOSSLCertificate(bytes: Array(TestCertificates.first.utf8), format: .pem))
            ],
            privateKey: .privateKey(NIOSSLPrivateKey(bytes: Array(TestCertificates.firstKey.utf8), format: .pem)))
    }

    private static func configure(
        _ channel: any Channel, _ options: Options, _ connections: Mailbox<ServerConnection>
    ) throws {
        let upgrader = NIOTypedWebSocketServerUpgrader<Bool>(
            maxFrameSize: 1 << 20,
            shouldUpgrade: { channel, _ in
                let headers = options.subprotocol.map { HTTPHeaders([("Sec-WebSocket-Protocol", $0)]) } ?? HTTPHeaders()
                return channel.eventLoop.makeSucceededFuture(options.accepts ? headers : nil)
            },
            upgradePipelineHandler: { channel, request in
                channel.eventLoop.makeCompletedFuture {
                    let connection = ServerConnection(channel: channel, request: request)
                    try channel.pipeline.syncOperations.addHandler(ServerFrameHandler(connection: connection))
                    connections.put(connection)
                    return true
                }
            })
        let upgrade = NIOTypedHTTPServerUpgradeConfiguration<Bool>(upgraders: [upgrader]) { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(NotFoundHandler())
                return false
            }
        }
        _ = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
            configuration: .init(upgradeConfiguration: upgrade))
    }
}

/// The server's end of a connection.
final class ServerConnection: Sendable {
    enum Received: Equatable, Sendable {
        case frame(WebSocketOpcode, String, isMasked: Bool)
        case ended
    }

    let request: HTTPRequestHead
    private let channel: any Channel
    fileprivate let received = Mailbox<Received>()

    init(channel: any Channel, request: HTTPRequestHead) {
        self.channel = channel
        self.request = request
    }

    func next() async -> Received { await received.next() }

    /// Waits for the next text frame, past pings and pongs.
    func nextText() async -> String {
        while true {
            switch await next() {
            case .frame(.text, let text, _): return text
            case .frame: continue
            case .ended: return "ended"
            }
        }
    }

    func send(_ opcode: WebSocketOpcode, _ text: String, fin: Bool = true) {
        let frame = WebSocketFrame(fin: fin, opcode: opcode, data: ByteBuffer(string: text))
        channel.writeAndFlush(frame, promise: nil)
    }

    func sendClose(_ code: UInt16) {
        var bytes = ByteBuffer()
        bytes.writeInteger(code)
        channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .connectionClose, data: bytes), promise: nil)
    }

    /// Writes bytes around the frame encoder, as one segment.
    func send(raw bytes: [UInt8]) {
        let channel = channel
        channel.eventLoop.execute {
            let context = try? channel.pipeline.syncOperations.context(handlerType: WebSocketFrameEncoder.self)
            context?.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes)), promise: nil)
        }
    }

    /// Cuts the connection without a close frame.
    func cut() { channel.close(promise: nil) }
}

/// The bytes of a server's frame, unmasked.
func serverFrame(_ opcode: UInt8, _ payload: String, fin: Bool = true) -> [UInt8] {
    let bytes = Array(payload.utf8)
    precondition(bytes.count < 65_536)
    let length: [UInt8] =
        bytes.count < 126 ? [UInt8(bytes.count)] : [126, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
    return [(fin ? 0x80 : 0) | opcode] + length + bytes
}

private final class ServerFrameHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    private let connection: ServerConnection

    init(connection: ServerConnection) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        if frame.opcode == .connectionClose {
            var bytes = frame.unmaskedData
            let code = bytes.readInteger(as: UInt16.self).map(String.init) ?? ""
            connection.received.put(.frame(.connectionClose, code, isMasked: frame.maskKey != nil))
            context.close(promise: nil)
        } else {
            connection.received.put(
                .frame(frame.opcode, String(buffer: frame.unmaskedData), isMasked: frame.maskKey != nil))
        }
    }

    func channelInactive(context: ChannelHandlerContext) { connection.received.put(.ended) }
}

/// Appends bytes to the server's first write, which is the handshake's answer.
private final class GreetingHandler: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var greeting: [UInt8]

    init(_ greeting: [UInt8]) { self.greeting = greeting }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var buffer = unwrapOutboundIn(data)
        buffer.writeBytes(greeting)
        greeting = []
        context.write(wrapOutboundOut(buffer), promise: promise)
    }
}

private final class NotFoundHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else { return }
        let head = HTTPResponseHead(version: .http1_1, status: .notFound, headers: ["Content-Length": "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
