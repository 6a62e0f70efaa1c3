import Foundation
import OvationTestKit
import Testing

/// `ovation serve` says why it cannot start.
@Suite(.timeLimit(.minutes(5)))
struct ServeCommandTests {
    @Test func `an unusable certificate is named by the start and by config check`() async throws {
        let folder = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ text: String, _ name: String) throws -> String {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
            return folder.path + "/" + name
        }
        let certificate = try write(TestCertificates.first, "cert.pem")
        let key = try write(TestCertificates.firstKey, "key.pem")
        let files: [(certificate: String, key: String, says: String)] = [
            (folder.path + "/gone.pem", key, "gone.pem is not there"),
            (certificate, folder.path + "/gone.pem", "gone.pem is not there"),
            (certificate, try write(TestCertificates.secondKey, "other.pem"), "do not belong together"),
            (certificate, try write(TestCertificates.encryptedKeys[0], "secret.pem"), "secret.pem is encrypted"),
            (folder.path, key, "\(folder.path) cannot be read: Is a directory"),
        ]
        for (certificate, key, says) in files {
            let options = [
                "--dev", "--quiet", "--port", "9443", "--data", folder.path + "/data", "--tls-cert", certificate,
                "--tls-key", key,
            ]
            let start = try await CommandProcess.run(["serve"] + options)
            #expect(start.status != 0 && start.error.contains(says), "\(start)")
            #expect(!start.error.contains("9443"), "the error is not about the port: \(start)")
            let check = try await CommandProcess.run(["config", "check"] + options.filter { $0 != "--quiet" })
            #expect(check.status == 1 && check.output.contains(says), "\(check)")
        }
        let good = try await CommandProcess.run(
            ["config", "check", "--tls-cert", certificate, "--tls-key", key])
        #expect(good.status == 0 && good.output == "OK\n", "\(good)")
    }

    @Test func `a secret of three letters is refused`() async throws {
        let folder = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let serve = ["serve", "--port", "0", "--data", folder.path, "--tls-cert", "none", "--tls-key", "none"]
        let given = try await CommandProcess.run(serve, environment: ["OVATION_APP_SECRET": "abc"])
        #expect(given.status != 0 && given.error.contains("fewer than 16 bytes"), "\(given)")
        try Data("abc\n".utf8).write(to: folder.appendingPathComponent("secret"))
        let kept = try await CommandProcess.run(["usersig", "make", "--user", "ada", "--data", folder.path])
        #expect(kept.status != 0 && kept.error.contains("\(folder.path)/secret"), "\(kept)")
    }
}
