import NIOCore
import NIOPosix
import NIOSSL
import OvationTestKit
import Testing

@testable import OvationNode
@testable import OvationPictures

/// Janus behind TLS: what cannot be trusted, or speaks something else, costs the picture by WebRTC, and the log says what to look at.
@Suite(.timeLimit(.minutes(5)))
struct JanusTLSTests {
    /// Answers whatever comes as a server of HTTP answers what it cannot read.
    private final class Refusing: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let answer = ByteBuffer(string: "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
        }
    }

    private static func context() throws -> NIOSSLContext {
        let certificate = try NIOSSLCertificate(bytes: Array(TestCertificates.first.utf8), format: .pem)
        let key = try NIOSSLPrivateKey(bytes: Array(TestCertificates.firstKey.utf8), format: .pem)
        return try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: [.certificate(certificate)], privateKey: .privateKey(key)))
    }

    /// Runs a server with a certificate that nothing trusts, or without TLS.
    private static func withServer(isEncrypted: Bool, _ body: (_ port: Int) async throws -> Void) async throws {
        let context = isEncrypted ? try context() : nil
        let listening = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let context { try pipeline.addHandler(NIOSSLServerHandler(context: context)) }
                    try pipeline.addHandler(Refusing())
                }
            }
            .bind(host: "localhost", port: 0).get()
        let port = try #require(listening.localAddress?.port)
        do { try await body(port) } catch {
            try? await listening.close().get()
            throw error
        }
        try await listening.close().get()
    }

    /// Waits for what the log says of Janus, and has a publisher refused.
    private static func expectRefused(_ words: String, url: String) async throws {
        let change: (inout RTCConfiguration) -> Void = { $0.janusURL = url }
        try await RTCWorld.run(isOpen: false, change: change) { world async throws in
            let wait = Patience.begin("a line of the log that says: \(words)")
            defer { wait.end() }
            while !world.media.log.lines.contains(where: { $0.contains(words) }) { await Task.yield() }
            let refused = try await world.publish()
            #expect(refused.status == 503)
            #expect(try refused.failure("code") == "110314")
        }
    }

    @Test func `a Janus whose certificate nobody trusts is not used, and the log says so`() async throws {
        try await Self.withServer(isEncrypted: true) { port in
            let words = "this machine does not trust its certificate"
            try await Self.expectRefused(words, url: "https://localhost:\(port)/janus")
        }
    }

    @Test func `a Janus that is looked for with TLS and speaks none is not used, and the log says so`() async throws {
        try await Self.withServer(isEncrypted: false) { port in
            try await Self.expectRefused("it speaks no TLS there", url: "https://localhost:\(port)/janus")
        }
    }

    @Test func `a Janus that is looked for without TLS and speaks nothing else is not used`() async throws {
        try await Self.withServer(isEncrypted: true) { port in
            try await Self.expectRefused("rtc.janusURL", url: "http://localhost:\(port)/janus")
        }
    }
}
