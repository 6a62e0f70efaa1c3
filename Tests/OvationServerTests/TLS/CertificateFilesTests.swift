import Foundation
import OvationModel
import OvationTestKit
import Testing

@testable import OvationHTTP
@testable import OvationNode

/// A folder with a certificate and its key.
struct CertificateFolder {
    let paths: NodeConfiguration.TLSFiles
    private let folder: URL

    /// Makes a folder and removes it after the body.
    static func with<Value>(
        certificate: String = TestCertificates.first, key: String = TestCertificates.firstKey,
        _ body: (CertificateFolder) async throws -> Value
    ) async throws -> Value {
        let url = FileManager.default.temporaryDirectory.appending(path: "ovation-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: url) }
        let folder = CertificateFolder(
            paths: .init(certificate: url.path + "/cert.pem", key: url.path + "/key.pem"), folder: url)
        try folder.write(certificate: certificate, key: key)
        return try await body(folder)
    }

    /// Overwrites both files.
    func write(certificate: String, key: String) throws {
        try Data(certificate.utf8).write(to: URL(filePath: paths.certificate))
        try Data(key.utf8).write(to: URL(filePath: paths.key))
    }
}

/// Error messages about files that cannot be served.
struct CertificateFilesTests {
    /// Files with one mistake, and the message about it.
    struct Wrong: CustomTestStringConvertible {
        let testDescription: String
        var certificate = TestCertificates.first
        var key = TestCertificates.firstKey
        let role: CertificateProblem.Role
        /// Texts that the message must contain.
        let says: [String]
    }

    private static let chain = TestCertificates.second + "\n" + TestCertificates.first

    static let wrong = [
        Wrong(testDescription: "an empty certificate", certificate: "", role: .certificate, says: ["is empty"]),
        Wrong(
            testDescription: "a text that is no certificate", certificate: "hello", role: .certificate,
            says: ["no certificate", "-----BEGIN CERTIFICATE-----"]),
        Wrong(
            testDescription: "a certificate that is damaged",
            certificate: TestCertificates.first.replacing("MIIBjj", with: "MIIBjk"), role: .certificate,
            says: ["damaged"]),
        Wrong(
            testDescription: "a chain whose second certificate is damaged",
            certificate: TestCertificates.first + "\n" + TestCertificates.second.replacing("MIIBjz", with: "MIIBjk"),
            role: .certificate, says: ["damaged"]),
        Wrong(
            testDescription: "the key as certificate", certificate: TestCertificates.firstKey, role: .certificate,
            says: ["has a private key", "exchanged"]),
        Wrong(testDescription: "an empty key", key: "", role: .key, says: ["is empty"]),
        Wrong(testDescription: "a text that is no key", key: "hello", role: .key, says: ["no private key"]),
        Wrong(
            testDescription: "a key that is damaged", key: TestCertificates.firstKey.replacing("MIGH", with: "MIGG"),
            role: .key, says: ["damaged"]),
        Wrong(
            testDescription: "the certificate as key", key: TestCertificates.first, role: .key,
            says: ["has a certificate", "exchanged"]),
        Wrong(
            testDescription: "an encrypted key", key: TestCertificates.encryptedKeys[0], role: .key,
            says: ["passphrase", "openssl pkey"]),
        Wrong(
            testDescription: "an encrypted key of the old kind", key: TestCertificates.encryptedKeys[1], role: .key,
            says: ["passphrase"]),
        Wrong(
            testDescription: "another certificate's key", key: TestCertificates.secondKey, role: .certificate,
            says: ["do not belong together", "key.pem"]),
        Wrong(
            testDescription: "a chain in the wrong order", certificate: chain, role: .certificate,
            says: ["first", "key.pem"]),
    ]

    @Test(arguments: wrong) func `an unusable file is named, with what is wrong and what to do`(
        wrong: Wrong
    ) async throws {
        try await CertificateFolder.with(certificate: wrong.certificate, key: wrong.key) { folder in
            let problem = try #require(throws: CertificateProblem.self) { try folder.paths.check() }
            #expect(problem.path == (wrong.role == .certificate ? folder.paths.certificate : folder.paths.key))
            #expect(problem.role == wrong.role)
            #expect(problem.description.contains(problem.path), "\(problem)")
            for part in wrong.says { #expect(problem.description.contains(part), "\(problem)") }
        }
    }

    @Test func `a missing file, a folder and a file in DER are named too`() async throws {
        try await CertificateFolder.with { folder in
            var paths = folder.paths
            paths.key += ".gone"
            #expect(throws: CertificateProblem(path: paths.key, role: .key, kind: .missing)) { try paths.check() }
            paths.key = "/tmp"
            #expect(
                throws: CertificateProblem(path: "/tmp", role: .key, kind: .unreadable(reason: "Is a directory"))
            ) { try paths.check() }
            let base64 = TestCertificates.first.split(separator: "\n").dropFirst().dropLast().joined()
            let der = try #require(Data(base64Encoded: base64))
            try der.write(to: URL(filePath: folder.paths.certificate))
            let problem = try #require(throws: CertificateProblem.self) { try folder.paths.check() }
            #expect(problem.kind == .notPEM(.der) && problem.description.contains("openssl x509 -inform der"))
        }
    }

    @Test func `a certificate with its key is served alone, in a chain or in one file with the key`() async throws {
        let issuers = TestCertificates.first + "\n" + TestCertificates.second
        let both = TestCertificates.firstKey + "\n" + TestCertificates.first
        for (certificate, key) in [
            (TestCertificates.first, TestCertificates.firstKey), (issuers, TestCertificates.firstKey), (both, both),
        ] {
            try await CertificateFolder.with(certificate: certificate, key: key) { folder in
                let loaded = try CertificateFiles.read(folder.paths).load()
                #expect(loaded.end == Timestamp(milliseconds: TestCertificates.endOfFirst * 1_000))
            }
        }
    }
}
