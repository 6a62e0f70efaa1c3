import Foundation
import Testing

@testable import ovation

/// Makes a folder and removes it after the body.
private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ovation-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
}

/// The secret that the first start makes.
@Suite struct ServerSecretTests {
    @Test func `the first start makes a secret that only its owner may read, and later starts read it`() throws {
        try withFolder { folder in
            #expect(try ServerSecret.read(dataFolder: folder) == nil)
            let secret = try ServerSecret.readOrMake(dataFolder: folder)
            #expect(secret.wholeMatch(of: /[0-9a-f]{64}/) != nil)
            #expect(try ServerSecret.readOrMake(dataFolder: folder) == secret)
            #expect(try ServerSecret.read(dataFolder: folder) == secret)
            #expect(!ServerSecret.isReadableByOthers(dataFolder: folder))
            let attributes = try FileManager.default.attributesOfItem(atPath: ServerSecret.path(inDataFolder: folder))
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["secret"], "no draft is left over")
        }
    }

    @Test func `a folder with a database and no secret has lost it, and gets no other one unasked`() throws {
        try withFolder { folder in
            try Data().write(to: URL(filePath: DataFolder.database(in: folder)))
            #expect(throws: StartupProblem.secretLost(dataFolder: folder)) {
                try ServerSecret.readOrMake(dataFolder: folder)
            }
            #expect(try ServerSecret.read(dataFolder: folder) == nil)
            let made = try ServerSecret.make(dataFolder: folder)
            #expect(try ServerSecret.readOrMake(dataFolder: folder) == made)
        }
    }

    @Test func `a secret that an operator put there is read without its line end`() throws {
        try withFolder { folder in
            try Data("  my very own secret \n".utf8).write(to: URL(filePath: ServerSecret.path(inDataFolder: folder)))
            #expect(try ServerSecret.readOrMake(dataFolder: folder) == "my very own secret")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o644], ofItemAtPath: ServerSecret.path(inDataFolder: folder))
            #expect(ServerSecret.isReadableByOthers(dataFolder: folder))
        }
    }

    @Test func `two folders have two secrets`() throws {
        try withFolder { first in
            try withFolder { second in
                let secrets = try [first, second].map { try ServerSecret.readOrMake(dataFolder: $0) }
                #expect(secrets[0] != secrets[1])
            }
        }
    }

    @Test func `many simultaneous starts agree on one secret`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ovation-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let secrets = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<32 { group.addTask { try ServerSecret.readOrMake(dataFolder: folder) } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(secrets.count == 1)
    }

    @Test func `an empty or unreadable secret is refused, not replaced`() throws {
        try withFolder { folder in
            let path = ServerSecret.path(inDataFolder: folder)
            try Data("\n".utf8).write(to: URL(filePath: path))
            #expect(throws: StartupProblem.secretEmpty(path: path)) { try ServerSecret.readOrMake(dataFolder: folder) }
            try Data("abc\n".utf8).write(to: URL(filePath: path))
            #expect(throws: StartupProblem.secretTooShort(path: path)) {
                try ServerSecret.readOrMake(dataFolder: folder)
            }
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            #expect(throws: StartupProblem.secretUnreadable(path: path)) {
                try ServerSecret.readOrMake(dataFolder: folder)
            }
        }
    }

    @Test func `a folder that does not exist is reported as unwritable`() throws {
        #expect(
            throws: StartupProblem.dataFolderUnwritable(path: "/nonexistent/x", reason: "No such file or directory")
        ) {
            try ServerSecret.readOrMake(dataFolder: "/nonexistent/x")
        }
    }
}

/// The data folder, and messages for people.
@Suite struct StartupProblemTests {
    @Test func `a data folder is made for its owner only, and the check leaves nothing in it`() throws {
        try withFolder { folder in
            let data = folder + "/a/b"
            try DataFolder.prepare(data)
            try DataFolder.prepare(data)
            #expect(try FileManager.default.contentsOfDirectory(atPath: data) == [])
            #expect(try FileManager.default.attributesOfItem(atPath: data)[.posixPermissions] as? Int == 0o700)
        }
    }

    @Test func `a data folder that cannot be made is refused with the reason`() throws {
        try withFolder { folder in
            let file = folder + "/file"
            try Data().write(to: URL(filePath: file))
            for (path, reason) in [
                (file, "Not a directory"), (file + "/below", "Not a directory"),
                ("/proc/ovation/data", "No such file or directory"),
            ] {
                #expect(throws: StartupProblem.dataFolderUnwritable(path: path, reason: reason)) {
                    try DataFolder.prepare(path)
                }
            }
        }
    }

    @Test func `each failure to listen has its own problem`() {
        #expect(
            StartupProblem(listenErrno: EADDRINUSE, host: "127.0.0.1", port: 80)
                == .portTaken(host: "127.0.0.1", port: 80))
        #expect(StartupProblem(listenErrno: EACCES, host: "0.0.0.0", port: 80) == .portForbidden(port: 80))
        #expect(
            StartupProblem(listenErrno: EADDRNOTAVAIL, host: "8.8.8.8", port: 80) == .addressUnknown(host: "8.8.8.8"))
        let other = StartupProblem(listenErrno: EMFILE, host: "::", port: 1)
        #expect(other.description == "Cannot listen on ::, port 1: Too many open files.")
    }

    @Test(arguments: [
        StartupProblem.portTaken(host: "0.0.0.0", port: 8_080), .portForbidden(port: 80), .addressUnknown(host: "x"),
        .dataFolderUnwritable(path: "./data", reason: "Read-only file system"),
        .secretUnreadable(path: "./data/secret"),
        .secretEmpty(path: "./data/secret"), .secretTooShort(path: "./data/secret"),
        .secretMissing(dataFolder: "./data"),
    ]) func `a problem is a sentence that says what to do`(problem: StartupProblem) {
        #expect(problem.description.hasSuffix("."))
        #expect(problem.description.contains(/[Cc]hoose|Use|chmod|delete/), "\(problem)")
    }
}
