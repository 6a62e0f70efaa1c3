import Foundation
import OvationModel
import OvationProcess
import OvationTestKit
import Testing

@testable import ovation

/// A data folder has one server, and commands find it by its folder.
@Suite(.timeLimit(.minutes(5)))
struct DataFolderTests {
    private static func serve(_ data: URL, error: ChildStream = .nothing) async throws -> ServingProcess {
        try await ServingProcess.start(
            [ServerProcess.binary().path, "serve", "--dev", "--quiet", "--port", "0", "--data", data.path], error: error
        )
    }

    @Test func `a second server on a folder is refused with the first one's process and port, and tools still run`()
        async throws
    {
        let data = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: data) }
        let first = try await Self.serve(data)
        let said = data.appending(path: "said")
        do {
            let second = try await Self.serve(data, error: .appending(said.path))
            Issue.record("a second server listens on port \(second.port)")
            second.process.signal(SIGKILL)
            _ = await second.process.end()
        } catch is ServingProcess.Failure {}
        let error = try String(contentsOf: said, encoding: .utf8)
        #expect(
            error.contains("The data folder \(data.path) is in use by \"ovation serve\", process \(first.process.id),"))
        #expect(error.contains("listening on http://127.0.0.1:\(first.port)."), "\(error)")

        let ledger = try await CommandProcess.run(["ledger", "resume", "--data", data.path])
        #expect(ledger.status == 0, "\(ledger)")
        // The command finds the server by its folder, whatever its port.
        let rooms = try await CommandProcess.run(["room", "list", "--data", data.path])
        #expect(rooms.status == 0, "\(rooms)")
        first.process.signal(SIGTERM)
        #expect(await first.process.end() == 0)
    }

    @Test func `a server starts at once on the folder of one that was just killed`() async throws {
        let data = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: data) }
        var server = try await Self.serve(data)
        for _ in 1...3 {
            let old = server.process
            old.signal(SIGKILL)
            server = try await Self.serve(data)
            #expect(await old.end() == 128 + SIGKILL)
        }
        server.process.signal(SIGKILL)
        _ = await server.process.end()
    }

    @Test
    func `a command without --data uses the folder data only while a server runs on it`()
        async throws
    {
        let working = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: working) }
        let data = working.appending(path: "data")
        let server = try await Self.serve(data)
        let make = ["usersig", "make", "--user", "ada"]
        let found = try await CommandProcess.run(make, in: working)
        #expect(found.status == 0)
        #expect(found.error.contains("taking ./data, on which ovation serve runs, listening on http://127.0.0.1:"))
        server.process.signal(SIGKILL)
        _ = await server.process.end()
        for command in [make, ["room", "list"], ["ledger", "verify"], ["storage", "backup", "b"]] {
            let left = try await CommandProcess.run(command, in: working)
            #expect(left.status != 0 && left.output.isEmpty)
            #expect(left.error.contains("Which server is meant?"), "\(command): \(left)")
        }
        #expect(try await CommandProcess.run(make + ["--data", "data"], in: working).status == 0)
        let variable = ["OVATION_SERVER_DATA": "data"]
        #expect(try await CommandProcess.run(make, environment: variable, in: working).status == 0)
    }

    @Test func `commands trust a self-signed server by its folder, or by --ca where its address is given`()
        async throws
    {
        let data = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: data) }
        let certificate = data.appending(path: "cert.pem").path
        let key = data.appending(path: "key.pem").path
        try Data(TestCertificates.first.utf8).write(to: URL(filePath: certificate))
        try Data(TestCertificates.firstKey.utf8).write(to: URL(filePath: key))
        let server = try await ServingProcess.start(
            [
                ServerProcess.binary().path, "serve", "--dev", "--quiet", "--port", "0", "--data", data.path,
                "--tls-cert",
                certificate, "--tls-key", key,
            ], error: .nothing)
        let list = ["room", "list", "--data", data.path]
        #expect(try await CommandProcess.run(list).status == 0)
        let named = list + ["--server", "https://localhost:\(server.port)"]
        #expect(try await CommandProcess.run(named + ["--ca", certificate]).status == 0)
        #expect(try await CommandProcess.run(named, environment: ["OVATION_CA": certificate]).status == 0)

        let stranger = try await CommandProcess.run(named)
        #expect(stranger.status == 69)
        #expect(
            stranger.error == """
                Error: https://localhost:\(server.port) is not trusted: its certificate is signed by itself, or by an authority that \
                is not known here, or its time is over. Name its certificate, or that of its authority, with --ca (or OVATION_CA), and \
                the server by the name in its certificate with --server.

                """)
        let address = list + ["--server", "https://127.0.0.1:\(server.port)", "--ca", certificate]
        let misnamed = try await CommandProcess.run(address)
        #expect(misnamed.status == 69 && misnamed.error.contains("its certificate is for another name"), "\(misnamed)")
        let plain = try await CommandProcess.run(list + ["--server", "http://localhost:\(server.port)"])
        #expect(plain.status == 69 && plain.error.contains("begins with https://"), "\(plain)")
        // The same holds for a viewer. Only a client that is let in learns that a live does not exist.
        let watch = ["watch", "nothing", "--data", data.path]
        let local = try await CommandProcess.run(watch)
        #expect(local.status == 1 && local.error.contains("100004"), "\(local)")
        let far = watch + ["--server", "wss://localhost:\(server.port)"]
        #expect(try await CommandProcess.run(far + ["--ca", certificate]).error.contains("100004"))
        let refused = try await CommandProcess.run(far)
        #expect(
            refused.status == 69 && refused.error.contains("--ca") && !refused.error.contains("NIOSSL"), "\(refused)")
        server.process.signal(SIGKILL)
        _ = await server.process.end()
    }
}
