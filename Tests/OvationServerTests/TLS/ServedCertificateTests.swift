import Logging
import NIOCore
import NIOEmbedded
import NIOPosix
import NIOSSL
import OvationModel
import OvationRules
import OvationStorageSQLite
import OvationTestKit
import Testing

@testable import OvationHTTP
@testable import OvationNode
@testable import OvationObservability
@testable import OvationServer
@testable import OvationSupport

/// The certificate that the server shows its clients.
@Suite(.timeLimit(.minutes(5))) struct ServedCertificateTests {
    private let clock = ManualClock()
    private let registry = PrometheusRegistry()
    private let log = RecordedLog()

    private func serve(_ paths: NodeConfiguration.TLSFiles) throws -> ServedCertificate {
        try ServedCertificate(
            paths, limits: Limits(),
            clock: ServerClock(wall: { [clock] in clock.now }, nanoseconds: { [clock] in clock.nanoseconds }),
            metrics: CertificateMetrics(factory: registry), eventLoop: EmbeddedEventLoop(), asks: CertificateAsks(),
            logger: log.logger)
    }

    /// Shakes hands between a client and the server's end without sockets. Returns the agreed version and the text of the handshake's
    /// event, which has the protocol.
    private func handshake(
        with certificate: ServedCertificate, trusting root: String = TestCertificates.first,
        _ change: (inout TLSConfiguration) -> Void = { _ in }
    ) throws -> (version: TLSVersion?, event: String) {
        final class Events: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer
            var texts: [String] = []
            func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) { texts.append("\(event)") }
        }
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(root.utf8)))
        change(&configuration)
        let events = Events()
        let client = try NIOSSLClientHandler(
            context: NIOSSLContext(configuration: configuration), serverHostname: "localhost")
        let ends = [
            EmbeddedChannel(handlers: [client, events]),
            EmbeddedChannel(handler: NIOSSLServerHandler(context: certificate.context)),
        ]
        for end in ends { try end.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait() }
        var isMoving = true
        while isMoving {
            isMoving = false
            for (from, to) in [(ends[0], ends[1]), (ends[1], ends[0])] {
                while let bytes = try from.readOutbound(as: ByteBuffer.self) {
                    isMoving = true
                    try to.writeInbound(bytes)
                }
            }
        }
        return (client.tlsVersion, events.texts.first { $0.contains("handshakeCompleted") } ?? "")
    }

    @Test(arguments: [TLSVersion.tlsv1, .tlsv11])
    func `a client of TLS 1.1 or older is refused`(version: TLSVersion) async throws {
        try await CertificateFolder.with { folder in
            let certificate = try serve(folder.paths)
            #expect(throws: NIOSSLError.self) {
                try handshake(with: certificate) {
                    $0.minimumTLSVersion = .tlsv1
                    $0.maximumTLSVersion = version
                }
            }
        }
    }

    @Test(arguments: [TLSVersion.tlsv12, .tlsv13])
    func `a client of TLS 1.2 or 1.3 is accepted, and agrees on HTTP/1.1 if it asks`(version: TLSVersion) async throws {
        try await CertificateFolder.with { folder in
            let certificate = try serve(folder.paths)
            let plain = try handshake(with: certificate) { $0.maximumTLSVersion = version }
            #expect(plain.version == version)
            #expect(plain.event.contains("nil"), "\(plain.event)")
            let browser = try handshake(with: certificate) {
                $0.maximumTLSVersion = version
                $0.applicationProtocols = ["h2", "http/1.1"]
            }
            #expect(browser.event.contains("http/1.1"), "\(browser.event)")
        }
    }

    @Test func `a new certificate is shown after the next check of the files`() async throws {
        try await CertificateFolder.with { folder in
            let certificate = try serve(folder.paths)
            #expect(certificate.look() == .unchanged)
            try folder.write(certificate: TestCertificates.second, key: TestCertificates.secondKey)
            #expect(try handshake(with: certificate).version == .tlsv13)
            #expect(certificate.look() == .replaced)
            #expect(try handshake(with: certificate, trusting: TestCertificates.second).version == .tlsv13)
            #expect(throws: (any Error).self) { try handshake(with: certificate) }
            #expect(registry.render().contains(#"ovation_certificate_changes_total{served="true"} 1"#))
        }
    }

    @Test func `an unusable new certificate leaves the old one in place, and is logged once`() async throws {
        try await CertificateFolder.with { folder in
            let certificate = try serve(folder.paths)
            // Only the first of the two files has been copied so far.
            try folder.write(certificate: TestCertificates.second, key: TestCertificates.firstKey)
            for _ in 0..<10 {
                guard case .refused(let problem) = certificate.look() else {
                    Issue.record("a certificate without its own key must be refused")
                    return
                }
                #expect(problem.kind == .mismatched(other: folder.paths.key))
            }
            let lines = log.lines.filter { $0.contains("cannot be served") }
            #expect(lines.count == 1 && lines[0].contains(#""level":"error""#) && lines[0].contains("cert.pem"))
            #expect(try handshake(with: certificate).version == .tlsv13)
            try folder.write(certificate: TestCertificates.second, key: TestCertificates.secondKey)
            #expect(certificate.look() == .replaced)
        }
    }

    @Test func `the certificate's end is a metric, and is logged once a day in its last fourteen days`() async throws {
        try await CertificateFolder.with { folder in
            let end = TestCertificates.endOfFirst
            func warnings(_ certificate: ServedCertificate, daysBefore: Double) -> Int {
                clock.set(Timestamp(milliseconds: end * 1_000 - Int64(daysBefore * 86_400_000)))
                let before = log.lines.count
                certificate.warnOfEnd()
                return log.lines.count - before
            }
            let certificate = try serve(folder.paths)
            #expect(registry.render().contains("ovation_certificate_end_timestamp_seconds \(end)"))
            #expect(log.lines == [])
            #expect(warnings(certificate, daysBefore: 14) == 0)
            #expect(warnings(certificate, daysBefore: 13.9) == 1)
            #expect(log.lines.last?.contains(#""level":"warning""#) == true)
            #expect(log.lines.last?.contains(#""certificate.end":"2126-10-29T06:54:16.000Z""#) == true, "\(log.lines)")
            #expect(warnings(certificate, daysBefore: 13.1) == 0, "the log has one warning a day")
            #expect(warnings(certificate, daysBefore: 12.9) == 1)
            #expect(warnings(certificate, daysBefore: -0.1) == 1)
            #expect(log.lines.last?.contains(#""level":"error""#) == true)
        }
    }
}

/// A server with TLS on a real socket.
@Suite(.timeLimit(.minutes(5))) struct EncryptedServerTests {
    /// Shakes hands with a server over a socket, trusting one root. Returns whether it succeeded.
    private func isTrusted(_ root: String, port: Int) async throws -> Bool {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(root.utf8)))
        let context = try NIOSSLContext(configuration: configuration)
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        NIOSSLClientHandler(context: context, serverHostname: "localhost"))
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        do {
            return try await channel.executeThenClose { inbound, outbound in
                let request = "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                try await outbound.write(ByteBuffer(string: request))
                var answer = ByteBuffer()
                for try await part in inbound { answer.writeImmutableBuffer(part) }
                return String(buffer: answer).hasPrefix("HTTP/1.1 200 OK")
            }
        } catch {
            return false
        }
    }

    @Test func `a new certificate is served without a restart`() async throws {
        try await CertificateFolder.with { folder in
            let (lines, line) = AsyncStream.makeStream(of: String.self)
            let (ports, running) = AsyncStream.makeStream(of: Int.self)
            let logger = Logger(label: "test") { label in
                StructuredLogHandler(
                    label: label, format: .json,
                    output: LogOutput { line.yield(String(decoding: $0, as: UTF8.self)) })
            }
            let server = Server(
                configuration: NodeConfiguration(
                    port: 0, eventLoops: 1, sdkAppID: 1, secret: "a secret of the test", tls: folder.paths),
                storage: try SQLiteStorage(inMemory: LedgerPolicy()), logger: logger
            ) { running.yield($0) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await server.run() }
                var port = ports.makeAsyncIterator()
                let number = try #require(await port.next())
                #expect(try await isTrusted(TestCertificates.first, port: number))
                #expect(try await !isTrusted(TestCertificates.second, port: number))
                try folder.write(certificate: TestCertificates.second, key: TestCertificates.secondKey)
                server.lookForCertificate()
                for await text in lines where text.contains("new certificate") { break }
                #expect(try await isTrusted(TestCertificates.second, port: number))
                group.cancelAll()
            }
        }
    }

    @Test func `a server with an unusable certificate does not start, and names the file`() async throws {
        try await CertificateFolder.with(key: TestCertificates.secondKey) { folder in
            let server = Server(
                configuration: NodeConfiguration(
                    port: 0, eventLoops: 1, sdkAppID: 1, secret: "a secret of the test", tls: folder.paths),
                storage: try SQLiteStorage(inMemory: LedgerPolicy()),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            let expected = CertificateProblem(
                path: folder.paths.certificate, role: .certificate, kind: .mismatched(other: folder.paths.key))
            await #expect(throws: expected) { try await server.run() }
        }
    }
}
