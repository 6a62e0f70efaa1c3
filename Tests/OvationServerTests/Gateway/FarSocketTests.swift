import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import OvationTestKit
import Testing

@testable import OvationHTTP

/// A handshake at another server, over real sockets, with TLS and without.
@Suite(.timeLimit(.minutes(5)))
struct FarSocketTests {
    /// Answers the first bytes of a connection with a text.
    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let answer: String

        init(_ answer: String) { self.answer = answer }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
        }
    }

    private static let upgrade = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"

    private static func context() throws -> NIOSSLContext {
        let certificate = try NIOSSLCertificate(bytes: Array(TestCertificates.first.utf8), format: .pem)
        let key = try NIOSSLPrivateKey(bytes: Array(TestCertificates.firstKey.utf8), format: .pem)
        return try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: [.certificate(certificate)], privateKey: .privateKey(key)))
    }

    /// Runs a server that answers with a text, and asks it for a client whose connection is open.
    private static func ask(
        answer: String, isEncrypted: Bool = false,
        _ body: (_ answer: FarSocket.Answer, _ near: any Channel) async throws -> Void
    ) async throws {
        let server = isEncrypted ? try context() : nil
        let listening = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let server { try pipeline.addHandler(NIOSSLServerHandler(context: server)) }
                    try pipeline.addHandler(Answering(answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(listening.localAddress?.port)
        let near = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port).get()
        try await body(try await open(port, for: near, isEncrypted: isEncrypted), near)
        try? await near.close().get()
        try await listening.close().get()
    }

    private static func open(
        _ port: Int, for near: any Channel, isEncrypted: Bool = false
    ) async throws -> FarSocket.Answer {
        var client = TLSConfiguration.makeClientConfiguration()
        client.certificateVerification = .none
        let address = try #require(ServerAddress("\(isEncrypted ? "https" : "http")://127.0.0.1:\(port)"))
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/v1/media/r1/publish", headers: ["Host": "x"])
        return await FarSocket.open(
            at: address, head, tls: try NIOSSLContext(configuration: client), for: near, connectTime: .minutes(1),
            answerTime: .minutes(1), FarSocket.Bounds(bytesMax: 65_536, silence: .minutes(5)), onBytes: { _ in },
            onEnd: { _ in })
    }

    @Test(arguments: [false, true])
    func `a refusal of the other server comes as it is, with TLS and without`(_ isEncrypted: Bool) async throws {
        let text =
            "HTTP/1.1 429 Too Many\r\nContent-Type: application/json\r\nRetry-After: 3\r\nServer: other\r\n"
            + "Content-Length: 2\r\n\r\n{}"
        try await Self.ask(answer: text, isEncrypted: isEncrypted) { answer, _ in
            guard case .refused(let refusal) = answer else {
                Issue.record("\(answer)")
                return
            }
            #expect(refusal.status == .tooManyRequests)
            #expect(refusal.body == Array("{}".utf8))
            #expect(refusal.headers.first(name: "Retry-After") == "3")
            #expect(refusal.headers.first(name: "Content-Type") == "application/json")
            #expect(refusal.headers.first(name: "Server") == nil)
        }
    }

    @Test(arguments: [false, true])
    func `a socket that was opened and not joined ends with its client`(_ isEncrypted: Bool) async throws {
        try await Self.ask(answer: Self.upgrade, isEncrypted: isEncrypted) { answer, near in
            guard case .open(let socket) = answer else {
                Issue.record("\(answer)")
                return
            }
            try await near.close().get()
            try await socket.closeFuture.get()
        }
    }

    @Test(arguments: [
        "SSH-2.0-OpenSSH\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 403 Forbidden\r\nContent-Length: 99999999\r\n\r\n",
    ])
    func `what says nothing that an answer is counts as unreachable`(_ text: String) async throws {
        try await Self.ask(answer: text) { answer, _ in
            guard case .unreachable = answer else {
                Issue.record("\(answer)")
                return
            }
        }
    }

    @Test func `a server that does not listen counts as unreachable`() async throws {
        try await Self.ask(answer: Self.upgrade) { _, near in
            guard case .unreachable = try await Self.open(1, for: near) else {
                Issue.record("something listens on port 1")
                return
            }
        }
    }
}
