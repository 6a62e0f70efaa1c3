import Foundation
import Testing

/// `ovation file` against a running server.
@Suite(.timeLimit(.minutes(5)))
struct FileCommandTests {
    private static func run(_ arguments: [String], _ server: TestServer) async throws -> CommandProcess {
        try await CommandProcess.run(
            ["file"] + arguments + ["--server", "http://127.0.0.1:\(server.port)"],
            environment: ["OVATION_APP_SECRET": TestServer.secret])
    }

    /// A folder for the files of a test, which goes with it.
    private static func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-put-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.path)
    }

    @Test func `an effect and a picture are uploaded, their addresses are printed, and one is deleted`() async throws {
        try await FileStage.run { stage in
            try await Self.withFolder { folder in
                let (effect, picture) = ("\(folder)/castle.svga", "\(folder)/icon.png")
                try Data(try FileStage.fixture("Web/gifts/castle.svga")).write(to: URL(fileURLWithPath: effect))
                try Data(FileStage.png()).write(to: URL(fileURLWithPath: picture))
                let put = try await Self.run(["put", effect, picture], stage.server)
                #expect(put.status == 0, "\(put)")
                let addresses = put.output.split(separator: "\n").map(String.init)
                #expect(addresses.count == 2)
                #expect(addresses.first?.hasPrefix("https://live.example.com/v1/files/") == true, "\(put)")
                #expect(addresses.first?.hasSuffix(".svga") == true && addresses.last?.hasSuffix(".png") == true)
                let again = try await Self.run(["put", effect, "--json"], stage.server)
                let list = try again.json() as? [[String: Any]]
                #expect(list?.first?["url"] as? String == addresses.first, "the same content has the same address")
                let path = try #require(addresses.last.flatMap { URL(string: $0)?.path })
                #expect(try await HTTPConnection.ask(path, stage.server).status == 200)
                let deleted = try await Self.run(["del", addresses[1]], stage.server)
                #expect(deleted.status == 0, "\(deleted)")
                #expect(try await HTTPConnection.ask(path, stage.server).status == 404)
            }
        }
    }

    @Test func `what the server does not take is refused with its number, and a file that is not there with 65`()
        async throws
    {
        try await FileStage.run { stage in
            try await Self.withFolder { folder in
                let trick = "\(folder)/icon.png"
                try Data("<svg onload='alert(1)'/>".utf8).write(to: URL(fileURLWithPath: trick))
                let refused = try await Self.run(["put", trick], stage.server)
                #expect(refused.status == 1 && refused.error.contains("110353"), "\(refused)")
                let large = "\(folder)/large.png"
                try Data(FileStage.png(padding: 3_000_000)).write(to: URL(fileURLWithPath: large))
                let tooLarge = try await Self.run(["put", large], stage.server)
                #expect(tooLarge.status == 1 && tooLarge.error.contains("110352"), "\(tooLarge)")
                let missing = try await Self.run(["put", "\(folder)/nothing.png"], stage.server)
                #expect(missing.status == 65 && missing.error.contains("There is no such file"), "\(missing)")
            }
        }
    }

    @Test func `a server that takes no files says so`() async throws {
        try await TestServer.run { server in
            try await Self.withFolder { folder in
                let picture = "\(folder)/icon.png"
                try Data(FileStage.png()).write(to: URL(fileURLWithPath: picture))
                let refused = try await Self.run(["put", picture], server)
                #expect(refused.status == 1 && refused.error.contains("110350"), "\(refused)")
            }
        }
    }
}
