import Foundation
import NIOCore
import NIOSSL
import OvationModel

extension CertificatePaths {
    /// Looks whether the files can be served.
    ///
    /// - Throws: the first thing that is wrong.
    public func check() throws(CertificateProblem) { _ = try CertificateFiles.read(self).load() }
}

/// The bytes of a certificate and its key.
struct CertificateFiles: Equatable, Sendable {
    /// More than any chain of certificates has.
    private static let bytesMax = 1_048_576

    let paths: CertificatePaths
    let certificate: [UInt8]
    let key: [UInt8]

    /// What is shown to clients, ready to use.
    struct Loaded: Sendable {
        let context: NIOSSLContext
        /// When the first certificate of the chain ends.
        let end: Timestamp
    }

    /// Reads the files.
    static func read(_ paths: CertificatePaths) throws(CertificateProblem) -> CertificateFiles {
        CertificateFiles(
            paths: paths, certificate: try bytes(paths.certificate, .certificate), key: try bytes(paths.key, .key))
    }

    private static func bytes(
        _ path: String, _ role: CertificateProblem.Role
    ) throws(CertificateProblem) -> [UInt8] {
        func problem(_ kind: CertificateProblem.Kind) -> CertificateProblem {
            CertificateProblem(path: path, role: role, kind: kind)
        }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            throw errno == ENOENT ? problem(.missing) : problem(.unreadable(reason: String(cString: strerror(errno))))
        }
        defer { close(file) }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Foundation.read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR || (errno == EAGAIN && isReadable(file)) { continue }
            guard count >= 0 else { throw problem(.unreadable(reason: String(cString: strerror(errno)))) }
            if count == 0 { return content }
            content += buffer[..<count]
            guard content.count <= bytesMax else { throw problem(.tooLarge) }
        }
    }

    /// Waits for what somebody writes into a pipe, for five seconds at most. A pipe that nobody writes to must not hold up a look
    /// at the files.
    private static func isReadable(_ file: CInt) -> Bool {
        var interest = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        return poll(&interest, 1, 5_000) > 0
    }

    /// Makes of the bytes what new connections need.
    func load() throws(CertificateProblem) -> Loaded {
        let chain = try chain()
        let key = try privateKey()
        let context: NIOSSLContext
        do {
            context = try Self.context(chain, key)
        } catch {
            // Each is good for itself.
            let isOutOfOrder = chain.dropFirst().contains { (try? Self.context([$0], key)) != nil }
            throw problem(
                .certificate, isOutOfOrder ? .outOfOrder(other: paths.key) : .mismatched(other: paths.key))
        }
        let end = chain.map(\.notValidAfter).min() ?? 0
        return Loaded(context: context, end: Timestamp(milliseconds: Int64(end) * 1_000))
    }

    private func chain() throws(CertificateProblem) -> [NIOSSLCertificate] {
        guard Self.has("CERTIFICATE-----", certificate) else {
            throw problem(.certificate, .notPEM(Self.guess(certificate, other: "PRIVATE KEY-----")))
        }
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(certificate), !chain.isEmpty else {
            throw problem(.certificate, .damaged)
        }
        return chain
    }

    private func privateKey() throws(CertificateProblem) -> NIOSSLPrivateKey {
        guard Self.has("PRIVATE KEY-----", key) else {
            throw problem(.key, .notPEM(Self.guess(key, other: "CERTIFICATE-----")))
        }
        guard !Self.has("ENCRYPTED", key) else { throw problem(.key, .encrypted) }
        guard let privateKey = try? NIOSSLPrivateKey(bytes: key, format: .pem) else { throw problem(.key, .damaged) }
        return privateKey
    }

    /// What is agreed on with clients: TLS 1.2 or 1.3 with the suites of NIOSSL, which prefer those with forward secrecy, and
    /// HTTP/1.1, which is all that is spoken here.
    private static func context(_ chain: [NIOSSLCertificate], _ key: NIOSSLPrivateKey) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        // For a client that does not answer the end of a connection.
        configuration.shutdownTimeout = .seconds(1)
        return try NIOSSLContext(configuration: configuration)
    }

    private func problem(_ role: CertificateProblem.Role, _ kind: CertificateProblem.Kind) -> CertificateProblem {
        CertificateProblem(path: role == .certificate ? paths.certificate : paths.key, role: role, kind: kind)
    }

    private static func guess(_ bytes: [UInt8], other: String) -> CertificateProblem.Guess {
        if bytes.isEmpty { return .empty }
        if has(other, bytes) { return .exchanged }
        return isDER(bytes) ? .der : .unknown
    }

    /// Whether some bytes are a sequence that is as long as it says.
    private static func isDER(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 2, bytes[0] == 0x30 else { return false }
        guard bytes[1] >= 0x80 else { return bytes.count == 2 + Int(bytes[1]) }
        let width = Int(bytes[1] & 0x7F)
        guard (1...4).contains(width), bytes.count > 2 + width else { return false }
        return bytes.count == 2 + width + bytes[2..<2 + width].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Whether a text stands in some bytes.
    private static func has(_ text: String, _ bytes: [UInt8]) -> Bool {
        bytes.firstRange(of: Array(text.utf8)) != nil
    }
}
