import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import OvationModel

/// One connection of a ``NIOTransport``, from the first packet through the handshake to the end. It is used on its event loop only.
final class NIOTransportConnection: TransportConnection {
    /// How long to wait for the server's answer to a close frame before closing the connection anyway.
    private static let closeTimeout = TimeAmount.seconds(1)

    private let eventLoop: any EventLoop
    private let deliver: @Sendable (TransportEvent) -> Void
    private var channel: (any Channel)?
    private var isUpgraded = false
    private var isFinished = false
    /// The end to report once the channel has closed.
    private var ending: (code: CloseCode, failure: TransportFailure?)?

    init(eventLoop: any EventLoop, deliver: @escaping @Sendable (TransportEvent) -> Void) {
        self.eventLoop = eventLoop
        self.deliver = deliver
    }

    // MARK: - Beginning

    func connect(to endpoint: TransportEndpoint, tls: Result<NIOSSLContext, any Error>?) {
        let context: NIOSSLContext?
        do {
            context = try tls?.get()
        } catch {
            // Report the failure after this call returns, because the caller does not expect the end of a connection that it has only
            // begun.
            let bound = NIOLoopBound(self, eventLoop: eventLoop)
            let failure = TransportFailure("TLS cannot be used: \(error)", isPermanent: true)
            eventLoop.execute { bound.value.finish(.lost, failure) }
            return
        }
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        ClientBootstrap(group: eventLoop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try bound.value.configure(channel, endpoint, context) }
            }
            .connect(host: endpoint.host, port: endpoint.port)
            .assumeIsolated()
            .whenComplete { result in
                switch result {
                case .success(let channel): self.connected(channel)
                case .failure(let error):
                    self.finish(.lost, TransportFailure("\(endpoint): \(ConnectionFailure(error))."))
                }
            }
    }

    private func configure(_ channel: any Channel, _ endpoint: TransportEndpoint, _ tls: NIOSSLContext?) throws {
        let pipeline = channel.pipeline.syncOperations
        if let tls {
            // The handshake may name a host, but never an IP address.
            let isAddress = (try? SocketAddress(ipAddress: endpoint.host, port: 0)) != nil
            try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: isAddress ? nil : endpoint.host))
        }
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        let upgrader = NIOTypedWebSocketClientUpgrader<Bool>(
            maxFrameSize: NIOTransport.messageBytesMax, enableAutomaticErrorHandling: false
        ) { channel, response in
            channel.eventLoop.makeCompletedFuture {
                guard response.headers["Sec-WebSocket-Protocol"] == [NIOTransport.subprotocol] else {
                    throw TransportFailure("The server does not speak \(NIOTransport.subprotocol).", isPermanent: true)
                }
                try channel.pipeline.syncOperations.addHandler(ClientWebSocketHandler(connection: bound.value))
                return true
            }
        }
        let headers: HTTPHeaders = [
            "Host": endpoint.hostHeader, "Content-Length": "0", "Sec-WebSocket-Protocol": NIOTransport.subprotocol,
            "User-Agent": "Ovation/1 (\(NIOTransport.platform))",
        ]
        let configuration = NIOTypedHTTPClientUpgradeConfiguration<Bool>(
            upgradeRequestHead: HTTPRequestHead(version: .http1_1, method: .GET, uri: endpoint.path, headers: headers),
            upgraders: [upgrader]
        ) { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(HandshakeRefusalHandler(connection: bound.value))
                return false
            }
        }
        var http = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: configuration)
        // Bytes that arrive together with the response are the server's first frames.
        http.leftOverBytesStrategy = .forwardBytes
        try pipeline.configureUpgradableHTTPClientPipeline(configuration: http)
            .assumeIsolated()
            .whenComplete { [weak channel] result in
                switch result {
                case .success(true): self.upgraded()
                case .success(false): break  // `HandshakeRefusalHandler` reads the status next.
                case .failure(let error): if let channel { self.handshakeFailed(error, on: channel) }
                }
            }
    }

    private func connected(_ channel: any Channel) {
        guard !isFinished else {
            channel.close(promise: nil)
            return
        }
        self.channel = channel
        channel.closeFuture.assumeIsolated().whenComplete { _ in
            self.finish(self.ending?.code ?? .lost, self.ending?.failure)
        }
    }

    private func upgraded() {
        guard !isFinished, ending == nil else { return }
        isUpgraded = true
        deliver(.opened)
    }

    private func handshakeFailed(_ error: any Error, on channel: any Channel) {
        // If several addresses of a host are tried at once, the handlers of the slower ones fail too.
        guard !isFinished, let own = self.channel, own === channel else { return }
        if ending == nil { ending = (.lost, Self.failure(of: error)) }
        channel.close(promise: nil)
    }

    /// Handles that the server answered the handshake with another status than 101.
    func refused(status: HTTPResponseStatus) {
        // The same request will get the same answer, except after 408, 425, 429 and 5xx, which may be temporary.
        let isPermanent = (300..<500).contains(status.code) && ![408, 425, 429].contains(status.code)
        ending = (
            .lost, TransportFailure("The server answered the handshake with \(status).", isPermanent: isPermanent)
        )
        channel?.close(promise: nil)
    }

    private static func failure(of error: any Error) -> TransportFailure {
        switch error {
        case let failure as TransportFailure: failure
        // A certificate that is not trusted, or is for another name, will fail next time too. A handshake that was merely cut off may
        // succeed later.
        case NIOSSLError.handshakeFailed(.sslError), is NIOSSLExtraError:
            TransportFailure("The TLS handshake failed: \(ConnectionFailure(error)).", isPermanent: true)
        default: TransportFailure("The handshake failed: \(ConnectionFailure(error)).")
        }
    }

    // MARK: - Frames

    func send(_ text: Data) {
        write(.text, text)
    }

    /// Writes a masked frame. The buffer has room for the header before the bytes, so that the frame is one write.
    private func write(_ opcode: WebSocketOpcode, _ bytes: some Collection<UInt8>) {
        guard let channel, isUpgraded, !isFinished, channel.isActive else { return }
        let headerBytesMax = 14
        var buffer = channel.allocator.buffer(capacity: headerBytesMax + bytes.count)
        buffer.moveWriterIndex(to: headerBytesMax)
        buffer.moveReaderIndex(to: headerBytesMax)
        buffer.writeBytes(bytes)
        let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: buffer)
        channel.writeAndFlush(frame, promise: nil)
    }

    func received(_ text: ByteBuffer) {
        guard ending == nil else { return }
        deliver(.text(Data(text.readableBytesView)))
    }

    func received(ping bytes: ByteBuffer) {
        guard ending == nil else { return }
        write(.pong, bytes.readableBytesView)
        deliver(.alive)
    }

    func receivedPong() {
        guard ending == nil else { return }
        deliver(.alive)
    }

    // MARK: - Ending

    /// Handles the server's close frame. It is answered unless it is the answer to ours.
    func received(close code: CloseCode) {
        if ending == nil { writeClose(code) }
        ending = (code, nil)
        channel?.close(promise: nil)
    }

    /// Handles that the server broke the rules of WebSocket. The connection counts as lost, because the next one may be better.
    func violated(_ code: CloseCode) {
        guard ending == nil else { return }
        writeClose(code)
        ending = (.lost, TransportFailure("The server broke the rules of WebSocket: \(code)."))
        channel?.close(promise: nil)
    }

    func failed(_ error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength: violated(.messageTooBig)
        case is NIOWebSocketError: violated(.protocolError)
        default:
            if ending == nil { ending = (.lost, TransportFailure("The connection failed: \(error)")) }
            channel?.close(promise: nil)
        }
    }

    func close(_ code: CloseCode) {
        guard !isFinished, ending == nil else { return }
        ending = (code, nil)
        guard let channel else {
            finish(code, nil)
            return
        }
        guard isUpgraded, code != .lost else {
            channel.close(promise: nil)
            return
        }
        writeClose(code)
        eventLoop.assumeIsolated().scheduleTask(in: Self.closeTimeout) { [weak channel] in
            channel?.close(promise: nil)
        }
    }

    private func writeClose(_ code: CloseCode) {
        let bytes: [UInt8]
        switch code.rawValue {
        case 1005: bytes = []  // 1005 stands for a frame without a code.
        case 1000...1003, 1007...1014, 3000...4999: bytes = [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)]
        default: bytes = [UInt8(1002 >> 8), UInt8(1002 & 0xFF)]  // This code must not be sent in a frame.
        }
        write(.connectionClose, bytes)
    }

    private func finish(_ code: CloseCode, _ failure: TransportFailure?) {
        guard !isFinished else { return }
        isFinished = true
        deliver(.closed(code, failure))
    }
}
