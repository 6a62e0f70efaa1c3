import Foundation
import OvationClient
import OvationModel
import OvationProcess
import OvationStorage
import OvationStorageSQLite
import Testing

@testable import ovation

/// `ovation storage` beside a real server.
@Suite(.timeLimit(.minutes(5)))
struct BackupTests {
    private func storage(_ arguments: String...) async throws -> CommandProcess {
        try await CommandProcess.run(["storage"] + arguments)
    }

    /// Sends gifts until `isWanted` returns false. Returns how many were charged.
    private func sendGifts(_ server: ServerProcess, while isWanted: @escaping @Sendable () async -> Bool) async throws
        -> Int
    {
        let live = LiveID(unchecked: "live")
        let host = try await logIn("host", server)
        _ = try await host.createRoom(live, settings: RoomSettings())
        let sender = try await logIn("sender", server)
        _ = try await sender.joinRoom(live)
        var count = 0
        // The sender cannot afford more than this.
        while count < 2_000, await isWanted() {
            _ = try await sender.sendGift(GiftID(unchecked: "rose"), count: 1, to: [], in: live)
            count += 1
        }
        await sender.logOut()
        await host.logOut()
        return count
    }

    private func logIn(_ user: String, _ server: ServerProcess) async throws -> OvationClient {
        let client = OvationClient(
            configuration: ClientConfiguration(serverURL: server.url), orderJournal: InMemoryOrderJournal())
        _ = try await client.logIn(sdkAppID: 1_400_000_001, userID: UserID(unchecked: user), userSig: "dev")
        return client
    }

    @Test func `a backup beside a busy server is complete, and a server continues from it with the same secret`()
        async throws
    {
        let folder = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (data, backup, other) = (
            folder.appending(path: "data"), folder.appending(path: "backup"), folder.appending(path: "other")
        )
        let server = try await ServerProcess.start(data: data)
        let finished = Finished()
        async let sending = sendGifts(server) { await finished.isWanted() }
        for name in ["first", "backup"] {
            let one = try await storage("backup", folder.path + "/" + name, "--data", data.path)
            #expect(one.status == 0, "\(one)")
        }
        await finished.set()
        let charged = try await sending
        #expect(charged > 0)
        #expect(await server.terminate().status == 0)

        let secret = try String(contentsOf: data.appending(path: "secret"), encoding: .utf8)
        #expect(try String(contentsOf: backup.appending(path: "secret"), encoding: .utf8) == secret)
        let files = try FileManager.default.contentsOfDirectory(atPath: backup.path)
        #expect(
            Set(files) == ["ovation.sqlite", "secret", "backup.json"], "the backup has one database file and no log")
        let again = try await storage("backup", backup.path, "--data", data.path)
        #expect(again.status == 2 && again.error.contains("is there already"))

        let restored = try await storage("restore", backup.path + "/", "--data", other.path, "--json")
        #expect(restored.status == 0, "\(restored)")
        let report = try #require(try restored.json() as? [String: Any])
        let orders = try #require(report["orders"] as? Int)
        #expect(report["balanced"] as? Bool == true && orders <= charged)
        #expect(try String(contentsOf: other.appending(path: "secret"), encoding: .utf8) == secret)
        let second = try await ServerProcess.start(data: other)
        let busy = try await storage("restore", backup.path, "--data", other.path, "--replace")
        #expect(busy.status == 2 && busy.error.contains("in use by \"ovation serve\""), "\(busy)")
        let calls = Finished()
        let more = try await sendGifts(second) { await calls.count() < 3 }
        #expect(more == 3)
        #expect(await second.terminate().status == 0)
        let books = try SQLiteStorage.verifyLedger(path: other.path + "/ovation.sqlite").audit
        #expect(books.isBalanced && books.orders == orders + 3)
    }

    /// Makes a data folder with one run of a server, and a backup of it.
    private func withBackup(_ body: (_ folder: URL, _ data: URL, _ backup: URL) async throws -> Void) async throws {
        let folder = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (data, backup) = (folder.appending(path: "data"), folder.appending(path: "backup"))
        let server = try await ServerProcess.start(data: data)
        #expect(await server.terminate().status == 0)
        #expect(try await storage("backup", backup.path, "--data", data.path).status == 0)
        try await body(folder, data, backup)
    }

    @Test func `a restore moves the folder's old files aside only when asked to, and deletes nothing`() async throws {
        try await withBackup { _, data, backup in
            let kept = try await storage("restore", backup.path, "--data", data.path)
            #expect(kept.status == 2 && kept.error.contains("has a database already"), "\(kept)")
            try Data("another secret of the app".utf8).write(to: data.appending(path: "secret"))
            let replaced = try await storage("restore", backup.path, "--data", data.path, "--replace")
            #expect(replaced.status == 0, "\(replaced)")
            let names = try FileManager.default.contentsOfDirectory(atPath: data.path)
            let old = try #require(names.first { $0.hasPrefix("replaced-") })
            #expect(Set(names) == ["history.json", "ovation.sqlite", "secret", "server.json", old])
            let away = try FileManager.default.contentsOfDirectory(atPath: data.path + "/" + old)
            // The write-ahead log belongs to the database and moves with it if there is one.
            #expect(Set(away).isSuperset(of: ["ovation.sqlite", "secret"]))
        }
    }

    @Test func `a backup that was changed or has lost its secret is not restored`() async throws {
        try await withBackup { folder, _, backup in
            let target = folder.appending(path: "target").path
            let database = backup.appending(path: "ovation.sqlite")
            let whole = try Data(contentsOf: database)
            var torn = whole
            torn[torn.count / 2] ^= 1
            try torn.write(to: database)
            let changed = try await storage("restore", backup.path, "--data", target)
            #expect(changed.status == 2 && changed.error.contains("is not the file that was written"), "\(changed)")
            try whole.write(to: database)
            try FileManager.default.removeItem(at: backup.appending(path: "secret"))
            let secretless = try await storage("restore", backup.path, "--data", target)
            #expect(secretless.status == 2 && secretless.error.contains("had a secret"), "\(secretless)")
            #expect(!FileManager.default.fileExists(atPath: target), "a refused restore creates nothing")
            try Data("a secret from the safe".utf8).write(to: folder.appending(path: "safe"))
            let given = try await storage(
                "restore", backup.path, "--data", target, "--secret-file", folder.path + "/safe")
            #expect(given.status == 0, "\(given)")
            #expect(try String(contentsOfFile: target + "/secret", encoding: .utf8) == "a secret from the safe\n")
        }
    }

    @Test func `a server does not start on a database without its secret until it is given a new one`()
        async throws
    {
        try await withBackup { folder, data, backup in
            let target = folder.appending(path: "target")
            try FileManager.default.createDirectory(at: target, withIntermediateDirectories: false)
            try FileManager.default.copyItem(
                at: backup.appending(path: "ovation.sqlite"), to: target.appending(path: "ovation.sqlite"))
            do {
                let server = try await ServerProcess.start(data: target)
                Issue.record("the server started without its secret")
                await server.kill()
            } catch is ServingProcess.Failure {}
            let said = try await CommandProcess.run(["serve", "--data", target.path, "--port", "0"])
            #expect(said.error.contains("has a database and no secret"), "\(said)")
            #expect(!FileManager.default.fileExists(atPath: target.path + "/secret"))
            #expect(try await storage("new-secret", "--data", target.path).status == 0)
            #expect(
                try await storage("new-secret", "--data", target.path).status == 2,
                "new-secret does not replace an existing secret")
            let server = try await ServerProcess.start(data: target)
            #expect(await server.terminate().status == 0)
        }
    }
}

/// Whether the backup is done, and how often that was asked.
private actor Finished {
    private(set) var isSet = false
    private var calls = 0
    private var wasAsked = false

    func set() { isSet = true }

    /// Whether another gift is wanted. The first one always is.
    func isWanted() -> Bool {
        defer { wasAsked = true }
        return !wasAsked || !isSet
    }

    func count() -> Int {
        defer { calls += 1 }
        return calls
    }
}
